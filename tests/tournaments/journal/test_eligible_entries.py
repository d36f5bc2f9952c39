"""Which entries are drawn into a stage that other stages feed."""

from tests.tournaments.checker.edited_exports import SEED, Event
from tournaments.formats.graph import MAIN, SWISS
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, pairing_commands

CUT = Plan(
    (
        Stage(SWISS, "swiss", options={"rounds": 1}),
        Stage(MAIN, "knockout", Feed(PLACES, SWISS, first=1, last=3)),
    )
)


def test_absent_entries_are_not_drawn_into_a_later_stage() -> None:
    event = Event(CUT, 4)
    event.append_row(*pairing_commands.pair(event.state, SWISS))
    for name in sorted(event.state.board):
        event.settle(name)
    best = commands.draw(event.state, SEED, flight=MAIN).payload["lines"]
    away = min(filter(None, best))
    event.append_row(*commands.mark_presence([away], "away"))
    event.append_row("committed", {"commitment": compute_commitment(SEED)})
    event.append_row(*commands.draw(event.state, SEED, flight=MAIN))
    assert sorted(filter(None, event.state.stages[MAIN].lines)) == sorted({*best} - {0, away})
