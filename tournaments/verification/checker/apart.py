"""Whether a bracket keeps people apart: exchanging two whom no seed holds may not do better."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker.findings import Notes
from tournaments.verification.checker.stages import Stage

# What it costs that two of one kind can meet in the last round they should not; a round earlier, twice that.
COSTS = {"met": 16, "family": 8, "partner": 8, "club": 4, "country": 1}
WORDS = ("club", "country", "family")
Tags = Mapping[int, frozenset[tuple[str, str]]]


def tags(item: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """What an entry shares with others, from an item of "entered" or "described"."""
    told = [(word, str(item[word])) for word in WORDS if item.get(word)]
    return frozenset([*told, *(("partner", str(pair)) for pair in item.get("partners", ()))])


def check_apart(notes: Notes, stage: Stage, lines: Sequence[int], seeds: Sequence[int], known: Tags) -> None:
    """I16: the method stops only where no exchange of two people without a seed lowers the cost."""
    depth = len(lines).bit_length() - 1
    wishes = {kind: min(int(rounds), depth) for kind, rounds in stage.options.get("apart", {}).items()}
    free = [line for line, entry in enumerate(lines) if entry and entry not in seeds]
    before = {line: _cost(lines, line, known, wishes) for line in free}
    for line in free:
        for other in free if before[line] else ():
            changed = list(lines)
            changed[line], changed[other] = lines[other], lines[line]
            after = sum(_cost(changed, each, known, wishes) for each in (line, other))
            better = after < before[line] + before[other]
            facts = {"flight": stage.key, "entry": lines[line], "other": lines[other]}
            notes.must(not better, "I16", "drawn_too_near", **facts)
            if better:
                return


def _cost(lines: Sequence[int], line: int, known: Tags, wishes: Mapping[str, int]) -> int:
    """What it costs whom somebody on this line can meet, and when."""
    own = known.get(lines[line], frozenset())
    most = max((wishes.get(kind, 0) for kind, _ in own), default=0)
    start = line >> most << most
    return sum(
        COSTS[kind] << (wishes[kind] - (line ^ there).bit_length())
        for there in range(start, start + (1 << most))
        if there != line and lines[there]
        for kind, _ in own & known.get(lines[there], frozenset())
        if (line ^ there).bit_length() <= wishes.get(kind, 0)
    )
