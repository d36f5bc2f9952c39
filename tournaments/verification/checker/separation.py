"""Whether a bracket keeps people apart: exchanging two whom no seed holds may not do better."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.stages import Stage

# What it costs that two of one kind can meet in the last round they should not; a round earlier, twice that.
COSTS = {"met": 16, "family": 8, "partner": 8, "club": 4, "country": 1}
TAG_KINDS = ("club", "country", "family")
Tags = Mapping[int, frozenset[tuple[str, str]]]


def entry_tags(item: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """What an entry shares with others, from an item of "entered" or "described"."""
    shared = [(kind, str(item[kind])) for kind in TAG_KINDS if item.get(kind)]
    return frozenset([*shared, *(("partner", str(pair)) for pair in item.get("partners", ()))])


def check_separation(
    notes: FindingLog, stage: Stage, lines: Sequence[int], seeds: Sequence[int], tags_by_entry: Tags
) -> None:
    """I16: the method stops only where no exchange of two people without a seed lowers the cost."""
    depth = len(lines).bit_length() - 1
    rounds_by_kind = {
        kind: min(int(rounds), depth) for kind, rounds in stage.options.get("apart", {}).items()
    }
    free = [line for line, entry in enumerate(lines) if entry and entry not in seeds]
    before = {line: _cost(lines, line, tags_by_entry, rounds_by_kind) for line in free}
    for line in free:
        for other in free if before[line] else ():
            changed = list(lines)
            changed[line], changed[other] = lines[other], lines[line]
            after = sum(_cost(changed, each, tags_by_entry, rounds_by_kind) for each in (line, other))
            better = after < before[line] + before[other]
            facts = {"flight": stage.key, "entry": lines[line], "other": lines[other]}
            notes.expect(not better, "I16", "drawn_too_near", **facts)
            if better:
                return


def _cost(lines: Sequence[int], line: int, tags_by_entry: Tags, rounds_by_kind: Mapping[str, int]) -> int:
    """What it costs whom somebody on this line can meet, and when."""
    own_tags = tags_by_entry.get(lines[line], frozenset())
    max_rounds = max((rounds_by_kind.get(kind, 0) for kind, _ in own_tags), default=0)
    start = line >> max_rounds << max_rounds
    return sum(
        COSTS[kind] << (rounds_by_kind[kind] - (line ^ other_line).bit_length())
        for other_line in range(start, start + (1 << max_rounds))
        if other_line != line and lines[other_line]
        for kind, _ in own_tags & tags_by_entry.get(lines[other_line], frozenset())
        if (line ^ other_line).bit_length() <= rounds_by_kind.get(kind, 0)
    )
