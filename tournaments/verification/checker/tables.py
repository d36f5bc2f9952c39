"""Tables, computed independently of the engine: rounds of each entry, tie-break figures, ranks."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.scores import ROUND_LENGTH
from tournaments.verification.checker.seats import Outcome, Seating
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.trees import CheckedPairing

AT_THE_BOARD = frozenset({"played", "retired", "drawn"})
SCORING_DEFAULTS = {"win": "1", "draw": "1/2", "loss": "0", "bye": "1", "half_bye": "1/2", "away": "0"}
RATING_DEFAULTS = {"pr_lower": "1", "pr_equal": "1/2", "pr_within": "0"}
BYE_SCORES = {"half": "half_bye", "zero": "away"}
NO_TIE_ORDER: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """One round of one entry.

    `kind` is "board", "ruled" or "absent" for a pairing, else the kind of bye (a key of the scoring).
    `points` are own and opponent's points; `missing` those the entry lacked to win, None unless the match was
    completed.
    `rating` is its performance rating, `for_rating` its share of the point for the lower rating, `length` the
    length of a played match.
    """

    round: int
    kind: str
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
        """Whether it was played at the board."""
        return self.kind == "board"


@dataclass(slots=True)
class RoundTally:
    """The results of a flight for its table.

    `turns`: entry -> its rounds in order. `scoring`: value of a win, loss, bye and so on. `adjusted` are the
    scores as they count for the Buchholz scores of opponents. `matches`: entry -> its matches in a round
    robin, played or to be played, without those that do not count. `survival`: entry -> the rounds it
    survived and the lives left to it, in rounds for lives.
    """

    turns: dict[int, list[CheckedRound]]
    scoring: Mapping[str, Fraction]
    is_round_robin: bool
    rounds: int = 0
    annulled: tuple[int, ...] = ()
    tie_order: Mapping[int, int] = field(default_factory=dict)
    matches: Mapping[int, int] = field(default_factory=dict)
    survival: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    scores: dict[int, Fraction] = field(init=False)
    adjusted: dict[int, Fraction] = field(init=False)

    def __post_init__(self) -> None:
        self.scores = {entry: sum(map(self.of, row), Fraction(0)) for entry, row in self.turns.items()}
        self.adjusted = {entry: self._adjusted(row) for entry, row in self.turns.items()}

    @property
    def half(self) -> Fraction:
        """The value of half a round."""
        return (self.scoring["win"] + self.scoring["loss"]) / 2

    def of(self, turn: CheckedRound) -> Fraction:
        """Return the score of a round."""
        if turn.kind in {"bye", "half_bye", "away"}:
            return self.scoring[turn.kind]
        if turn.is_drawn:
            return self.scoring["draw"]
        if turn.is_won:
            return self.scoring["win"] + self._extra(turn)
        return self.scoring["away"] if turn.kind == "absent" else self.scoring["loss"] + self._extra(turn)

    def _extra(self, turn: CheckedRound) -> Fraction:
        """Return the bonus for a narrow loss or a win to nil, if any."""
        if turn.missing is None:
            return Fraction(0)
        if turn.is_won:
            return self.scoring.get("clear", Fraction(0)) if turn.points[1] == 0 else Fraction(0)
        narrow = turn.missing <= self.scoring.get("within", Fraction(0))
        return self.scoring.get("close", Fraction(0)) if narrow else Fraction(0)

    def _adjusted(self, row: Sequence[CheckedRound]) -> Fraction:
        """Return the score that opponents count: requested byes at the end are worth half a round."""
        total = sum(map(self.of, row), Fraction(0))
        if self.is_round_robin:
            return total
        for turn in reversed(row):
            if turn.kind in {"half_bye", "away"}:
                total += self.half - self.of(turn)
            elif turn.kind != "absent" or turn.is_won:
                break
        return total


def tally(
    seating: Seating,
    stage: CheckedStage,
    flight: str,
    members: Sequence[int],
    rounds: Mapping[int, Mapping[str, Any]],
    lengths: Mapping[tuple[str, int], int],
    *,
    boards: int = 0,
    tie_order: Mapping[int, int] = NO_TIE_ORDER,
) -> RoundTally:
    """Return the tally of a flight. `boards` of a team meeting (else 0) stand for its length."""
    nodes = seating.flight(flight)
    outcomes = {node.name: seating.outcome(node.name) for node in nodes}
    seated = [seat for outcome in outcomes.values() for seat in (outcome.white, outcome.black) if seat]
    entries = list(dict.fromkeys(members or seated))
    is_round_robin = format_of(stage).is_round_robin
    annulled = annulled_of(seating, flight, outcomes) if is_round_robin else set()
    score_texts = {**SCORING_DEFAULTS, **RATING_DEFAULTS, **stage.options.get("scoring", {})}
    scoring = {name: Fraction(value) for name, value in score_texts.items()}
    turns: dict[int, dict[int, list[CheckedRound]]] = {
        entry: {} for entry in entries if entry not in annulled
    }
    for node in nodes:
        outcome = outcomes[node.name]
        has_met = outcome.eliminated or (outcome.winner == 0 and outcome.is_contested)
        if has_met and not annulled & {outcome.white, outcome.black}:
            result = seating.results.get(node.name)
            _add_meeting(turns, node, outcome, result, _length(stage, node, lengths), scoring, boards)
    _add_byes(turns, rounds, {node.round for node in nodes if outcomes[node.name].decided})
    entry_rounds = _fill_absences(turns, is_round_robin)
    played = max((row[-1].round for row in entry_rounds.values() if row), default=0)
    announced = len(rounds) or max((node.round for node in nodes), default=0)
    left_out = tuple(entry for entry in entries if entry in annulled)
    matches = _count_matches(seating, outcomes, annulled) if is_round_robin else {}
    return RoundTally(
        entry_rounds, scoring, is_round_robin, max(announced, played), left_out, tie_order, matches
    )


def _add_byes(
    turns: dict[int, dict[int, list[CheckedRound]]],
    rounds: Mapping[int, Mapping[str, Any]],
    begun: Collection[int],
) -> None:
    """Add the byes of rounds that have begun, and of rounds of byes only."""
    for number, paired in rounds.items():
        for bye in paired["byes"]:
            if bye["entry"] in turns and (number in begun or not paired["boards"]):
                turn = CheckedRound(number, BYE_SCORES.get(bye["kind"], "bye"))
                turns[bye["entry"]].setdefault(number, []).append(turn)


def _count_matches(
    seating: Seating, outcomes: Mapping[str, Outcome], annulled: Collection[int]
) -> Mapping[int, int]:
    counts: dict[int, int] = {}
    for name, outcome in outcomes.items():
        pair = [seat for seat in (outcome.white, outcome.black) if seat and seat not in annulled]
        result = seating.results.get(name)
        if len(pair) == 2 and (result is None or result["ending"] != "void"):
            for entry in pair:
                counts[entry] = counts.get(entry, 0) + 1
    return counts


def _fill_absences(
    turns: Mapping[int, Mapping[int, list[CheckedRound]]], is_round_robin: bool
) -> dict[int, list[CheckedRound]]:
    """Return the rounds of each entry in order; a Swiss round without the entry is an absence."""
    last = 0 if is_round_robin else max((number for row in turns.values() for number in row), default=0)
    return {
        entry: [
            turn
            for number in sorted({*row, *range(1, last + 1)})
            for turn in row.get(number, [CheckedRound(number, "away")])
        ]
        for entry, row in turns.items()
    }


def _add_meeting(
    turns: dict[int, dict[int, list[CheckedRound]]],
    node: CheckedPairing,
    outcome: Outcome,
    result: Mapping[str, Any] | None,
    length: int,
    scoring: Mapping[str, Fraction],
    boards: int,
) -> None:
    ending = (
        result["ending"] if result is not None and outcome.decided in {"result", "ruling"} else "walkover"
    )
    if ending == "void":
        return
    kind = "board" if ending in AT_THE_BOARD else "ruled" if ending == "ruled" else "absent"
    scores = (
        (result["white_score"], result["black_score"]) if result is not None and kind == "board" else (0, 0)
    )
    # A result may have moved to a round of another length.
    limit = max(scores) if ending == "played" else max(length, *scores)
    white, black = (min(score, limit) for score in scores)
    sides = ((outcome.white, outcome.black, (white, black)), (outcome.black, outcome.white, (black, white)))
    ratings = _ratings(result, scoring) if result is not None and kind == "board" else {}
    for entry, other, points in sides:
        if entry in turns and entry is not None:
            missing = limit - points[0] if ending == "played" else None
            ended = outcome.winner == entry, points, missing, ending == "drawn"
            side = "white" if entry == outcome.white else "black"
            turn = CheckedRound(node.round, kind, other or 0, *ended, *ratings.get(side, ()))
            if result is not None and kind == "board":
                turn = replace(turn, length=boards or _played_to(result, length))
            turns[entry].setdefault(node.round, []).append(turn)


def _played_to(result: Mapping[str, Any], length: int) -> int:
    """Return the played length: that of its round (the stored one first), else the winner's score."""
    round_length = int(result.get(ROUND_LENGTH, length))
    return round_length or int(max(result["white_score"], result["black_score"]))


def is_measured(result: Mapping[str, Any]) -> bool:
    """Whether it is known who gets the point for the lower rating."""
    measure = result.get("measure") or {"to": "", "white": None}
    return bool(measure["to"]) or measure["white"] is not None


def _ratings(
    result: Mapping[str, Any], scoring: Mapping[str, Fraction]
) -> dict[str, tuple[Fraction | None, Fraction]]:
    """Return the rating of each side and its share of the point."""
    if not is_measured(result):
        return {}
    measure = result["measure"]
    lower, equal, nothing = scoring["pr_lower"], scoring["pr_equal"], Fraction(0)
    if measure["to"]:
        ruled = {"half": (equal, equal), "white": (lower, nothing), "black": (nothing, lower)}
        white, black = ruled.get(measure["to"], (nothing, nothing))
        return {"white": (None, white), "black": (None, black)}
    apart = measure["black"] - measure["white"]
    if abs(apart) <= scoring["pr_within"]:
        shares = (equal, equal)
    else:
        shares = (lower, nothing) if apart > 0 else (nothing, lower)
    return {"white": (measure["white"], shares[0]), "black": (measure["black"], shares[1])}


def _length(stage: CheckedStage, node: CheckedPairing, lengths: Mapping[tuple[str, int], int]) -> int:
    changed_length = lengths.get((node.flight, node.round)) or lengths.get((stage.key, node.round))
    return changed_length or stage.length(node.round)


def annulled_of(seating: Seating, flight: str, outcomes: Mapping[str, Outcome]) -> set[int]:
    """Return the entries whose matches do not count: those who withdrew.

    The desk may have chosen; otherwise those count that played at least half of their matches.
    """
    scheduled_counts: Counter[int] = Counter()
    played_counts: Counter[int] = Counter()
    for outcome in outcomes.values():
        if outcome.white and outcome.black:
            scheduled_counts.update((outcome.white, outcome.black))
            played_counts.update((outcome.white, outcome.black) if outcome.is_contested else ())
    absent_entries = {
        entry for outcome in outcomes.values() if outcome.decided == "absence" for entry in outcome.eliminated
    }
    annulled_entries = set()
    for entry in absent_entries:
        if seating.withdrawal_number(entry, flight):
            has_played_half = 2 * played_counts[entry] >= scheduled_counts[entry]
            usual_effect = "forfeited" if has_played_half else "annulled"
            if (seating.get_chosen_effect(entry, flight) or usual_effect) == "annulled":
                annulled_entries.add(entry)
    return annulled_entries


Figure = Callable[[RoundTally, int], Fraction]
Places = dict[int, tuple[int, int]]


def _sum_of_rounds(scoring: Callable[[RoundTally, CheckedRound], Fraction | int]) -> Figure:
    return lambda tally, entry: sum(
        (Fraction(scoring(tally, turn)) for turn in tally.turns[entry]), Fraction(0)
    )


def _opponents(tally: RoundTally, entry: int) -> list[tuple[Fraction, bool, CheckedRound]]:
    """Return for each round the Buchholz value, whether the entry missed it by choice, and the round."""
    shares = []
    for turn in tally.turns[entry]:
        if turn.is_played or tally.is_round_robin:
            shares.append((tally.adjusted.get(turn.opponent, Fraction(0)), False, turn))
            continue
        is_walkover = turn.kind == "absent" and turn.opponent in tally.adjusted
        limit = tally.adjusted[turn.opponent] if is_walkover else tally.rounds * tally.half
        dummy = min(tally.scores[entry], limit)
        is_chosen = turn.kind in {"half_bye", "away"} or (turn.kind == "absent" and not turn.is_won)
        shares.append((dummy, is_chosen, turn))
    return shares


def _buchholz(low: int = 0, high: int = 0) -> Figure:
    def figure(tally: RoundTally, entry: int) -> Fraction:
        shares = _opponents(tally, entry)
        order = sorted(range(len(shares)), key=lambda at: (shares[at][0], at))
        cut = sorted(order, key=lambda at: not shares[at][1])[:low]
        remaining = [at for at in order if at not in cut]
        remaining = remaining[: len(remaining) - high] if high else remaining
        return sum((shares[at][0] for at in remaining), Fraction(0))

    return figure


def _sonneborn_berger(tally: RoundTally, entry: int) -> Fraction:
    opponents = _opponents(tally, entry)
    return sum((amount * _share_of_win(tally, turn) for amount, _, turn in opponents), Fraction(0))


def _share_of_win(tally: RoundTally, turn: CheckedRound) -> Fraction:
    """Return what of a win a round is: a match is won or not, a draw or a bye its score in wins."""
    if turn.kind in {"board", "ruled", "absent"} and not turn.is_drawn:
        return Fraction(turn.is_won)
    return tally.of(turn) / tally.scoring["win"] if tally.scoring["win"] else Fraction(0)


def _koya(tally: RoundTally, entry: int) -> Fraction:
    total = Fraction(0)
    for turn in tally.turns[entry]:
        possible = tally.matches.get(turn.opponent, tally.rounds) * tally.scoring["win"]
        if turn.opponent in tally.scores and tally.scores[turn.opponent] >= possible / 2:
            total += tally.of(turn)
    return total


def _strength_of_losses(tally: RoundTally, entry: int) -> Fraction:
    lost = [turn.opponent for turn in tally.turns[entry] if _is_lost(turn)]
    return Fraction(sum(turn.is_won for one in lost for turn in tally.turns.get(one, ())))


def _cumulative(cut: int) -> Figure:
    def figure(tally: RoundTally, entry: int) -> Fraction:
        turns = tally.turns[entry]
        last = max((row[-1].round for row in tally.turns.values() if row), default=0)
        return sum(
            (tally.of(turn) * (last + 1 - max(turn.round, cut + 1)) for turn in turns),
            Fraction(0),
        )

    return figure


def _hundred(_: RoundTally, turn: CheckedRound) -> Fraction:
    """Return 100 for a win plus the difference; a loss subtracts the difference."""
    won = Fraction(turn.is_won or turn.kind == "bye") or Fraction(turn.kind == "half_bye", 2)
    return 100 * won + turn.points[0] - turn.points[1]


def _mean_rating(tally: RoundTally, entry: int) -> Fraction:
    """Return the mean performance rating of an entry, negated; the worst possible value without any."""
    ratings = [turn.rating for turn in tally.turns[entry] if turn.rating is not None]
    return -sum(ratings, Fraction(0)) / len(ratings) if ratings else Fraction(-50_000)


def _points_share(tally: RoundTally, entry: int) -> Fraction:
    """Return points won divided by the lengths of the matches played."""
    turns = tally.turns[entry]
    whole = sum(turn.length for turn in turns)
    return Fraction(sum(turn.points[0] for turn in turns), whole) if whole else Fraction(0)


# Figures by tie-break, written from the rules and not from the code of the engine.
FIGURES: dict[str, Figure] = {
    "score": _sum_of_rounds(lambda tally, turn: tally.of(turn)),
    "wins": _sum_of_rounds(
        lambda tally, turn: turn.is_won or (turn.kind == "bye" and tally.of(turn) >= tally.scoring["win"])
    ),
    "wins_played": _sum_of_rounds(lambda _, turn: turn.is_won and turn.is_played),
    "points_for": _sum_of_rounds(lambda _, turn: turn.points[0]),
    "points_against": _sum_of_rounds(lambda _, turn: -turn.points[1]),
    "difference": _sum_of_rounds(lambda _, turn: turn.points[0] - turn.points[1]),
    "cumulative": _cumulative(0),
    "cumulative_cut_1": _cumulative(1),
    "buchholz": _buchholz(),
    "buchholz_cut_1": _buchholz(1),
    "buchholz_cut_2": _buchholz(2),
    "median_1": _buchholz(1, 1),
    "median_2": _buchholz(2, 2),
    "sonneborn_berger": _sonneborn_berger,
    "koya": _koya,
    "strength_of_losses": _strength_of_losses,
    "hundred": _sum_of_rounds(_hundred),
    "pr_points": _sum_of_rounds(lambda tally, turn: tally.of(turn) + turn.for_rating),
    "performance": _mean_rating,
    "points_share": _points_share,
    "rounds_survived": lambda tally, entry: Fraction(tally.survival.get(entry, (0, 0))[0]),
    "lives_left": lambda tally, entry: Fraction(tally.survival.get(entry, (0, 0))[1]),
    "lots": lambda tally, entry: Fraction(-tally.tie_order.get(entry, len(tally.turns) + 1)),
}


def is_known(tie_breaks: Sequence[str]) -> bool:
    """Whether all of these tie-breaks are known."""
    return set(tie_breaks) <= {*FIGURES, *RANKERS}


def rank_entries(tally: RoundTally, tie_breaks: Sequence[str]) -> Places:
    """Return places, best first; remaining ties are shared, annulled entries come last."""
    ties = [sorted(tally.turns)]
    for name in tie_breaks:
        ties = [part for tie in ties for part in _split_tie(tally, tie, name)]
    if tally.annulled:
        ties.append(list(tally.annulled))
    places: Places = {}
    for tie in ties:
        first = len(places) + 1
        places.update(dict.fromkeys(tie, (first, first + len(tie) - 1)))
    return places


def _split_tie(tally: RoundTally, tie: list[int], name: str) -> list[list[int]]:
    if name in RANKERS:
        return RANKERS[name](tally, tie) if len(tie) > 1 else [tie]
    levels: dict[Fraction, list[int]] = {}
    for entry in tie:
        levels.setdefault(FIGURES[name](tally, entry), []).append(entry)
    return [levels[amount] for amount in sorted(levels, reverse=True)]


def _rank_head_to_head(tally: RoundTally, tie: list[int]) -> list[list[int]]:
    """Rank tied entries by their matches with each other; if some have not met, only from the top."""
    win, loss = tally.scoring["win"], tally.scoring["loss"]
    low, high = {}, {}
    for entry in tie:
        sure, missing = Fraction(0), 0
        for other in tie:
            meetings = [
                turn for turn in tally.turns[entry] if turn.opponent == other and _was_meeting(tally, turn)
            ]
            if meetings:
                sure += sum((_meeting_score(tally, turn) for turn in meetings), Fraction(0)) / len(meetings)
            elif other != entry:
                missing += 1
        low[entry], high[entry] = sure + missing * loss, sure + missing * win
    if low != high:
        return _rank_leaders(tie, low, high)
    blocks = [
        [entry for entry in tie if low[entry] == amount] for amount in sorted(set(low.values()), reverse=True)
    ]
    if len(blocks) == 1:
        return [tie]
    return [
        part for block in blocks for part in (_rank_head_to_head(tally, block) if len(block) > 1 else [block])
    ]


def _rank_leaders(
    tie: list[int], low: Mapping[int, Fraction], high: Mapping[int, Fraction]
) -> list[list[int]]:
    """Rank the entries that are ahead of all that follow, whatever the missing results."""
    ranked: list[list[int]] = []
    remaining = list(tie)
    while len(remaining) > 1:
        leaders = [
            entry
            for entry in remaining
            if all(low[entry] > high[other] for other in remaining if other != entry)
        ]
        if not leaders:
            break
        ranked.append(leaders)
        remaining.remove(leaders[0])
    return [*ranked, remaining]


def _meeting_score(tally: RoundTally, turn: CheckedRound) -> Fraction:
    return tally.scoring["draw" if turn.is_drawn else "win" if turn.is_won else "loss"]


def _is_lost(turn: CheckedRound) -> bool:
    return turn.is_played and not turn.is_won and not turn.is_drawn


def _was_meeting(tally: RoundTally, turn: CheckedRound) -> bool:
    """Whether a round counts as a meeting; a double no-show does not."""
    back = [one for one in tally.turns.get(turn.opponent, ()) if one.round == turn.round]
    return turn.is_played or turn.is_won or any(one.is_won for one in back)


def _no_ranking(_tally: RoundTally, tie: list[int]) -> list[list[int]]:
    """Return the tie as it is: a journal has no matches that are played only to break ties."""
    return [tie]


# Tie-breaks that rank tied entries among themselves.
RANKERS: dict[str, Callable[[RoundTally, list[int]], list[list[int]]]] = {
    "head_to_head": _rank_head_to_head,
    "playoff": _no_ranking,
}


# Winner, loser and points of a match of a season.
Match = tuple[int, int, int]
Figures = dict[int, int]


def _wins(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    return {player: len([match for match in matches if match[0] == player]) for player in tied}


def _difference(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    won = {player: sum(match[2] for match in matches if match[0] == player) for player in tied}
    return {player: won[player] - sum(match[2] for match in matches if match[1] == player) for player in tied}


def _head_to_head(tied: Collection[int], matches: Sequence[Match]) -> Figures:
    """Return wins among the tied; none while two of them have not met."""
    among = [match for match in matches if match[0] in tied and match[1] in tied]
    meetings = {(match[0], match[1]) for match in among} | {(match[1], match[0]) for match in among}
    complete = all((one, other) in meetings for one in tied for other in tied if one != other)
    return _wins(tied, among if complete else ())


SEASON_FIGURES: dict[str, Callable[[Collection[int], Sequence[Match]], Figures]] = {
    "wins": _wins,
    "difference": _difference,
    "head_to_head": _head_to_head,
}
