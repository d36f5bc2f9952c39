"""Findings of the checker: the broken guarantee, the journal line and the details."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Guarantee(StrEnum):
    """What the site guarantees for events; checker and simulator name it by its number."""

    # Every entry that should play is in a draw or round, once.
    EACH_PLAYS_ONCE = "I1"
    # No rematch in a Swiss round unless it cannot be avoided.
    NO_REMATCH = "I2"
    # No entry meets itself.
    NO_MEETING_ONESELF = "I3"
    # Every seat is filled from one source, and every winner and loser goes to one place.
    ONE_SOURCE_OF_A_SEAT = "I4"
    # Losers go to the seats of the published plan.
    PLANNED_SEATS_OF_LOSERS = "I5"
    # A bye never wins and does not meet another one if that can be avoided; seeds get the byes.
    BYES_LOSE = "I6"
    # The bye of a Swiss round goes to the lowest score, and to nobody twice before all have had one.
    BYE_OF_LOWEST_SCORE = "I7"
    # A withdrawal, substitution or change of details does not change what was played.
    PLAYED_STAYS = "I8"
    # Withdrawal and reinstatement bring no advantage.
    NO_ADVANTAGE = "I9"
    # A pairing has the winner of its result; league divisions follow from the places.
    WINNER_OF_RESULT = "I10"
    # A table equals its recomputation, with all figures.
    RECOMPUTED_TABLE = "I11"
    # When all are placed, the places are complete.
    COMPLETE_PLACES = "I12"
    # The event can always be finished, and the engine accepts what it computes.
    CAN_BE_FINISHED = "I13"
    # Rows that are out of order are refused, and a refusal changes nothing; results are kept.
    ROWS_IN_ORDER = "I14"
    # The same journal gives the same bytes; undo and redo are exact.
    SAME_BYTES = "I15"
    # The lines of a draw follow from its published seed.
    LINES_OF_SEED = "I16"
    # Scores, line-ups and match lengths are legal.
    LEGAL_VALUES = "I17"
    # No seat, line-up or result names an unknown opponent.
    KNOWN_OPPONENTS = "I18"
    # In a consolation fed by rounds, every loser enters in the right round.
    ROUND_OF_LOSERS = "I19"
    # No player and no table has two matches at once.
    ONE_MATCH_AT_A_TIME = "I20"
    # Dues, pots and prizes follow from terms, charges, receipts and final places.
    MONEY_ADDS_UP = "I21"


@dataclass(frozen=True, slots=True)
class CheckerFinding:
    """A broken guarantee. `seq` is the row of the journal, 0 for the file as a whole.

    `code` names the fault, as in `messages.FINDING_MESSAGES`; `facts` are the values of its sentence.
    """

    guarantee: Guarantee
    code: str
    seq: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)


class FindingLog:
    """Collects findings while a journal is read; `seq` is the current row."""

    def __init__(self) -> None:
        self.findings: list[CheckerFinding] = []
        self.seq = 0

    def expect(self, holds: bool, guarantee: Guarantee, code: str, **facts: Any) -> bool:
        """Record a finding about a guarantee unless `holds`; return `holds`."""
        if not holds:
            self.findings.append(CheckerFinding(guarantee, code, self.seq, facts))
        return holds

    def __iter__(self) -> Iterator[CheckerFinding]:
        return iter(self.findings)
