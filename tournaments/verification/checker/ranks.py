"""A table made by the checker's own hand: every figure again, head to head, and shared places."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from tournaments.verification.checker.tallies import Tally, Turn

Figure = Callable[[Tally, int], Fraction]
Places = dict[int, tuple[int, int]]


def _sum(worth: Callable[[Tally, Turn], Fraction | int]) -> Figure:
    return lambda tally, entry: sum(
        (Fraction(worth(tally, turn)) for turn in tally.turns[entry]), Fraction(0)
    )


def _opponents(tally: Tally, entry: int) -> list[tuple[Fraction, bool, Turn]]:
    """What each round counts in a Buchholz, and whether the entry left it out by its own will."""
    shares = []
    for turn in tally.turns[entry]:
        if turn.is_played or tally.is_robin:
            shares.append((tally.adjusted.get(turn.opponent, Fraction(0)), False, turn))
            continue
        dummy = min(tally.scores[entry], tally.rounds * tally.half)
        if turn.what == "absent" and turn.opponent in tally.adjusted:
            dummy = min(dummy, tally.adjusted[turn.opponent])
        is_chosen = turn.what in {"half_bye", "away"} or (turn.what == "absent" and not turn.is_won)
        shares.append((dummy, is_chosen, turn))
    return shares


def _buchholz(low: int = 0, high: int = 0) -> Figure:
    def figure(tally: Tally, entry: int) -> Fraction:
        shares = _opponents(tally, entry)
        order = sorted(range(len(shares)), key=lambda at: (shares[at][0], at))
        cut = sorted(order, key=lambda at: not shares[at][1])[:low]
        remaining = [at for at in order if at not in cut]
        remaining = remaining[: len(remaining) - high] if high else remaining
        return sum((shares[at][0] for at in remaining), Fraction(0))

    return figure


def _berger(tally: Tally, entry: int) -> Fraction:
    win = tally.worth["win"]
    shares = (amount * tally.of(turn) / win if win else 0 for amount, _, turn in _opponents(tally, entry))
    return sum((Fraction(share) for share in shares), Fraction(0))


def _koya(tally: Tally, entry: int) -> Fraction:
    half = tally.rounds * tally.worth["win"] / 2
    strong = (turn for turn in tally.turns[entry] if tally.scores.get(turn.opponent, half - 1) >= half)
    return sum(map(tally.of, strong), Fraction(0))


def _losses(tally: Tally, entry: int) -> Fraction:
    lost = [turn.opponent for turn in tally.turns[entry] if _is_lost(turn)]
    return Fraction(sum(turn.is_won for one in lost for turn in tally.turns.get(one, ())))


def _running(cut: int) -> Figure:
    def figure(tally: Tally, entry: int) -> Fraction:
        scored = list(map(tally.of, tally.turns[entry]))
        return sum((sum(scored[: at + 1], Fraction(0)) for at in range(cut, len(scored))), Fraction(0))

    return figure


def _hundred(_: Tally, turn: Turn) -> Fraction:
    """A hundred for a win and the difference; who loses has that difference taken away."""
    won = Fraction(turn.is_won or turn.what == "bye") or Fraction(turn.what == "half_bye", 2)
    return 100 * won + turn.points[0] - turn.points[1]


def _mean_rating(tally: Tally, entry: int) -> Fraction:
    """How well the matches were played on average, told below zero; worst of all where nobody looked."""
    ratings = [turn.rating for turn in tally.turns[entry] if turn.rating is not None]
    return -sum(ratings, Fraction(0)) / len(ratings) if ratings else Fraction(-50_000)


def _share(tally: Tally, entry: int) -> Fraction:
    """Points won as a part of the lengths of the matches at the board."""
    turns = tally.turns[entry]
    whole = sum(turn.length for turn in turns)
    return Fraction(sum(turn.points[0] for turn in turns), whole) if whole else Fraction(0)


# A figure of each entry. Whoever adds a tie-break works it out here a second time, from the rules alone.
FIGURES: dict[str, Figure] = {
    "score": _sum(lambda tally, turn: tally.of(turn)),
    "wins": _sum(lambda _, turn: turn.is_won),
    "wins_played": _sum(lambda _, turn: turn.is_won and turn.is_played),
    "points_for": _sum(lambda _, turn: turn.points[0]),
    "points_against": _sum(lambda _, turn: -turn.points[1]),
    "difference": _sum(lambda _, turn: turn.points[0] - turn.points[1]),
    "cumulative": _running(0),
    "cumulative_cut_1": _running(1),
    "buchholz": _buchholz(),
    "buchholz_cut_1": _buchholz(1),
    "buchholz_cut_2": _buchholz(2),
    "median_1": _buchholz(1, 1),
    "median_2": _buchholz(2, 2),
    "sonneborn_berger": _berger,
    "koya": _koya,
    "strength_of_losses": _losses,
    "hundred": _sum(_hundred),
    "pr_points": _sum(lambda tally, turn: tally.of(turn) + turn.for_rating),
    "performance": _mean_rating,
    "points_share": _share,
    "lots": lambda tally, entry: Fraction(-tally.tie_order.get(entry, len(tally.turns) + 1)),
}


def is_known(criteria: Sequence[str]) -> bool:
    """Whether the checker knows all of these."""
    return set(criteria) <= {*FIGURES, *RANKERS}


def rank_entries(tally: Tally, criteria: Sequence[str]) -> Places:
    """Places, best first; what the criteria leave tied is shared, and who is annulled comes last."""
    ties = [sorted(tally.turns)]
    for name in criteria:
        ties = [part for tie in ties for part in _parted(tally, tie, name)]
    if tally.annulled:
        ties.append(list(tally.annulled))
    places: Places = {}
    for tie in ties:
        first = len(places) + 1
        places.update(dict.fromkeys(tie, (first, first + len(tie) - 1)))
    return places


def _parted(tally: Tally, tie: list[int], name: str) -> list[list[int]]:
    if name in RANKERS:
        return RANKERS[name](tally, tie) if len(tie) > 1 else [tie]
    levels: dict[Fraction, list[int]] = {}
    for entry in tie:
        levels.setdefault(FIGURES[name](tally, entry), []).append(entry)
    return [levels[amount] for amount in sorted(levels, reverse=True)]


def _rank_head_to_head(tally: Tally, tie: list[int]) -> list[list[int]]:
    """Who did better among the tied; a cut is made only where no missing match could change it."""
    win, loss = tally.worth["win"], tally.worth["loss"]
    low, high = {}, {}
    for entry in tie:
        sure, missing = Fraction(0), 0
        for other in tie:
            meetings = [
                turn for turn in tally.turns[entry] if turn.opponent == other and _counts(tally, turn)
            ]
            if meetings:
                sure += sum((_scored(tally, turn) for turn in meetings), Fraction(0)) / len(meetings)
            elif other != entry:
                missing += 1
        low[entry], high[entry] = sure + missing * loss, sure + missing * win
    order = sorted(tie, key=lambda entry: (-low[entry], -high[entry], entry))
    cuts = [
        at
        for at in range(1, len(order))
        if min(low[one] for one in order[:at]) > max(high[one] for one in order[at:])
    ]
    if not cuts:
        return [tie]
    edges = [0, *cuts, len(order)]
    blocks = [sorted(order[a:b]) for a, b in pairwise(edges)]
    return [
        part for block in blocks for part in (_rank_head_to_head(tally, block) if len(block) > 1 else [block])
    ]


def _scored(tally: Tally, turn: Turn) -> Fraction:
    return tally.worth["draw" if turn.is_drawn else "win" if turn.is_won else "loss"]


def _is_lost(turn: Turn) -> bool:
    return turn.is_played and not turn.is_won and not turn.is_drawn


def _counts(tally: Tally, turn: Turn) -> bool:
    """A match that nobody came to is no meeting."""
    back = [one for one in tally.turns.get(turn.opponent, ()) if one.round == turn.round]
    return turn.is_played or turn.is_won or any(one.is_won for one in back)


def _undecided(_tally: Tally, tie: list[int]) -> list[list[int]]:
    """A journal has no matches that are played only to break a tie."""
    return [tie]


# Who is ahead among the tied alone.
RANKERS: dict[str, Callable[[Tally, list[int]], list[list[int]]]] = {
    "head_to_head": _rank_head_to_head,
    "playoff": _undecided,
}
