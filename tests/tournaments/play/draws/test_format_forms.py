"""The form of the format of an event shows the values of an event, and makes the same plan from them."""

from collections.abc import Mapping

import pytest

from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import BEFORE_FINAL, Plan, Stage
from tournaments.formats.registry import EVENT_FORMATS, make_plan
from tournaments.journal.team_facts import EntryType
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm

OPTIONS: Mapping[str, FormatOptions] = {
    "default": FormatOptions(),
    "lengths": FormatOptions(main=(7, 7, 9, 11), consolation=(3, 5), last_chance=(1,)),
    "draw": FormatOptions(fed=2, placed=4, blocks=True, apart=("club", "family")),
    "before the final": FormatOptions(fed=BEFORE_FINAL),
    "final": FormatOptions(final="advantage", ahead=2),
    "no final": FormatOptions(final="none"),
    "rounds": FormatOptions(rounds=7, method="fold", first_method="slide", acceleration="baku"),
    "lives": FormatOptions(lives=2, paid=4, shape="lives"),
    "groups": FormatOptions(size=5, best=3, cycles=2),
    "ties": FormatOptions(tie_breaks=("score", "head_to_head", "difference", "points_for")),
    "own ties": FormatOptions(tie_breaks=("score", "wins", "performance"), shape="swiss"),
    "scores": FormatOptions(scoring={"win": "3", "loss": "1", "bye": "3/2"}),
    "rolling": FormatOptions(seats=4, hours=((1230, 5), (1290, 3), (1450, 1))),
    "ratings": FormatOptions(pr_shape="swiss", pr_equal="1", pr_within="1/100", pr_best=8),
}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("event_format", EVENT_FORMATS)
def test_the_values_of_a_plan_make_the_plan_again(event_format: str, options: str) -> None:
    plan = make_plan(event_format, OPTIONS[options])

    form = FormatForm(FormatForm.get_initial_of_plan(plan))

    assert form.errors == {}
    assert form.plan() == plan


@pytest.mark.parametrize(("sent", "rounds"), [({}, BEFORE_FINAL), ({"fed": "0"}, 0), ({"fed": "2"}, 2)])
def test_the_beaten_finalist_joins_the_consolation_only_if_chosen(sent: dict[str, str], rounds: int) -> None:
    form = FormatForm({**FormatForm.get_initial(), "scheme": "progressive", "fed": "", **sent})

    assert form.errors == {}
    assert form.plan()["consolation"].feed.rounds == rounds


def test_no_format_is_chosen_for_a_plan_that_none_makes() -> None:
    plan = Plan((Stage("main", "swiss"), Stage("final", "knockout")))

    assert FormatForm.get_initial_of_plan(plan)["scheme"] == ""


@pytest.mark.parametrize(
    "entry_type",
    [EntryType("pairs"), EntryType("teams", 3, (9, 7, 5), ("points", "last_board")), EntryType("teams", 5)],
)
def test_the_values_of_an_entry_type_make_it_again(entry_type: EntryType) -> None:
    form = EntryTypeForm(EntryTypeForm.get_initial_of_type(entry_type))

    assert form.errors == {}
    assert form.entry_type() == entry_type
