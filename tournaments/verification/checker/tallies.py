"""What every round was to every entry of a flight: the raw material of a table, read from nodes and byes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.nodes import Node
from tournaments.verification.checker.seats import Fate, Seating
from tournaments.verification.checker.stages import Stage

AT_THE_BOARD = frozenset({"played", "retired", "drawn"})
DEFAULTS = {"win": "1", "draw": "1/2", "loss": "0", "bye": "1", "half_bye": "1/2", "away": "0"}
FOR_RATINGS = {"pr_lower": "1", "pr_equal": "1/2", "pr_within": "0"}
BYE_SCORES = {"half": "half_bye", "zero": "away"}
NO_TIE_ORDER: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Turn:
    """One round of one entry: `what` is a word of `DEFAULTS` or how a meeting ended, seen from this side.

    `missing` are the points a match played to its end lacked to be won, None for any other round. `rating` is
    how well the entry played it, `for_rating` what it has for playing it better, `length` what a match at the
    board was played to.
    """

    round: int
    what: str
    opponent: int = 0
    is_won: bool = False
    points: tuple[int, int] = (0, 0)
    missing: int | None = None
    is_drawn: bool = False
    rating: Fraction | None = None
    for_rating: Fraction = Fraction(0)
    length: int = 0

    @property
    def is_played(self) -> bool:
        """Whether two people sat at the board."""
        return self.what == "board"


@dataclass(slots=True)
class Tally:
    """The turns of every entry, round after round, and what a round is worth."""

    turns: dict[int, list[Turn]]
    worth: Mapping[str, Fraction]
    is_robin: bool
    rounds: int = 0
    annulled: tuple[int, ...] = ()
    tie_order: Mapping[int, int] = field(default_factory=dict)
    scores: dict[int, Fraction] = field(init=False)
    adjusted: dict[int, Fraction] = field(init=False)

    def __post_init__(self) -> None:
        self.scores = {entry: sum(map(self.of, row), Fraction(0)) for entry, row in self.turns.items()}
        self.adjusted = {entry: self._adjusted(row) for entry, row in self.turns.items()}

    @property
    def half(self) -> Fraction:
        """Half a round."""
        return (self.worth["win"] + self.worth["loss"]) / 2

    def of(self, turn: Turn) -> Fraction:
        """What a round scored."""
        if turn.what in {"bye", "half_bye", "away"}:
            return self.worth[turn.what]
        if turn.is_drawn:
            return self.worth["draw"]
        if turn.is_won:
            return self.worth["win"] + self._extra(turn)
        return self.worth["away"] if turn.what == "absent" else self.worth["loss"] + self._extra(turn)

    def _extra(self, turn: Turn) -> Fraction:
        """A bonus for losing narrowly or winning to nil, where the plan gives any."""
        if turn.missing is None:
            return Fraction(0)
        if turn.is_won:
            return self.worth.get("clear", Fraction(0)) if turn.points[1] == 0 else Fraction(0)
        narrow = turn.missing <= self.worth.get("within", Fraction(0))
        return self.worth.get("close", Fraction(0)) if narrow else Fraction(0)

    def _adjusted(self, row: Sequence[Turn]) -> Fraction:
        """As opponents count it: asked byes at the end, with nothing played after them, are half a round."""
        total = sum(map(self.of, row), Fraction(0))
        if self.is_robin:
            return total
        for turn in reversed(row):
            if turn.what in {"half_bye", "away"}:
                total += self.half - self.of(turn)
            elif turn.what != "absent" or turn.is_won:
                break
        return total


def tally(
    seating: Seating,
    stage: Stage,
    flight: str,
    members: Sequence[int],
    rounds: Mapping[int, Mapping[str, Any]],
    lengths: Mapping[tuple[str, int], int],
    *,
    boards: int = 0,
    tie_order: Mapping[int, int] = NO_TIE_ORDER,
) -> Tally:
    """The tally of a flight as it stands; `boards` is how many a meeting of teams has, `lots`
    part what nothing else does."""
    nodes = seating.flight(flight)
    fates = {node.name: seating.fate(node.name) for node in nodes}
    seated = [seat for fate in fates.values() for seat in (fate.white, fate.black) if seat]
    entries = list(dict.fromkeys(members or seated))
    is_robin = format_of(stage).is_robin
    annulled = annulled_of(seating, flight, fates) if is_robin else set()
    score_texts = {**DEFAULTS, **FOR_RATINGS, **stage.options.get("scoring", {})}
    worth = {name: Fraction(value) for name, value in score_texts.items()}
    turns: dict[int, dict[int, list[Turn]]] = {entry: {} for entry in entries if entry not in annulled}
    for node in nodes:
        fate = fates[node.name]
        has_met = fate.eliminated or (fate.winner == 0 and fate.is_contested)
        if has_met and not annulled & {fate.white, fate.black}:
            result = seating.results.get(node.name)
            _meet(turns, node, fate, result, _length(stage, node, lengths), worth, boards)
    for number, paired in rounds.items():
        for bye in paired["byes"]:
            if bye["entry"] in turns:
                turn = Turn(number, BYE_SCORES.get(bye["kind"], "bye"))
                turns[bye["entry"]].setdefault(number, []).append(turn)
    filled = _filled(turns, is_robin)
    played = max((row[-1].round for row in filled.values() if row), default=0)
    announced = len(rounds) or max((node.round for node in nodes), default=0)
    left_out = tuple(entry for entry in entries if entry in annulled)
    return Tally(filled, worth, is_robin, max(announced, played), left_out, tie_order)


def _filled(turns: Mapping[int, Mapping[int, list[Turn]]], is_robin: bool) -> dict[int, list[Turn]]:
    """Rounds in order; where somebody is not named in a round of a Swiss, he was away."""
    last = 0 if is_robin else max((number for row in turns.values() for number in row), default=0)
    return {
        entry: [
            turn
            for number in sorted({*row, *range(1, last + 1)})
            for turn in row.get(number, [Turn(number, "away")])
        ]
        for entry, row in turns.items()
    }


def _meet(
    turns: dict[int, dict[int, list[Turn]]],
    node: Node,
    fate: Fate,
    result: Mapping[str, Any] | None,
    length: int,
    worth: Mapping[str, Fraction],
    boards: int,
) -> None:
    ending = result["ending"] if result is not None and fate.how in {"result", "ruling"} else "walkover"
    if ending == "void":
        return
    what = "board" if ending in AT_THE_BOARD else "ruled" if ending == "ruled" else "absent"
    scores = (
        (result["white_score"], result["black_score"]) if result is not None and what == "board" else (0, 0)
    )
    # Where a result went with its people to another round, it keeps the length it was played under.
    limit = max(scores) if ending == "played" else max(length, *scores)
    white, black = (min(score, limit) for score in scores)
    sides = ((fate.white, fate.black, (white, black)), (fate.black, fate.white, (black, white)))
    ratings = _ratings(result, worth) if result is not None and what == "board" else {}
    for entry, other, points in sides:
        if entry in turns and entry is not None:
            missing = limit - points[0] if ending == "played" else None
            ended = fate.winner == entry, points, missing, ending == "drawn"
            side = "white" if entry == fate.white else "black"
            turn = Turn(node.round, what, other or 0, *ended, *ratings.get(side, ()))
            if result is not None and what == "board":
                turn = replace(turn, length=boards or _played_to(result, length))
            turns[entry].setdefault(node.round, []).append(turn)


def _played_to(result: Mapping[str, Any], length: int) -> int:
    """The points a match was really played to: one that was broken off at its length went further."""
    winning_score = max(result["white_score"], result["black_score"])
    if result["ending"] == "played" or not length:
        return int(winning_score)
    return length if winning_score < length else int(winning_score) + 1


def is_measured(result: Mapping[str, Any]) -> bool:
    """Whether it is known who has the point for the lower rating."""
    measure = result.get("measure") or {"to": "", "white": None}
    return bool(measure["to"]) or measure["white"] is not None


def _ratings(
    result: Mapping[str, Any], worth: Mapping[str, Fraction]
) -> dict[str, tuple[Fraction | None, Fraction]]:
    """By side, the rating and what there is for it."""
    if not is_measured(result):
        return {}
    measure = result["measure"]
    lower, equal, nothing = worth["pr_lower"], worth["pr_equal"], Fraction(0)
    if measure["to"]:
        ruled = {"half": (equal, equal), "white": (lower, nothing), "black": (nothing, lower)}
        white, black = ruled.get(measure["to"], (nothing, nothing))
        return {"white": (None, white), "black": (None, black)}
    apart = measure["black"] - measure["white"]
    if abs(apart) <= worth["pr_within"]:
        shares = (equal, equal)
    else:
        shares = (lower, nothing) if apart > 0 else (nothing, lower)
    return {"white": (measure["white"], shares[0]), "black": (measure["black"], shares[1])}


def _length(stage: Stage, node: Node, lengths: Mapping[tuple[str, int], int]) -> int:
    changed_length = lengths.get((node.flight, node.round)) or lengths.get((stage.key, node.round))
    planned = stage.lengths[min(node.round, len(stage.lengths)) - 1] if stage.lengths else 0
    return changed_length or planned


def annulled_of(seating: Seating, flight: str, fates: Mapping[str, Fate]) -> set[int]:
    """Entries that left with a match to play, before half of theirs was played: none of them counts."""
    scheduled_counts: Counter[int] = Counter()
    played_counts: Counter[int] = Counter()
    for fate in fates.values():
        if fate.white and fate.black:
            scheduled_counts.update((fate.white, fate.black))
            played_counts.update((fate.white, fate.black) if fate.is_contested else ())
    absent_entries = {entry for fate in fates.values() if fate.how == "absence" for entry in fate.eliminated}
    return {
        entry
        for entry in absent_entries
        if seating.withdrawal_turn(entry, flight) and 2 * played_counts[entry] < scheduled_counts[entry]
    }
