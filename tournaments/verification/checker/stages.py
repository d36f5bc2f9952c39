"""The stages of an event, read from its journal, and the properties of their formats for the checker.

`FORMATS` lists the formats independently of `tournaments.formats`; a test compares the names. The checks of
the rounds of single formats are in `pairing.ROUND_CHECKS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import trees
from tournaments.verification.checker.trees import EMPTY, CheckedPairing, Reachability, SeatFeed, name

MAIN, CONSOLATION = "main", "consolation"
ENTRIES, FIRST_LOSSES, LOSERS, PLACES, LIVES = "entries", "first_losses", "losers", "places", "lives"


@dataclass(frozen=True, slots=True)
class CheckedStage:
    """A stage: its format and options, where its entries come from, and its match lengths by round."""

    key: str
    format: str
    origin: str = ENTRIES
    sources: tuple[str, ...] = ()
    rounds: int = 0
    first: int = 1
    last: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()

    def length(self, round_number: int) -> int:
        """Return the match length of a round, 0 for that of the event."""
        return self.lengths[min(round_number, len(self.lengths)) - 1] if self.lengths else 0


def read_stages(payload: Mapping[str, Any]) -> tuple[CheckedStage, ...]:
    """Return the stages of a row "planned"."""
    return tuple(_read_stage(item) for item in payload["stages"])


def preset(format_name: str) -> tuple[CheckedStage, ...]:
    """Return the stages of an event drawn without a plan."""
    main = CheckedStage(MAIN, "knockout")
    if format_name == "knockout_consolation":
        return (main, CheckedStage(CONSOLATION, "consolation", FIRST_LOSSES, (MAIN,)))
    return (main,) if format_name == "knockout" else (CheckedStage(MAIN, format_name),)


def owner(flight: str, planned_stages: Sequence[CheckedStage]) -> CheckedStage | None:
    """Return the stage a flight belongs to: "group_3" is one of "group"."""
    by_key = {stage.key: stage for stage in planned_stages}
    return by_key.get(flight) or by_key.get(flight.rpartition("_")[0])


def event_length(event: Mapping[str, Any], is_first: bool) -> int:
    """Return the match length of an event, in its first flight or in the others."""
    field_name = "length" if is_first or "consolation_length" not in event else "consolation_length"
    return int(event[field_name])


def _read_stage(data: Mapping[str, Any]) -> CheckedStage:
    feed = data["feed"]
    sources = tuple(feed["flights"]) or ((feed["flight"],) if feed["flight"] else ())
    return CheckedStage(
        key=data["key"],
        format=data["format"],
        origin=feed["origin"],
        sources=sources,
        rounds=feed["rounds"],
        first=feed["first"],
        last=feed["last"],
        options=data["options"],
        lengths=tuple(data["lengths"]),
    )


Board = tuple[int, int]


def berger(players: int) -> list[list[Board]]:
    """Return the rounds of the Berger tables for a number of players, by rotation.

    Round 1 pairs 1 with the last, 2 with the last but one and so on. For each further round all numbers but
    the last, which only changes sides, move on by half their number.
    """
    size = players + players % 2
    ring = list(range(1, size))
    rounds = []
    for number in range(size - 1):
        white = [ring[0], *ring[1 : size // 2]]
        black = [size, *ring[: size // 2 - 1 : -1]]
        boards = list(zip(white, black, strict=True))
        if number % 2:
            boards[0] = boards[0][::-1]
        rounds.append([board for board in boards if max(board) <= players])
        ring = ring[size // 2 :] + ring[: size // 2]
    return rounds


def schedule(players: int, options: Mapping[str, Any]) -> list[list[Board]]:
    """Return the rounds of a round robin: all `cycles`, the first `rounds`, or `matches` for each player."""
    if options.get("matches"):
        return _fixed_matches(players, min(options["matches"], players - 1))
    rounds: list[list[Board]] = []
    count = options.get("cycles", 1)
    for cycle in range(count):
        table = [[board[::-1] if cycle % 2 else board for board in row] for row in berger(players)]
        if cycle < count - 1 and len(table) > 1:
            table[-1], table[-2] = table[-2], table[-1]
        rounds += table
    return rounds[: options.get("rounds", 0) or len(rounds)]


def table(flight: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]) -> list[CheckedPairing]:
    """Return the pairings of a round robin of these feeds, without those against an empty line."""
    seats = [feed for feed in feeds if feed != EMPTY] if options.get("matches") else list(feeds)
    if len(seats) % 2 and not options.get("matches"):
        seats.append(EMPTY)
    span = (1, max(1, sum(Reachability().of(feed) for feed in seats)))
    nodes = []
    for number, row in enumerate(schedule(len(seats), options), start=1):
        for at, (a, b) in enumerate(row, start=1):
            white, black = seats[a - 1], seats[b - 1]
            if EMPTY not in {white, black}:
                nodes.append(
                    CheckedPairing(name(flight, number, at), flight, number, at, white, black, span, span)
                )
    return nodes


def groups(key: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]) -> list[CheckedPairing]:
    """Return the pairings of all groups; each has the same number of lines, some may be empty."""
    count = options.get("groups") or max(1, len(feeds) // options.get("size", 4))
    lines = max(1, len(feeds) // count)
    parts = [feeds[start : start + lines] for start in range(0, len(feeds), lines)]
    return [
        node for number, part in enumerate(parts, start=1) for node in table(f"{key}_{number}", part, options)
    ]


def _fixed_matches(players: int, matches: int) -> list[list[Board]]:
    """Return a schedule with the same number of matches for each player, of nearest numbers on a circle."""
    boards = [(at, (at + away) % players) for away in range(1, matches // 2 + 1) for at in range(players)]
    if matches % 2:
        boards += [(at, at + players // 2) for at in range(players // 2)]
    rounds: list[list[Board]] = []
    for a, b in boards:
        two = {a + 1, b + 1}
        row = next((row for row in rounds if not any(two & set(board) for board in row)), None)
        if row is None:
            row = []
            rounds.append(row)
        row.append((a + 1, b + 1))
    return rounds


ROBIN_TIE_BREAKS = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_TIE_BREAKS = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")
Draw = Callable[[CheckedStage, Sequence[SeatFeed]], list[CheckedPairing]]


@dataclass(frozen=True, slots=True)
class CheckedFormat:
    """The properties of a format for the checker.

    `draw` returns the pairings of a stage; None for a stage of rounds. `is_knockout`: its lines are those of
    a plain bracket. `joins_by_rounds`: losers join round by round, by the drop table. `is_play_off`: a
    play-off of three. `has_groups`: it has several flights. `tie_breaks` are the default ones of its table,
    empty for a bracket. `can_be_drawn`: a team meeting may end level. Rounds are paired by the scoring of the
    stage if `keeps_scoring`, by hundreds and points if `counts_margin`.
    """

    draw: Draw | None = None
    is_knockout: bool = False
    joins_by_rounds: bool = False
    is_play_off: bool = False
    has_groups: bool = False
    is_robin: bool = False
    tie_breaks: tuple[str, ...] = ()
    can_be_drawn: bool = False
    keeps_scoring: bool = False
    counts_margin: bool = False

    @property
    def has_table(self) -> bool:
        """Whether its places come from a table."""
        return bool(self.tie_breaks)

    @property
    def is_bracket(self) -> bool:
        """Whether places come from the round of elimination."""
        return self.draw is not None and not self.tie_breaks


def _knockout(stage: CheckedStage, feeds: Sequence[SeatFeed]) -> list[CheckedPairing]:
    options = stage.options
    return trees.knockout(stage.key, feeds, options.get("first", 1), options.get("placed", 2))


def _final(stage: CheckedStage, feeds: Sequence[SeatFeed]) -> list[CheckedPairing]:
    options = stage.options
    return trees.final(stage.key, feeds, options.get("final", "single"), options.get("first", 1))


FORMATS: Mapping[str, CheckedFormat] = {
    "knockout": CheckedFormat(_knockout, is_knockout=True),
    "consolation": CheckedFormat(_knockout, is_knockout=True),
    "feed_in": CheckedFormat(
        lambda stage, feeds: trees.feed_in(stage.key, feeds, stage.options.get("first", 1)),
        joins_by_rounds=True,
    ),
    "final": CheckedFormat(_final),
    "contingent": CheckedFormat(
        lambda stage, feeds: trees.play_off(stage.key, feeds, stage.options.get("first", 1)), is_play_off=True
    ),
    "round_robin": CheckedFormat(
        lambda stage, feeds: table(stage.key, feeds, stage.options),
        is_robin=True,
        tie_breaks=ROBIN_TIE_BREAKS,
        can_be_drawn=True,
    ),
    "groups": CheckedFormat(
        lambda stage, feeds: groups(stage.key, feeds, stage.options),
        has_groups=True,
        is_robin=True,
        tie_breaks=ROBIN_TIE_BREAKS,
        can_be_drawn=True,
    ),
    "swiss": CheckedFormat(tie_breaks=TABLE_TIE_BREAKS, can_be_drawn=True, keeps_scoring=True),
    "score_swiss": CheckedFormat(tie_breaks=TABLE_TIE_BREAKS, counts_margin=True),
    "lives": CheckedFormat(tie_breaks=TABLE_TIE_BREAKS),
}
# Stands for a format that the checker does not know; its rounds cannot be checked.
UNKNOWN = CheckedFormat()


def format_of(stage: CheckedStage) -> CheckedFormat:
    """Return the checker's properties of the format of a stage."""
    return FORMATS.get(stage.format, UNKNOWN)
