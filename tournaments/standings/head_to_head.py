"""Head-to-head tie-breaks among two or more tied entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.standings.meetings import AT_THE_BOARD, DRAWN, VOID, Meeting, Scoring
from tournaments.standings.sheet import Part, Sheet, Value

HEAD_TO_HEAD, PLAYOFF = "head_to_head", "playoff"
# What a part is called when those who are level by the figure are looked at again by themselves.
REPEATED_CODES = {code: f"again_{code}" for code in ("won", "lost", "drawn", "shared")}
REPEATED_CODES |= {code: code for code in REPEATED_CODES.values()}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The tied in blocks, best first, and the figure of each; one block means that nothing is decided."""

    blocks: tuple[tuple[int, ...], ...]
    values: Mapping[int, Value]


def head_to_head(sheet: Sheet, tied: Collection[int]) -> Ranking:
    """Who did better among the tied themselves.

    Several meetings of two count as their mean. While some of the tied have not met, a block is put ahead
    only when no result of the missing matches could change that (FIDE C.07 6). A block that has become
    smaller is looked at again by itself.
    """
    return _ranked(HEAD_TO_HEAD, sheet.results.meetings, tied, sheet.results.scoring)


def playoff(sheet: Sheet, tied: Collection[int]) -> Ranking:
    """Who did better in the matches played to break the tie."""
    return _ranked(PLAYOFF, sheet.results.playoffs, tied, sheet.results.scoring)


def _ranked(name: str, meetings: Sequence[Meeting], tied: Collection[int], scoring: Scoring) -> Ranking:
    among = [meeting for meeting in meetings if {meeting.white, meeting.black} <= set(tied)]
    values = {entry: _value(name, among, entry, scoring) for entry in tied}
    blocks = _blocks(values, among, tied, scoring)
    if len(blocks) == 1:
        return Ranking(blocks, values)
    finer = [_ranked(name, among, block, scoring) for block in blocks]
    for part in finer:
        if len(part.blocks) > 1:
            values |= {entry: _with_decider(values[entry], value) for entry, value in part.values.items()}
    return Ranking(tuple(block for part in finer for block in part.blocks), values)


def _with_decider(value: Value, alone: Value) -> Value:
    """A figure with what decided among those who are level by it: their matches against each other alone."""
    decided = tuple(replace(part, code=REPEATED_CODES[part.code], amount=Fraction(0)) for part in alone.parts)
    return replace(value, parts=(*value.parts, *decided))


def _value(name: str, among: Iterable[Meeting], entry: int, scoring: Scoring) -> Value:
    meetings_by_opponent: dict[int, list[Meeting]] = {}
    for meeting in among:
        if _counts(meeting) and entry in (meeting.white, meeting.black):
            meetings_by_opponent.setdefault(meeting.opponent_of(entry), []).append(meeting)
    parts = tuple(
        _part(meetings, opponent, entry, scoring)
        for opponent, meetings in sorted(meetings_by_opponent.items())
    )
    return Value(name, sum((part.amount for part in parts), Fraction(0)), parts)


def _part(meetings: Sequence[Meeting], opponent: int, entry: int, scoring: Scoring) -> Part:
    won_count = sum(meeting.winner == entry for meeting in meetings)
    drawn_count = sum(meeting.ending == DRAWN for meeting in meetings)
    lost_count = len(meetings) - won_count - drawn_count
    scored = won_count * scoring.win + drawn_count * scoring.draw + lost_count * scoring.loss
    return Part(
        "won"
        if won_count > lost_count
        else "lost"
        if won_count < lost_count
        else "drawn"
        if drawn_count == len(meetings)
        else "shared",
        scored / len(meetings),
        meetings[-1].round,
        opponent,
    )


def _counts(meeting: Meeting) -> bool:
    return meeting.ending != VOID and (meeting.ending in {*AT_THE_BOARD, DRAWN} or meeting.winner != 0)


def _blocks(
    values: Mapping[int, Value], among: Sequence[Meeting], tied: Collection[int], scoring: Scoring
) -> tuple[tuple[int, ...], ...]:
    pairs_met = {frozenset((meeting.white, meeting.black)) for meeting in among if _counts(meeting)}
    missing = {
        entry: sum(other != entry and frozenset((entry, other)) not in pairs_met for other in tied)
        for entry in tied
    }
    low = {entry: values[entry].amount + missing[entry] * scoring.loss for entry in tied}
    high = {entry: values[entry].amount + missing[entry] * scoring.win for entry in tied}
    order = sorted(tied, key=lambda entry: (-low[entry], -high[entry], entry))
    return tuple(_cut(order, low, high))


def _cut(
    order: Sequence[int], low: Mapping[int, Fraction], high: Mapping[int, Fraction]
) -> Iterable[tuple[int, ...]]:
    start = 0
    for end in range(1, len(order) + 1):
        rest = order[end:]
        if not rest or min(low[one] for one in order[start:end]) > max(high[one] for one in rest):
            yield tuple(sorted(order[start:end]))
            start = end
