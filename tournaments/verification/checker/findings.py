"""Findings of the checker: the broken guarantee, the journal line and the facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

PROMISES = tuple(f"I{number}" for number in range(1, 21))


@dataclass(frozen=True, slots=True)
class CheckerFinding:
    """A broken guarantee. `seq` is the row of the journal, 0 for the file as a whole."""

    promise: str
    code: str
    seq: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)


class FindingLog:
    """Collects findings while a journal is read; `seq` is the current row."""

    def __init__(self) -> None:
        self.findings: list[CheckerFinding] = []
        self.seq = 0

    def expect(self, holds: bool, promise: str, code: str, **facts: Any) -> bool:
        """Record a finding unless `holds`; return `holds`."""
        if not holds:
            self.findings.append(CheckerFinding(promise, code, self.seq, facts))
        return holds

    def __iter__(self) -> Iterator[CheckerFinding]:
        return iter(self.findings)
