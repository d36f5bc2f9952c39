"""Rounds paired on results which a correction changes, or has changed: the desk can pair them again."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.pairing import HALF_BYE, ZERO_BYE
from tournaments.journal.facts import StoredRow
from tournaments.journal.pairing_commands import begun_pairings, boards_of, pair_again
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.replay import fold
from tournaments.journal.state import DrawnStage, EventState
from tournaments.journal.undone_rows import live_rows
from tournaments.models import Event, EventStatus
from tournaments.play.events import event_state


@dataclass(frozen=True, slots=True)
class OutdatedRound:
    """The last round of a stage, paired on other results than those that stand now.

    `has_begun`: a match of it has begun, so that it stays as it is paired.
    """

    flight: str
    round: int
    has_begun: bool

    @property
    def sentence(self) -> str:
        """What has happened to the round, for the director."""
        facts = {"number": self.round}
        if self.has_begun:
            return (
                gettext("Round %(number)s was paired on the old scores. It has begun and stays as it is.")
                % facts
            )
        return gettext("Round %(number)s was paired on the old scores and has not started.") % facts


def find_outdated_rounds(
    before: EventState, after: EventState, begun: Collection[str]
) -> tuple[OutdatedRound, ...]:
    """Return the last round of each stage that would be paired from other scores after than before.

    `begun` are the pairings whose match has begun.
    """
    return tuple(_list_outdated_rounds(before, after, begun))


def _list_outdated_rounds(
    before: EventState, after: EventState, begun: Collection[str]
) -> Iterator[OutdatedRound]:
    for flight, drawing in after.stages.items():
        former_drawing = before.stages.get(flight)
        if format_of(drawing.stage).is_static or not drawing.rounds or former_drawing is None:
            continue
        if former_drawing.rounds == drawing.rounds and _differs(before, former_drawing, after, drawing):
            number = len(drawing.rounds)
            has_result = bool(begun_pairings(after, flight, number))
            has_begun = has_result or not set(begun).isdisjoint(boards_of(after, flight, number))
            yield OutdatedRound(flight, number, has_begun)


def _differs(before: EventState, former_drawing: DrawnStage, after: EventState, drawing: DrawnStage) -> bool:
    """Whether the results before the last round give its pairing other scores."""
    number = len(drawing.rounds)
    former_request = make_pairing_request(before, former_drawing, number=number)
    return former_request != make_pairing_request(after, drawing, number=number)


def list_rounds_to_pair_again(event: Event, rows: Sequence[StoredRow]) -> list[OutdatedRound]:
    """Return the last rounds that corrections since their pairing would pair otherwise, and that can be.

    `rows` is the journal of the event. Two queries where a result was corrected after a round was paired.
    """
    if event.status != EventStatus.PUBLISHED:
        return []
    live = live_rows(rows)
    paired = {row.payload["flight"]: place for place, row in enumerate(live) if row.kind == "paired"}
    corrected = max((place for place, row in enumerate(live) if row.kind == "corrected"), default=-1)
    if all(place > corrected for place in paired.values()):
        return []
    now, begun = event_state.get_event_state(event), event_state.get_begun_pairings(event)
    outdated_rounds = (
        outdated
        for place in sorted(paired.values())
        if place < corrected
        for outdated in find_outdated_rounds(fold(live[: place + 1]), now, begun)
        if outdated.flight == live[place].payload["flight"]
    )
    return [
        outdated
        for outdated in outdated_rounds
        if not outdated.has_begun and _would_be_paired_otherwise(now, outdated.flight)
    ]


def _would_be_paired_otherwise(state: EventState, flight: str) -> bool:
    """Whether pairing the last round again, with its absences and requested byes, gives other boards."""
    last = state.stages[flight].rounds[-1]
    away = [bye.entry for bye in last.byes if bye.kind == ZERO_BYE]
    asking = [bye.entry for bye in last.byes if bye.kind == HALF_BYE]
    try:
        command = pair_again(state, flight, away=away, asking=asking)
    except Refusal:
        return False
    pairs = {frozenset((board["white"], board["black"])) for board in command.payload["boards"]}
    return pairs != {frozenset((board.white, board.black)) for board in last.boards}
