"""Clock and rules of a stage: stored with its plan, without an effect on the draw."""

from typing import Any

import pytest

from rules.errors import Refusal
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.plan_checks import check_plan
from tournaments.formats.stage_terms import make_terms, split_options


def test_unset_terms_are_those_of_the_desk() -> None:
    assert make_terms("", holland=None, illegal_plays="") == {}
    assert make_terms("nova", holland=False) == {"clock": "nova", "laws": {"holland": False}}


def test_terms_are_separated_from_draw_options() -> None:
    assert split_options({"placed": 4, "clock": "us"}) == ({"placed": 4}, {"clock": "us"})


def test_every_format_accepts_terms() -> None:
    agreed = make_terms("us", holland=True, illegal_plays="condone")
    for name in ("knockout", "round_robin", "swiss", "lives", "score_swiss"):
        flight = {"knockout": "main", "round_robin": "league", "lives": "lives"}.get(name, "swiss")
        check_plan(Plan((Stage(flight, name, options=agreed),)))


@pytest.mark.parametrize(
    "options",
    [
        {"clock": "sundial"},
        {"laws": {"crawford": False}},
        {"laws": {"holland": "perhaps"}},
        {"laws": ["holland"]},
    ],
)
def test_an_unknown_clock_or_rule_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="format_options_wrong"):
        check_plan(Plan((Stage("main", "knockout", options=options),)))
