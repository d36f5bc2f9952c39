"""Ready-made event plans can be played under all options, and a loser goes to one place only."""

from itertools import product

import pytest

from rules.errors import Refusal
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.formats.plan import LOSERS, Feed, Plan, Stage
from tournaments.formats.plan_checks import check_plan
from tournaments.formats.registry import EVENT_FORMATS, format_of, make_plan

OPTIONS = (
    FormatOptions(),
    FormatOptions(placed=4, fed=2, final="reset", blocks=True, apart=("club",), main=(7, 9), cycles=2),
)


def test_every_scheme_makes_a_plan_that_can_be_played(subtests: pytest.Subtests) -> None:
    for options, scheme in product(OPTIONS, sorted(EVENT_FORMATS)):
        with subtests.test(wishes=options, scheme=scheme):
            plan = make_plan(scheme, options)
            check_plan(plan)
            points = (1,) if scheme == "blitz" else options.main
            assert plan.stages[-1 if scheme in {"swiss_and_knockout", "groups"} else 0].lengths == points


def test_no_stage_of_rounds_is_called_main(subtests: pytest.Subtests) -> None:
    """The checker takes a stage "main" as finished once all its boards are decided; rounds go on."""
    for scheme in EVENT_FORMATS:
        with subtests.test(scheme=scheme):
            stages = make_plan(scheme, FormatOptions()).stages
            of_rounds = [stage.key for stage in stages if not format_of(stage).is_static]
            assert MAIN not in of_rounds, "call it by another of `LETTERS` in tournaments/formats/graph.py"


def test_losers_who_play_for_places_do_not_drop() -> None:
    main = Stage(MAIN, "knockout", options={"placed": 4})
    with pytest.raises(Refusal) as excinfo:
        check_plan(Plan((main, Stage(CONSOLATION, "feed_in", Feed(LOSERS, MAIN)))))
    assert (excinfo.value.code, excinfo.value.facts) == ("feed_twice", {"stage": CONSOLATION, "feed": MAIN})


def test_more_cannot_go_on_from_a_group_than_it_has() -> None:
    check_plan(make_plan("groups", FormatOptions(size=4, best=4)))
    with pytest.raises(Refusal) as excinfo:
        check_plan(make_plan("groups", FormatOptions(size=3, best=4)))
    assert (excinfo.value.code, excinfo.value.facts) == (
        "places_beyond_group",
        {"stage": "main", "last": 4, "size": 3},
    )
