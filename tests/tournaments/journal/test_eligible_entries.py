"""Which entries are drawn into a stage that other stages feed."""

from tests.tournaments.checker.edited_exports import SEED, Event, found
from tournaments.formats.graph import MAIN, SWISS
from tournaments.formats.plan import LIVES, PLACES, Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, pairing_commands
from tournaments.journal.stage_fields import find_field_changes

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


def test_who_leaves_finished_rounds_for_lives_stays_in_the_play_off() -> None:
    event = Event(
        Plan(
            (
                Stage("lives", "lives", options={"lives": 2, "places": 6}),
                Stage("playoff", "contingent", Feed(LIVES, "lives")),
            )
        ),
        3,
    )
    event.append_row("committed", {"commitment": compute_commitment(SEED)})
    event.append_row(*commands.draw(event.state, SEED, flight="playoff"))
    event.append_row(*commands.publish("playoff"))
    event.append_row(*commands.enter(event.state, ["late"]))
    event.append_row("joined", {"flight": "lives", "entry": 4})
    event.append_row(*pairing_commands.pair(event.state, "lives"))
    names = [name for name in event.waiting() if name.startswith("V")]
    for name in names:
        event.settle(name)
    event.append_row(*commands.withdraw(2, "lives"))
    assert found(event.file()) == []
    before = event.state
    event.append_row("corrected", {**event.result(names[0], "black"), "choices": {}})
    assert find_field_changes(before, event.state) == ()
    assert found(event.file()) == []
