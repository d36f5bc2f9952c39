"""The figures of tables: score and tie-breaks, by FIDE's regulations (C.07) as docs/formats.md has them.

Every figure is a number of which more is better: fewer points lost and a lower performance rating are better,
so these two are negated.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tournaments.verification.checker.round_records import (
    BYE,
    FULL_BYE,
    HALF_BYE,
    MATCH,
    MEETINGS,
    NO_SHOW,
    REQUESTED,
    RULING,
    WALKOVER,
    CheckedRound,
    RoundTally,
)

Figure = Callable[[RoundTally, int], Fraction]
# The figure of an entry without any performance rating: below every possible one.
NO_RATING = Fraction(-50000)
ZERO = Fraction(0)


def _sum_rounds(value: Callable[[RoundTally, CheckedRound], Fraction]) -> Figure:
    """Return the figure that adds a value of each round."""

    def figure(tally: RoundTally, entry: int) -> Fraction:
        return sum((value(tally, turn) for turn in tally.turns[entry]), ZERO)

    return figure


def _count_rounds(holds: Callable[[RoundTally, CheckedRound], bool]) -> Figure:
    """Return the figure that counts rounds."""
    return _sum_rounds(lambda tally, turn: Fraction(holds(tally, turn)))


def _is_win(tally: RoundTally, turn: CheckedRound) -> bool:
    """Whether a round has "as many points as for a win, played or not": full-point byes too."""
    if turn.kind in MEETINGS:
        return turn.is_won
    return turn.kind in {BYE, FULL_BYE} and tally.score(turn) == tally.scoring["win"]


def _cumulative(*, without_first: bool) -> Figure:
    """Cumulative "adds the score after every round, a rest round of a round robin among them"."""

    def figure(tally: RoundTally, entry: int) -> Fraction:
        scores = [
            sum((tally.score(turn) for turn in tally.turns[entry] if turn.round <= number), ZERO)
            for number in range(1, tally.last_round + 1)
        ]
        return sum(scores[1:] if without_first else scores, ZERO)

    return figure


def adjust_score(tally: RoundTally, entry: int) -> Fraction:
    """Return the score with which an entry counts for its opponents.

    "Buchholz counts the final rounds that an opponent missed (withdrawn, absent or a requested bye) as
    draws", also if only walk-overs lost came after them; a walk-over itself keeps its score. In a round robin
    all scores count as they are.
    """
    row = tally.turns[entry]
    score = sum(map(tally.score, row), ZERO)
    if tally.is_round_robin:
        return score
    for turn in reversed(row):
        if not turn.was_missed:
            break
        if turn.kind in REQUESTED:
            score += tally.draw - tally.score(turn)
    return score


def list_opponents(tally: RoundTally, entry: int) -> list[tuple[Fraction, CheckedRound]]:
    """Return for each round what it adds to a Buchholz: the score of the opponent, or that of a dummy.

    "An unplayed round [counts] as played against a dummy opponent with the player's own final score: after a
    walk-over at most the score of the scheduled opponent, else at most a draw for every round (16). In a
    round robin there are no dummies."
    """
    final_score = sum(map(tally.score, tally.turns[entry]), ZERO)
    values = []
    for turn in tally.turns[entry]:
        if turn.kind in {MATCH, RULING} or (tally.is_round_robin and turn.kind in MEETINGS):
            values.append((adjust_score(tally, turn.opponent), turn))
        elif tally.is_round_robin:
            continue
        elif turn.kind in {WALKOVER, NO_SHOW}:
            values.append((min(final_score, adjust_score(tally, turn.opponent)), turn))
        else:
            values.append((min(final_score, tally.draw * tally.rounds), turn))
    return values


def _buchholz(low: int = 0, high: int = 0) -> Figure:
    """Return Buchholz without so many lowest and highest values.

    "A cut leaves out the lowest; but first those of rounds that the player missed (absent, a requested bye or
    a walk-over lost), the lowest of them (16.5)." A round robin has no such exception.
    """

    def figure(tally: RoundTally, entry: int) -> Fraction:
        values = list_opponents(tally, entry)
        for _ in range(min(low, len(values))):
            missed = [] if tally.is_round_robin else [value for value in values if value[1].was_missed]
            values.remove(min(missed or values, key=lambda value: value[0]))
        for _ in range(min(high, len(values))):
            values.remove(max(values, key=lambda value: value[0]))
        return sum((value for value, _turn in values), ZERO)

    return figure


def _sonneborn_berger(tally: RoundTally, entry: int) -> Fraction:
    """Sonneborn-Berger is the sum of the scores of the opponents beaten, and of half of those drawn with."""
    return sum((value * _share_of_win(tally, turn) for value, turn in list_opponents(tally, entry)), ZERO)


def _share_of_win(tally: RoundTally, turn: CheckedRound) -> Fraction:
    """Return how much of a win a round is: all, half of a draw, and of a bye what it scores."""
    if turn.kind in MEETINGS:
        return Fraction(turn.is_won) + Fraction(turn.is_drawn, 2)
    if not tally.scoring["win"]:
        return ZERO
    return tally.score(turn) / tally.scoring["win"]


def _koya(tally: RoundTally, entry: int) -> Fraction:
    """Koya is the score against opponents with at least half of what they could reach in their matches."""
    scores = tally.scores
    win = tally.scoring["win"]

    def is_strong(opponent: int) -> bool:
        matches = tally.matches[opponent] if tally.is_round_robin else tally.rounds
        return 2 * scores[opponent] >= matches * win

    return sum(
        (
            tally.score(turn)
            for turn in tally.turns[entry]
            if turn.kind in MEETINGS and is_strong(turn.opponent)
        ),
        ZERO,
    )


def _strength_of_losses(tally: RoundTally, entry: int) -> Fraction:
    """Return "the matches and walk-overs won by the opponents the player lost to over the board"."""
    lost_to = [turn.opponent for turn in tally.turns[entry] if turn.is_lost and turn.kind == MATCH]
    return Fraction(sum(turn.is_won for opponent in lost_to for turn in tally.turns[opponent]))


def _hundred(_: RoundTally, turn: CheckedRound) -> Fraction:
    """Return "100 plus the difference in points" for a win; "a loss subtracts the difference".

    "A bye or a walk-over is worth 100, a requested bye 50."
    """
    if turn.kind in {BYE, FULL_BYE}:
        return Fraction(100)
    if turn.kind == HALF_BYE:
        return Fraction(50)
    own_points, opponent_points = turn.points
    return Fraction(100 * turn.is_won + own_points - opponent_points)


def _mean_rating(tally: RoundTally, entry: int) -> Fraction:
    """Return the mean of the performance ratings, negated: "lower is better"."""
    ratings = [turn.rating for turn in tally.turns[entry] if turn.rating is not None]
    return -sum(ratings, ZERO) / len(ratings) if ratings else NO_RATING


def _points_share(tally: RoundTally, entry: int) -> Fraction:
    """Return "match points won as a share of the lengths played"."""
    lengths = sum(turn.length for turn in tally.turns[entry])
    return Fraction(sum(turn.points[0] for turn in tally.turns[entry]), lengths) if lengths else ZERO


def _get_random_place(tally: RoundTally, entry: int) -> Fraction:
    """Return the place in the random order by the draw seed, from 1, negated."""
    return Fraction(-tally.tie_order.get(entry, len(tally.turns) + 1))


FIGURES: Mapping[str, Figure] = {
    "score": _sum_rounds(lambda tally, turn: tally.score(turn)),
    "wins": _count_rounds(_is_win),
    "wins_played": _count_rounds(lambda _, turn: turn.kind == MATCH and turn.is_won),
    "points_for": _sum_rounds(lambda _, turn: Fraction(turn.points[0])),
    "points_against": _sum_rounds(lambda _, turn: Fraction(-turn.points[1])),
    "difference": _sum_rounds(lambda _, turn: Fraction(turn.points[0] - turn.points[1])),
    "points_share": _points_share,
    "cumulative": _cumulative(without_first=False),
    "cumulative_cut_1": _cumulative(without_first=True),
    "buchholz": _buchholz(),
    "buchholz_cut_1": _buchholz(low=1),
    "buchholz_cut_2": _buchholz(low=2),
    "median_1": _buchholz(low=1, high=1),
    "median_2": _buchholz(low=2, high=2),
    "sonneborn_berger": _sonneborn_berger,
    "koya": _koya,
    "strength_of_losses": _strength_of_losses,
    "hundred": _sum_rounds(_hundred),
    "pr_points": _sum_rounds(lambda tally, turn: tally.score(turn) + turn.rating_points),
    "performance": _mean_rating,
    "rounds_survived": lambda tally, entry: Fraction(tally.survival.get(entry, (0, 0))[0]),
    "lives_left": lambda tally, entry: Fraction(tally.survival.get(entry, (0, 0))[1]),
    "lots": _get_random_place,
}

# A season match: winner, loser, and by how many points.
SeasonMatch = tuple[int, int, int]


def _season_wins(tied: Sequence[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Return the matches that each of the tied players has won, against anybody."""
    return {one: sum(winner == one for winner, _, _ in matches) for one in tied}


def _season_difference(tied: Sequence[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Return the points that each of the tied players has won more than lost, against anybody."""
    return {
        one: sum(margin * ((winner == one) - (loser == one)) for winner, loser, margin in matches)
        for one in tied
    }


def _season_head_to_head(tied: Sequence[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Return the wins of each among the tied players; none if two of them have not met."""
    among = [(winner, loser) for winner, loser, _ in matches if {winner, loser} <= set(tied)]
    pairs_met = {frozenset(pair) for pair in among}
    everybody = all(frozenset((one, other)) in pairs_met for one in tied for other in tied if one != other)
    return {one: sum(winner == one for winner, _ in among) if everybody else 0 for one in tied}


SEASON_FIGURES: Mapping[str, Callable[[Sequence[int], Sequence[SeasonMatch]], dict[int, int]]] = {
    "wins": _season_wins,
    "difference": _season_difference,
    "head_to_head": _season_head_to_head,
}
