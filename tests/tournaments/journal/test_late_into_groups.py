"""Late entries in groups: a single group grows, and nobody moves to another one."""

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_reentry import begun
from tournaments.formats.event_format import FormatOptions
from tournaments.journal import commands, draw_changes


def enter_late(event: Event, number: int) -> None:
    event.do(commands.enter(event.state, [f"L{number}"]))
    event.append(*draw_changes.add_late(event.state, number, "group"))


def list_groups(event: Event) -> set[str]:
    return {pairing.flight for pairing in event.state.graph.pairings if pairing.flight.startswith("group")}


def test_a_single_group_grows_and_never_falls_apart_into_two() -> None:
    event = begun("groups", 3, FormatOptions(size=3, best=1))
    for number in (4, 5):
        enter_late(event, number)
    assert list_groups(event) == {"group_1"}
    with pytest.raises(Refusal) as excinfo:
        enter_late(event, 6)
    assert excinfo.value.code == "no_line_free"
    assert list_groups(event) == {"group_1"}
