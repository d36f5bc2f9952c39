"""Tie-breaks of events and seasons: how each is computed, and the one registry that lists them by name."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType

from tournaments.standings.round_scores import (
    AT_THE_BOARD,
    DRAWN,
    VOID,
    WINNING,
    Appearance,
    FigurePart,
    FlightResults,
    Meeting,
    RoundKind,
    Scoring,
    Value,
)
from tournaments.standings.season_results import PLAYED, SeasonMatch


def season_wins(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Matches won, walkovers included."""
    return {player: sum(match.winner == player for match in matches) for player in tied}


def season_difference(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Points won minus points lost, over the matches played."""
    values = dict.fromkeys(tied, 0)
    for match in matches:
        margin = match.winner_points - match.loser_points if match.ending == PLAYED else 0
        for player, sign in ((match.winner, 1), (match.loser, -1)):
            if player in values:
                values[player] += sign * margin
    return values


def season_head_to_head(tied: Collection[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """Wins among the tied; zero for all unless each of them has met every other."""
    group = frozenset(tied)
    among = [match for match in matches if {match.winner, match.loser} <= group]
    pairs_met = {frozenset((match.winner, match.loser)) for match in among}
    if any(frozenset(pair) not in pairs_met for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return season_wins(group, among)


# Worse than any engine can report: a loss of a hundred points at every decision.
WORST = Fraction(-50_000)


def score(sheet: FlightResults, entry: int) -> Value:
    """The sum of the rounds by the scoring of the event, byes included."""
    return _summed("score", sheet, entry, lambda appearance: appearance.score)


def wins(sheet: FlightResults, entry: int) -> Value:
    """Matches won, at the board, by absence or by ruling. A bye is no win."""
    return _summed("wins", sheet, entry, lambda appearance: Fraction(appearance.turn in WINNING))


def wins_played(sheet: FlightResults, entry: int) -> Value:
    """Matches won at the board."""
    return _summed("wins_played", sheet, entry, lambda appearance: Fraction(appearance.turn is RoundKind.WON))


def points_for(sheet: FlightResults, entry: int) -> Value:
    """Match points won, those of the winner limited to the length of the match."""
    return _summed("points_for", sheet, entry, lambda appearance: Fraction(appearance.points_for))


def points_against(sheet: FlightResults, entry: int) -> Value:
    """Match points lost, negated so that fewer is better."""
    return _summed("points_against", sheet, entry, lambda appearance: Fraction(-appearance.points_against))


def difference(sheet: FlightResults, entry: int) -> Value:
    """Match points won minus match points lost."""
    return _summed(
        "difference",
        sheet,
        entry,
        lambda appearance: Fraction(appearance.points_for - appearance.points_against),
    )


def points_share(sheet: FlightResults, entry: int) -> Value:
    """Match points won divided by the lengths of the matches played, for events of several lengths."""
    whole = sum(appearance.length for appearance in sheet.rounds[entry])
    value = _summed("points_share", sheet, entry, lambda appearance: Fraction(appearance.points_for))
    if not whole:
        return value
    parts = tuple(
        FigurePart(part.code, part.amount / whole, part.round, part.opponent) for part in value.parts
    )
    return Value(value.name, value.amount / whole, parts)


def cumulative(cut: int = 0) -> Callable[[FlightResults, int], Value]:
    """Sum of the running totals of the score, without the first `cut` rounds (progressive score)."""
    name = f"cumulative_cut_{cut}" if cut else "cumulative"

    def value(sheet: FlightResults, entry: int) -> Value:
        running, parts = Fraction(0), []
        for place, appearance in enumerate(sheet.rounds[entry]):
            running += appearance.score
            code, amount = ("cut", Fraction(0)) if place < cut else (appearance.turn.value, running)
            parts.append(FigurePart(code, amount, appearance.round, appearance.opponent))
        return Value(name, sum((part.amount for part in parts), Fraction(0)), tuple(parts))

    return value


def performance(sheet: FlightResults, entry: int) -> Value:
    """The mean performance rating of the matches, negated so that fewer errors are better.

    Entries without an analysed match rank behind those with one.
    """
    rated_appearances = [appearance for appearance in sheet.rounds[entry] if appearance.pr is not None]
    parts = tuple(
        FigurePart("rated", -(appearance.pr or Fraction(0)), appearance.round, appearance.opponent)
        for appearance in rated_appearances
    )
    whole = sum((part.amount for part in parts), Fraction(0))
    return Value("performance", whole / len(parts) if parts else WORST, parts)


def draw_order(sheet: FlightResults, entry: int) -> Value:
    """The position in the random order, negated so that the first is the best."""
    position = sheet.results.tie_order.get(entry, len(sheet.results.entries) + 1)
    return Value("lots", Fraction(-position))


def _summed(name: str, sheet: FlightResults, entry: int, worth: Callable[[Appearance], Fraction]) -> Value:
    parts = tuple(
        FigurePart(appearance.turn.value, worth(appearance), appearance.round, appearance.opponent)
        for appearance in sheet.rounds[entry]
    )
    return Value(name, sum((part.amount for part in parts), Fraction(0)), parts)


DUMMY, CUT = "dummy", "cut"


@dataclass(frozen=True, slots=True)
class _Share:
    """The contribution of one round to a Buchholz score."""

    part: FigurePart
    is_chosen: bool


def buchholz(low: int = 0, high: int = 0) -> Callable[[FlightResults, int], Value]:
    """Return the sum of the opponents' scores without the `low` lowest and the `high` highest of them.

    Also called Solkoff; `low` alone is a cut, both together a median. Unplayed rounds follow FIDE C.07,
    article 16: they count against a dummy, and those left out by choice are cut first.
    """
    name = _name(low, high)

    def value(sheet: FlightResults, entry: int) -> Value:
        shares = [_share(sheet, entry, appearance) for appearance in sheet.rounds[entry]]
        left_out = _left_out(shares, low, high)
        parts = tuple(
            FigurePart(CUT, Fraction(0), share.part.round, share.part.opponent)
            if place in left_out
            else share.part
            for place, share in enumerate(shares)
        )
        return Value(name, _sum(parts), parts)

    return value


def sonneborn_berger(sheet: FlightResults, entry: int) -> Value:
    """Sum over the rounds of the score times the opponent's score (Neustadtl)."""
    parts = []
    for appearance in sheet.rounds[entry]:
        share = _share(sheet, entry, appearance).part
        worth = appearance.score / sheet.results.scoring.win if sheet.results.scoring.win else Fraction(0)
        parts.append(FigurePart(share.code, share.amount * worth, share.round, share.opponent))
    return Value("sonneborn_berger", _sum(parts), tuple(parts))


def koya(sheet: FlightResults, entry: int) -> Value:
    """The score against opponents with at least half of the maximum score."""
    half = sheet.round_count * sheet.results.scoring.win / 2
    parts = tuple(
        FigurePart(appearance.turn.value, appearance.score, appearance.round, appearance.opponent)
        for appearance in sheet.rounds[entry]
        if appearance.opponent in sheet.scores and sheet.scores[appearance.opponent] >= half
    )
    return Value("koya", _sum(parts), parts)


def strength_of_losses(sheet: FlightResults, entry: int) -> Value:
    """Sum of the wins of the opponents who beat the entry at the board: a loss to a strong one costs less."""
    parts = tuple(
        FigurePart(RoundKind.LOST.value, Fraction(_wins(sheet, lost.opponent)), lost.round, lost.opponent)
        for lost in sheet.rounds[entry]
        if lost.turn is RoundKind.LOST and lost.opponent in sheet.rounds
    )
    return Value("strength_of_losses", _sum(parts), parts)


def _share(sheet: FlightResults, entry: int, appearance: Appearance) -> _Share:
    opponent = appearance.opponent
    if appearance.is_played or sheet.results.is_round_robin:
        amount = sheet.adjusted.get(opponent, Fraction(0))
        return _Share(FigurePart(appearance.turn.value, amount, appearance.round, opponent), is_chosen=False)
    dummy = FigurePart(DUMMY, sheet.dummy(entry, appearance), appearance.round, opponent)
    return _Share(dummy, appearance.is_chosen)


def _left_out(shares: Sequence[_Share], low: int, high: int) -> set[int]:
    order = sorted(range(len(shares)), key=lambda place: (shares[place].part.amount, place))
    lowest = sorted(order, key=lambda place: not shares[place].is_chosen)[:low]
    rest = [place for place in order if place not in lowest]
    return {*lowest, *(rest[-high:] if high else ())}


def _wins(sheet: FlightResults, entry: int) -> int:
    return sum(appearance.turn in WINNING for appearance in sheet.rounds[entry])


def _name(low: int, high: int) -> str:
    if high:
        return f"median_{high}"
    return f"buchholz_cut_{low}" if low else "buchholz"


def _sum(parts: Sequence[FigurePart]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))


HUNDRED = 100


def hundred(sheet: FlightResults, entry: int) -> Value:
    """100 for a win plus the difference in points; a loss subtracts the difference.

    A bye and an absent opponent are worth 100 alone, half a bye 50 (the count-back of Stavrou's Swiss).
    """
    parts = tuple(_hundred_part(appearance) for appearance in sheet.rounds[entry])
    return Value("hundred", _sum_parts(parts), parts)


def pr_points(sheet: FlightResults, entry: int) -> Value:
    """The score of the rounds, and a point for the lower PR in each match played.

    PRs no further apart than the event allows share it. A match whose PRs are unknown, without a ruling,
    gives nothing yet.
    """
    parts: list[FigurePart] = []
    for appearance in sheet.rounds[entry]:
        parts.append(
            FigurePart(appearance.turn.value, appearance.score, appearance.round, appearance.opponent)
        )
        if appearance.is_played:
            parts.append(_pr_part(appearance, sheet.results.scoring))
    return Value("pr_points", _sum_parts(tuple(parts)), tuple(parts))


def _pr_part(appearance: Appearance, scoring: Scoring) -> FigurePart:
    if appearance.pr_ruled is not None:
        return FigurePart("pr_ruled", appearance.pr_ruled, appearance.round, appearance.opponent)
    if appearance.pr is None or appearance.opponent_pr is None:
        return FigurePart("pr_missing", Fraction(0), appearance.round, appearance.opponent)
    apart = appearance.opponent_pr - appearance.pr
    code, worth = ("pr_lower", scoring.pr_lower) if apart > 0 else ("pr_higher", Fraction(0))
    if abs(apart) <= scoring.pr_within:
        code, worth = "pr_equal", scoring.pr_equal
    return FigurePart(
        code, worth, appearance.round, appearance.opponent, (appearance.pr, appearance.opponent_pr)
    )


def _hundred_part(appearance: Appearance) -> FigurePart:
    margin = appearance.points_for - appearance.points_against
    whole = appearance.turn in WINNING or appearance.turn is RoundKind.BYE
    won = Fraction(1) if whole else Fraction(appearance.turn is RoundKind.HALF_BYE, 2)
    return FigurePart(appearance.turn.value, HUNDRED * won + margin, appearance.round, appearance.opponent)


def _sum_parts(parts: tuple[FigurePart, ...]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))


HEAD_TO_HEAD, PLAYOFF = "head_to_head", "playoff"
# The code of a part when entries level by the figure are compared again by themselves.
REPEATED_CODES = {code: f"again_{code}" for code in ("won", "lost", "drawn", "shared")}
REPEATED_CODES |= {code: code for code in REPEATED_CODES.values()}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The tied in blocks, best first, and the figure of each; one block means that nothing is decided."""

    blocks: tuple[tuple[int, ...], ...]
    values: Mapping[int, Value]


def head_to_head(sheet: FlightResults, tied: Collection[int]) -> Ranking:
    """Compare the tied entries by their matches against each other.

    Several meetings of two count as their mean. While some of the tied have not met, a block is put ahead
    only when no result of the missing matches could change that (FIDE C.07 6). A block that has become
    smaller is compared again by itself.
    """
    return _ranked(HEAD_TO_HEAD, sheet.results.meetings, tied, sheet.results.scoring)


def playoff(sheet: FlightResults, tied: Collection[int]) -> Ranking:
    """Compare the tied entries by matches played to break the tie."""
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
    """Return a figure with the deciding matches among entries level by it."""
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


def _part(meetings: Sequence[Meeting], opponent: int, entry: int, scoring: Scoring) -> FigurePart:
    won_count = sum(meeting.winner == entry for meeting in meetings)
    drawn_count = sum(meeting.ending == DRAWN for meeting in meetings)
    lost_count = len(meetings) - won_count - drawn_count
    scored = won_count * scoring.win + drawn_count * scoring.draw + lost_count * scoring.loss
    return FigurePart(
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


Figure = Callable[[FlightResults, int], Value]
Ranker = Callable[[FlightResults, Collection[int]], Ranking]
SeasonFigure = Callable[[Collection[int], Sequence[SeasonMatch]], dict[int, int]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: a `figure` of each entry (more is better), or a `ranking` of the tied alone.

    `of_season` is its figure over the matches of a season, where it can decide one. A negated figure counts
    what fewer is better of; it is displayed without its sign. `is_rating` is displayed with three decimals,
    and not at all while it is at `unknown`. `uses_ratings` needs performance ratings, and with
    `awaits_ratings` a table is not final before they are known. `suits_leagues` is offered to league seasons.
    """

    figure: Figure | None = None
    ranking: Ranker | None = None
    of_season: SeasonFigure | None = None
    is_negated: bool = False
    is_rating: bool = False
    unknown: Fraction | None = None
    uses_ratings: bool = False
    awaits_ratings: bool = False
    suits_leagues: bool = False


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "score": TieBreak(score),
        "wins": TieBreak(wins, of_season=season_wins, suits_leagues=True),
        "wins_played": TieBreak(wins_played),
        "points_for": TieBreak(points_for, suits_leagues=True),
        "points_against": TieBreak(points_against, is_negated=True),
        "difference": TieBreak(difference, of_season=season_difference, suits_leagues=True),
        "points_share": TieBreak(points_share),
        "head_to_head": TieBreak(ranking=head_to_head, of_season=season_head_to_head, suits_leagues=True),
        "playoff": TieBreak(ranking=playoff),
        "cumulative": TieBreak(cumulative()),
        "cumulative_cut_1": TieBreak(cumulative(1)),
        "performance": TieBreak(
            performance,
            is_negated=True,
            is_rating=True,
            unknown=WORST,
            uses_ratings=True,
        ),
        "lots": TieBreak(draw_order, is_negated=True, suits_leagues=True),
        "buchholz": TieBreak(buchholz()),
        "buchholz_cut_1": TieBreak(buchholz(1)),
        "buchholz_cut_2": TieBreak(buchholz(2)),
        "median_1": TieBreak(buchholz(1, 1)),
        "median_2": TieBreak(buchholz(2, 2)),
        "sonneborn_berger": TieBreak(sonneborn_berger, suits_leagues=True),
        "koya": TieBreak(koya, suits_leagues=True),
        "strength_of_losses": TieBreak(strength_of_losses),
        "hundred": TieBreak(hundred),
        "pr_points": TieBreak(pr_points, uses_ratings=True, awaits_ratings=True),
    }
)
# Those offered to league seasons.
LEAGUE_TIE_BREAKS = [name for name, tie in TIE_BREAKS.items() if tie.suits_leagues]
# Those that can decide a season.
SEASON_FIGURES: Mapping[str, SeasonFigure] = MappingProxyType(
    {name: tie.of_season for name, tie in TIE_BREAKS.items() if tie.of_season is not None}
)
