"""Rounds that were paired on results which a correction changes: the desk can pair them again."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.formats import format_of
from tournaments.journal.pairing_commands import begun_pairings, boards_of
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.state import DrawnStage, EventState


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
