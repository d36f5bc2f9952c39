"""Findings of the checker: the broken guarantee, the journal line and the details.

Checker and simulator name the guarantees of the site for events by number, as in `expect(..., "I14", ...)`:

I1   Every entry that should play is in a draw or round, once.
I2   No rematch in a Swiss round unless it cannot be avoided.
I3   No entry meets itself.
I4   Every seat is filled from one source, and every winner and loser goes to one place.
I5   Losers go to the seats of the published plan.
I6   A bye never wins and does not meet another one if that can be avoided; seeds get the byes.
I7   The bye of a Swiss round goes to the lowest score, and to nobody twice before all have had one.
I8   A withdrawal, substitution or change of details does not change what was played.
I9   Withdrawal and reinstatement bring no advantage.
I10  A pairing has the winner of its result; league divisions follow from the places.
I11  A table equals its recomputation, with all figures.
I12  When all are placed, the places are complete.
I13  The event can always be finished, and the engine accepts what it computes.
I14  Rows that are out of order are refused, and a refusal changes nothing; results are kept.
I15  The same journal gives the same bytes; undo and redo are exact.
I16  The lines of a draw follow from its published seed.
I17  Scores, line-ups and match lengths are legal.
I18  No seat, line-up or result names an unknown opponent.
I19  In a consolation fed by rounds, every loser enters in the right round.
I20  No player and no table has two matches at once.
I21  Dues, pots and prizes follow from terms, charges, receipts and final places.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class CheckerFinding:
    """A broken guarantee ("I1" to "I21"). `seq` is the row of the journal, 0 for the file as a whole.

    `code` names the fault, as in `messages.FINDING_MESSAGES`; `facts` are the values of its sentence.
    """

    guarantee: str
    code: str
    seq: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)


class FindingLog:
    """Collects findings while a journal is read; `seq` is the current row."""

    def __init__(self) -> None:
        self.findings: list[CheckerFinding] = []
        self.seq = 0

    def expect(self, holds: bool, guarantee: str, code: str, **facts: Any) -> bool:
        """Record a finding about a guarantee unless `holds`; return `holds`."""
        if not holds:
            self.findings.append(CheckerFinding(guarantee, code, self.seq, facts))
        return holds

    def __iter__(self) -> Iterator[CheckerFinding]:
        return iter(self.findings)
