"""Draws, computed independently of the engine: pairings from lines, drop tables, byes, separation."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker import trees
from tournaments.verification.checker.crossed_groups import list_crossed_places
from tournaments.verification.checker.draw_lines import list_numbers_by_line
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.random_orders import shuffle
from tournaments.verification.checker.stages import FIRST_LOSSES, LOSERS, PLACES, CheckedStage
from tournaments.verification.checker.trees import (
    EMPTY,
    ENTRY,
    FIRST_LOSS,
    LOSER,
    PLACE,
    WINNER,
    CheckedPairing,
    Reachability,
    SeatFeed,
    entry_feeds,
    name,
)

# Ties of a table are decided by this order too.
shuffled = shuffle

# Rows "k f masks": for a main bracket of 2^k lines whose first f rounds feed the consolation, the masks of
# rounds 2 to f (docs/draw-methods.md).
DROP_TABLE = """
2 2 -
3 2 1 / 3 3 1 -
4 2 10 / 4 3 10 0 / 4 4 10 0 -
5 2 100 / 5 3 010 10 / 5 4 010 10 0 / 5 5 010 10 0 -
6 2 1000 / 6 3 0100 100 / 6 4 1000 110 01 / 6 5 1000 110 01 1 / 6 6 1000 110 01 1 -
7 2 10000 / 7 3 01000 1000 / 7 4 10000 1100 010 / 7 5 00100 1000 110 01
7 6 00100 1000 110 01 1 / 7 7 00100 1000 110 01 1 -
8 2 100000 / 8 3 010000 10000 / 8 4 100000 11000 0100 / 8 5 001000 10000 1100 010
8 6 010000 01100 1000 110 00 / 8 7 010000 01100 1000 110 00 1 / 8 8 010000 01100 1000 110 00 1 -
9 2 1000000 / 9 3 0100000 100000 / 9 4 1000000 110000 01000 / 9 5 0010000 100000 11000 0100
9 6 1000000 101000 00100 0100 110 / 9 7 1000000 110000 11100 0010 010 10
9 8 0010000 010000 01100 1000 110 00 1 / 9 9 0010000 010000 01100 1000 110 00 1 -
10 2 10000000 / 10 3 01000000 1000000 / 10 4 10000000 1100000 010000
10 5 00100000 1000000 110000 01000 / 10 6 10000000 1010000 001000 01000 1100
10 7 01000000 1000000 101000 01100 0010 110 / 10 8 10000000 0010000 010000 01100 1010 110 00
10 9 10000000 1010000 110000 11100 0010 010 10 0 / 10 10 10000000 1010000 110000 11100 0010 010 10 0 -
"""


def _read_drop_table() -> dict[tuple[int, int], list[str]]:
    rows = (part.split() for line in DROP_TABLE.strip().splitlines() for part in line.split("/"))
    return {(int(k), int(f)): ["" if mask == "-" else mask for mask in masks] for k, f, *masks in rows}


MASKS = _read_drop_table()


def masks(rounds: int, fed: int, *, has_twin_byes: bool = False) -> list[str]:
    """Return the masks of rounds 1 to `fed` of a bracket: digit 1 exchanges halves, digit 2 quarters, ...

    If two byes of the first round are adjacent, the last digit of the second round's mask is 1.
    """
    if fed == 1:
        return [""]
    second, *rest = MASKS[rounds, fed]
    return ["", f"{second[:-1]}1" if has_twin_byes and rounds > 2 else second, *rest]


def _has_twin_byes(opening: Sequence[CheckedPairing], reachability: Reachability) -> bool:
    byes = [reachability.seats(node) < 2 for node in opening]
    return any(one and other for one, other in zip(byes[::2], byes[1::2], strict=False))


def drop_line(position: int, mask: str, width: int) -> int:
    """Return the position (from 1, of `width`) that a mask exchanges with this one."""
    digits = width.bit_length() - 1
    mask_digits = mask.ljust(digits, "0") if mask else "0" * digits
    position_digits = f"{position - 1:b}".zfill(digits) if digits else ""
    exchanged_digits = "".join(
        "1" if a != b else "0" for a, b in zip(position_digits, mask_digits, strict=True)
    )
    return int(exchanged_digits or "0", 2) + 1


def consolation_feeds(main: Sequence[CheckedPairing], rounds: int = 0, starters: int = 0) -> list[SeatFeed]:
    """Return the feeds of a consolation: the losers of the first `rounds` rounds of a knockout.

    `starters` is the number of lines for entries that start in the consolation.
    """
    rows = main_rows(main)
    last = count_sending_rounds(rounds, len(rows))
    round_offset = 1 if starters else 0
    reachability, feeds = Reachability(main), [EMPTY] * starters
    has_twins = _has_twin_byes(rows[0], reachability) and not round_offset
    round_masks = masks(len(rows) + round_offset, last + round_offset, has_twin_byes=has_twins)
    for number, mask in enumerate(round_masks[round_offset:], start=1):
        row = rows[number - 1]
        kind = FIRST_LOSS if number == last < len(rows) else LOSER
        lost = (SeatFeed(kind, row[drop_line(at, mask, len(row)) - 1].name) for at in range(1, len(row) + 1))
        feeds += [feed if reachability.of(feed) else EMPTY for feed in lost]
    return feeds


def count_sending_rounds(rounds: int, played: int) -> int:
    """Return how many of the played rounds send losers on: 0 stands for all, -1 for all without the final."""
    if rounds < 0:
        return max(played - 1, 1)
    return played if rounds == 0 else min(rounds, played)


def main_rows(main: Sequence[CheckedPairing]) -> list[list[CheckedPairing]]:
    """Return the rounds of a knockout without the matches for lower places."""
    width = sum(node.round == 1 for node in main)
    rows = []
    for number in range(1, width.bit_length() + 1):
        rows.append([node for node in main if node.round == number][: width >> (number - 1)])
    return rows


LinesByStage = Mapping[str, Sequence[int]]
Rounds = Mapping[str, Mapping[int, Mapping[str, Any]]]
Built = dict[str, list[CheckedPairing]]


def nodes(
    stages: Sequence[CheckedStage], lines_by_stage: LinesByStage, rounds: Rounds
) -> list[CheckedPairing]:
    """Return all pairings of an event as far as it is drawn, each after those its entries come from."""
    built: Built = {}
    for stage in stages:
        feeds = feeds_of(stage, stages, built, lines_by_stage)
        draw = format_of(stage).draw
        if draw is None:
            built[stage.key] = _boards(stage, rounds.get(stage.key, {}))
        elif feeds is not None:
            built[stage.key] = draw(stage, feeds)
    return [node for stage_nodes in built.values() for node in stage_nodes]


def is_dependent(stage: CheckedStage, stages: Sequence[CheckedStage]) -> bool:
    """Whether a stage has no draw of its own: its seats are fixed before its source stages start."""
    if stage.origin not in {FIRST_LOSSES, LOSERS, PLACES} or stage.options.get("drawn_later"):
        return False
    static = {other.key for other in stages if format_of(other).draw is not None}
    owners = [source if source in static else source.rpartition("_")[0] for source in stage.sources]
    return stage.key in static and all(owner in static for owner in owners)


def feeds_of(
    stage: CheckedStage,
    stages: Sequence[CheckedStage],
    built: Built,
    lines_by_stage: LinesByStage,
) -> list[SeatFeed] | None:
    """Return one feed for each line of a stage; None while it is not drawn."""
    if not is_dependent(stage, stages):
        return entry_feeds(lines_by_stage[stage.key]) if stage.key in lines_by_stage else None
    if not all(source in built or source.rpartition("_")[0] in built for source in stage.sources):
        return None
    feeds = _dependent_feeds(stage, built)
    for line, entry in enumerate(lines_by_stage.get(stage.key, ())):
        if entry:
            feeds[line] = SeatFeed(ENTRY, entry)
    return feeds


def _dependent_feeds(stage: CheckedStage, built: Built) -> list[SeatFeed]:
    main = built.get(stage.sources[0], [])
    if stage.origin == FIRST_LOSSES:
        opening = sum(node.round == 1 for node in main)
        return [SeatFeed(FIRST_LOSS, name(stage.sources[0], 1, at)) for at in range(1, opening + 1)]
    if stage.origin == LOSERS and format_of(stage).joins_by_rounds:
        return consolation_feeds(main, stage.rounds, stage.options.get("starters", 0))
    if stage.origin == LOSERS:
        return _loser_feeds(main, stage.rounds)
    return _place_feeds(stage, built)


def _loser_feeds(played: Sequence[CheckedPairing], rounds: int) -> list[SeatFeed]:
    """Return the losers of a flight on the lines of a knockout: losers of later rounds get better numbers."""
    reachability = trees.Reachability(played)
    last = count_sending_rounds(rounds, max((node.round for node in played), default=0))
    order = sorted(played, key=lambda node: (-node.round, node.position))
    lost = [SeatFeed(LOSER, node.name) for node in order if node.round <= last]
    return on_lines([feed for feed in lost if reachability.of(feed)])


def on_lines(numbered: Sequence[SeatFeed]) -> list[SeatFeed]:
    """Return feeds, given by draw number, on the lines of a bracket; missing numbers are byes."""
    size = 2
    while size < len(numbered):
        size *= 2
    numbers = list_numbers_by_line(size)
    return [numbered[number - 1] if number <= len(numbered) else EMPTY for number in numbers]


def _place_feeds(stage: CheckedStage, built: Built) -> list[SeatFeed]:
    flights = [each for source in stage.sources for each in _flights(source, built)]
    last = max(stage.last, stage.first)
    is_knockout = format_of(stage).is_knockout
    if is_knockout and _is_group(stage.sources[0], built):
        return _crossed_feeds(stage, flights, built)
    feeds = [_place(each, place, built) for place in range(stage.first, last + 1) for each in flights]
    return on_lines(feeds) if is_knockout else feeds


def _crossed_feeds(stage: CheckedStage, flights: Sequence[str], built: Built) -> list[SeatFeed]:
    """Return the places of groups on the lines of a knockout.

    "A place beyond the players of a smaller group is a bye."
    """
    entries: dict[str, set[object]] = {flight: set() for flight in flights}
    for node in (node for nodes_of_stage in built.values() for node in nodes_of_stage):
        if node.flight in entries:
            entries[node.flight] |= {feed.of for feed in node.feeds if feed.kind == ENTRY}
    feeds = []
    for group_place in list_crossed_places(len(flights), max(stage.last, stage.first) - stage.first + 1):
        flight = flights[group_place[0] - 1] if group_place else ""
        place = group_place[1] + stage.first - 1 if group_place else 0
        is_taken = bool(flight) and place <= len(entries[flight])
        feeds.append(SeatFeed(PLACE, (flight, place)) if is_taken else EMPTY)
    return feeds


def _is_group(source: str, built: Built) -> bool:
    """Whether a source is a stage of groups, or one of its groups."""
    key = source if source in built else source.rpartition("_")[0]
    return any(node.flight != key for node in built[key])


def _flights(source: str, built: Built) -> list[str]:
    if source not in built:
        return [source]
    return list(dict.fromkeys(node.flight for node in built[source])) or [source]


def _place(flight: str, place: int, built: Built) -> SeatFeed:
    """Return the feed of a place: the winner or loser of the pairing that decides it, or a table."""
    key = flight if flight in built else flight.rpartition("_")[0]
    played = [node for node in built[key] if node.flight == flight]
    if any(feed.kind.startswith("reset") for node in played for feed in node.feeds):
        return SeatFeed(PLACE, (flight, place))
    overall_place = place + min((node.winner_span[0] for node in played), default=1) - 1
    for node in reversed(played):
        if node.winner_span == (overall_place, overall_place):
            return SeatFeed(WINNER, node.name)
        if node.loser_span == (overall_place, overall_place):
            return SeatFeed(LOSER, node.name)
    return SeatFeed(PLACE, (flight, place))


def _boards(stage: CheckedStage, rounds: Mapping[int, Mapping[str, Any]]) -> list[CheckedPairing]:
    """Return the pairings of paired rounds."""
    return [
        CheckedPairing(name(stage.key, number, at), stage.key, number, at, *_board_feeds(board))
        for number in sorted(rounds)
        for at, board in enumerate(rounds[number]["boards"], start=1)
    ]


def _board_feeds(board: Mapping[str, Any]) -> tuple[SeatFeed, SeatFeed]:
    return SeatFeed(ENTRY, int(board["white"])), SeatFeed(ENTRY, int(board["black"]))


TAG_KINDS = ("club", "country", "family")


def entry_tags(item: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """Return the tags of an entry from its details in a row `entered` or `described`."""
    shared = [(kind, str(item[kind])) for kind in TAG_KINDS if item.get(kind)]
    return frozenset([*shared, *(("partner", str(pair)) for pair in item.get("partners", ()))])
