"""Tie-breaks of events and seasons: their computation, and `TIE_BREAKS`, which lists them by name.

In which order a table is ranked by them is decided by `journal.standings.tie_breaks_of`: as the director has
set it, else as the class of the format has it (`tie_breaks`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from tournaments.standings.round_scores import (
    AT_THE_BOARD,
    DRAWN,
    LOSING,
    VOID,
    WINNING,
    Appearance,
    FigurePart,
    FlightResults,
    Meeting,
    RoundKind,
    Scoring,
    TieBreakValue,
)
from tournaments.standings.season_results import SeasonMatch
from tournaments.standings.season_tie_breaks import season_difference, season_head_to_head, season_wins
from tournaments.standings.survival import lives_left, rounds_survived

# Codes of parts: an unplayed round, a part that is left out, a round of a round robin without a match, and a
# match in progress.
DUMMY, DUMMY_WALKOVER, CUT, REST, OPEN = "dummy", "dummy_walkover", "cut", "rest", "open"

# The value without any performance rating, worse than any that an engine can report.
WORST_RATING = Fraction(-50_000)


def score(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The sum of the rounds by the scoring of the event, byes included."""
    return _sum_over_rounds("score", flight_results, entry, lambda appearance: appearance.score)


def wins(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Rounds with the points of a win, played or not: matches won, and full-point byes (FIDE C.07 7.1)."""
    win = flight_results.results.scoring.win
    return _sum_over_rounds(
        "wins",
        flight_results,
        entry,
        lambda appearance: Fraction(
            appearance.kind in WINNING or (appearance.kind is RoundKind.BYE and appearance.score >= win)
        ),
    )


def wins_played(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Matches won at the board."""
    return _sum_over_rounds(
        "wins_played", flight_results, entry, lambda appearance: Fraction(appearance.kind is RoundKind.WON)
    )


def points_for(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Match points won, those of the winner limited to the length of the match."""
    return _sum_over_rounds(
        "points_for", flight_results, entry, lambda appearance: Fraction(appearance.points_for)
    )


def points_against(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Match points lost, negated so that fewer is better."""
    return _sum_over_rounds(
        "points_against", flight_results, entry, lambda appearance: Fraction(-appearance.points_against)
    )


def difference(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Match points won minus match points lost."""
    return _sum_over_rounds(
        "difference",
        flight_results,
        entry,
        lambda appearance: Fraction(appearance.points_for - appearance.points_against),
    )


def points_share(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Match points won divided by the lengths of the matches played, for events of several lengths."""
    whole = sum(appearance.length for appearance in flight_results.rounds[entry])
    value = _sum_over_rounds(
        "points_share", flight_results, entry, lambda appearance: Fraction(appearance.points_for)
    )
    if not whole:
        return value
    parts = tuple(
        FigurePart(part.code, part.amount / whole, part.round, part.opponent) for part in value.parts
    )
    return TieBreakValue(value.name, value.amount / whole, parts)


def cumulative(cut: int = 0) -> Callable[[FlightResults, int], TieBreakValue]:
    """Sum of the scores after each round, without the first `cut` rounds (progressive score).

    A rest round of a round robin is one of the rounds, and so is a match in progress.
    """
    name = f"cumulative_cut_{cut}" if cut else "cumulative"

    def value(flight_results: FlightResults, entry: int) -> TieBreakValue:
        by_round: dict[int, list[Appearance]] = {}
        for appearance in flight_results.rounds[entry]:
            by_round.setdefault(appearance.round, []).append(appearance)
        running, parts = Fraction(0), []
        for number in range(1, flight_results.last_round + 1):
            appearances_in_round = by_round.get(number, ())
            running += sum((appearance.score for appearance in appearances_in_round), Fraction(0))
            last = appearances_in_round[-1] if appearances_in_round else None
            is_open = (number, entry) in flight_results.results.open_matches
            code, opponent = (last.kind.value, last.opponent) if last else (OPEN if is_open else REST, 0)
            parts.append(
                FigurePart(CUT, Fraction(0), number, opponent)
                if number <= cut
                else FigurePart(code, running, number, opponent)
            )
        return TieBreakValue(name, _sum(parts), tuple(parts))

    return value


def performance(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The mean performance rating, negated as lower is better; entries without one are last."""
    rated_appearances = [
        appearance for appearance in flight_results.rounds[entry] if appearance.pr is not None
    ]
    parts = tuple(
        FigurePart("rated", -(appearance.pr or Fraction(0)), appearance.round, appearance.opponent)
        for appearance in rated_appearances
    )
    whole = sum((part.amount for part in parts), Fraction(0))
    return TieBreakValue("performance", whole / len(parts) if parts else WORST_RATING, parts)


def draw_order(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The position in the random order, negated so that the first is the best."""
    position = flight_results.results.tie_order.get(entry, len(flight_results.results.entries) + 1)
    return TieBreakValue("lots", Fraction(-position))


def _sum_over_rounds(
    name: str, flight_results: FlightResults, entry: int, get_amount: Callable[[Appearance], Fraction]
) -> TieBreakValue:
    parts = tuple(
        FigurePart(appearance.kind.value, get_amount(appearance), appearance.round, appearance.opponent)
        for appearance in flight_results.rounds[entry]
    )
    return TieBreakValue(name, sum((part.amount for part in parts), Fraction(0)), parts)


@dataclass(frozen=True, slots=True)
class _Contribution:
    """The contribution of a round to a Buchholz score; `is_chosen`: the entry missed it by choice."""

    part: FigurePart
    is_chosen: bool


def buchholz(low: int = 0, high: int = 0) -> Callable[[FlightResults, int], TieBreakValue]:
    """Return the sum of the opponents' scores without the `low` lowest and the `high` highest of them.

    `low` alone is a cut, both together a median. Unplayed rounds follow FIDE C.07, article 16: they count as
    played against a dummy opponent, and those missed by choice are cut first.
    """
    name = _buchholz_name(low, high)

    def value(flight_results: FlightResults, entry: int) -> TieBreakValue:
        contributions = [
            _contribution(flight_results, entry, appearance) for appearance in flight_results.rounds[entry]
        ]
        left_out = _cut_places(contributions, low, high)
        parts = tuple(
            FigurePart(CUT, Fraction(0), contribution.part.round, contribution.part.opponent)
            if place in left_out
            else contribution.part
            for place, contribution in enumerate(contributions)
        )
        return TieBreakValue(name, _sum(parts), parts)

    return value


def sonneborn_berger(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """Sum over the rounds of the share of a win times the opponent's score (Neustadtl).

    A match won is a whole win, a drawn one half, and a lost one none, whatever points the scoring gives.
    """
    parts = []
    for appearance in flight_results.rounds[entry]:
        contribution = _contribution(flight_results, entry, appearance).part
        share = _get_share_of_win(appearance, flight_results.results.scoring.win)
        parts.append(
            FigurePart(
                contribution.code,
                contribution.amount * share,
                contribution.round,
                contribution.opponent,
                opponent_score=contribution.opponent_score if share else None,
            )
        )
    return TieBreakValue("sonneborn_berger", _sum(parts), tuple(parts))


def _get_share_of_win(appearance: Appearance, win: Fraction) -> Fraction:
    if appearance.kind in WINNING:
        return Fraction(1)
    if appearance.kind is RoundKind.DRAWN:
        return Fraction(1, 2)
    if appearance.kind in LOSING or not win:
        return Fraction(0)
    return appearance.score / win


def koya(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The score against opponents with at least 50 % of the possible score (FIDE C.07 9.2)."""
    scores = flight_results.scores
    strong = {one for one in scores if 2 * scores[one] >= flight_results.possible_score(one)}
    parts = tuple(
        FigurePart(appearance.kind.value, appearance.score, appearance.round, appearance.opponent)
        for appearance in flight_results.rounds[entry]
        if appearance.opponent in strong
    )
    return TieBreakValue("koya", _sum(parts), parts)


def strength_of_losses(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The sum of the wins of the opponents who beat the entry at the board."""
    parts = tuple(
        FigurePart(
            RoundKind.LOST.value, Fraction(_wins(flight_results, lost.opponent)), lost.round, lost.opponent
        )
        for lost in flight_results.rounds[entry]
        if lost.kind is RoundKind.LOST and lost.opponent in flight_results.rounds
    )
    return TieBreakValue("strength_of_losses", _sum(parts), parts)


def _contribution(flight_results: FlightResults, entry: int, appearance: Appearance) -> _Contribution:
    opponent = appearance.opponent
    if appearance.has_opponent or flight_results.results.is_round_robin:
        amount = flight_results.adjusted.get(opponent, Fraction(0))
        score_in_table = flight_results.scores.get(opponent, amount)
        part = FigurePart(
            appearance.kind.value,
            amount,
            appearance.round,
            opponent,
            opponent_score=score_in_table if score_in_table != amount else None,
        )
        return _Contribution(part, is_chosen=False)
    code = DUMMY_WALKOVER if flight_results.has_absent_opponent(appearance) else DUMMY
    dummy = FigurePart(code, flight_results.dummy(entry, appearance), appearance.round, opponent)
    return _Contribution(dummy, appearance.is_chosen)


def _cut_places(contributions: Sequence[_Contribution], low: int, high: int) -> set[int]:
    order = sorted(range(len(contributions)), key=lambda place: (contributions[place].part.amount, place))
    lowest = sorted(order, key=lambda place: not contributions[place].is_chosen)[:low]
    rest = [place for place in order if place not in lowest]
    return {*lowest, *(rest[-high:] if high else ())}


def _wins(flight_results: FlightResults, entry: int) -> int:
    return sum(appearance.kind in WINNING for appearance in flight_results.rounds[entry])


def _buchholz_name(low: int, high: int) -> str:
    if high:
        return f"median_{high}"
    return f"buchholz_cut_{low}" if low else "buchholz"


def _sum(parts: Sequence[FigurePart]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))


WIN_POINTS = 100


def hundred(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """100 for a win plus the difference in points; a loss subtracts the difference.

    A bye or an absent opponent counts 100, half a bye 50 (the running score of Stavrou's Swiss).
    """
    parts = tuple(_hundred_part(appearance) for appearance in flight_results.rounds[entry])
    return TieBreakValue("hundred", _sum_parts(parts), parts)


def pr_points(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The score, and a point for the lower performance rating (PR) of each match played.

    It is shared if the PRs are close enough (`Scoring.pr_within`). A match without PRs and ruling gives none.
    """
    parts: list[FigurePart] = []
    for appearance in flight_results.rounds[entry]:
        parts.append(
            FigurePart(appearance.kind.value, appearance.score, appearance.round, appearance.opponent)
        )
        if appearance.is_played:
            parts.append(_pr_part(appearance, flight_results.results.scoring))
    return TieBreakValue("pr_points", _sum_parts(tuple(parts)), tuple(parts))


def _pr_part(appearance: Appearance, scoring: Scoring) -> FigurePart:
    if appearance.pr_ruled is not None:
        return FigurePart("pr_ruled", appearance.pr_ruled, appearance.round, appearance.opponent)
    if appearance.pr is None or appearance.opponent_pr is None:
        return FigurePart("pr_missing", Fraction(0), appearance.round, appearance.opponent)
    difference_of_prs = appearance.opponent_pr - appearance.pr
    code, amount = ("pr_lower", scoring.pr_lower) if difference_of_prs > 0 else ("pr_higher", Fraction(0))
    if abs(difference_of_prs) <= scoring.pr_within:
        code, amount = "pr_equal", scoring.pr_equal
    return FigurePart(
        code, amount, appearance.round, appearance.opponent, (appearance.pr, appearance.opponent_pr)
    )


def _hundred_part(appearance: Appearance) -> FigurePart:
    margin = appearance.points_for - appearance.points_against
    whole = appearance.kind in WINNING or appearance.kind is RoundKind.BYE
    won = Fraction(1) if whole else Fraction(appearance.kind is RoundKind.HALF_BYE, 2)
    return FigurePart(appearance.kind.value, WIN_POINTS * won + margin, appearance.round, appearance.opponent)


def _sum_parts(parts: tuple[FigurePart, ...]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))


HEAD_TO_HEAD, HEAD_TO_HEAD_AGAIN, PLAYOFF = "head_to_head", "head_to_head_again", "playoff"
# Code of the only part of a value that decides nothing, as some of the tied entries have not met.
NOT_ALL_MET = "not_all_met"
# Codes of parts for entries that are still tied and compared again among themselves.
REPEATED_CODES = {code: f"again_{code}" for code in ("won", "lost", "drawn", "shared")}
REPEATED_CODES |= {code: code for code in REPEATED_CODES.values()}


@dataclass(frozen=True, slots=True)
class Ranking:
    """Tied entries in blocks, best first, and the value of each entry. A single block is still tied."""

    blocks: tuple[tuple[int, ...], ...]
    values: Mapping[int, TieBreakValue]


def head_to_head(flight_results: FlightResults, tied: Collection[int]) -> Ranking:
    """Compare the tied entries by their matches against each other.

    Several meetings of two count as their mean. If all have met, those still tied are compared again among
    themselves (FIDE C.07, article 6). Else only an entry that would be alone at the top whatever the results
    of the missing matches is ranked first, then the second by the same rule, and so on; the others stay tied.
    """
    return _ranked(HEAD_TO_HEAD, flight_results.results.meetings, tied, flight_results.results.scoring)


def head_to_head_again(flight_results: FlightResults, tied: Collection[int]) -> Ranking:
    """Compare as `head_to_head` those whom the tie-breaks after it have left tied."""
    return _ranked(HEAD_TO_HEAD_AGAIN, flight_results.results.meetings, tied, flight_results.results.scoring)


def playoff(flight_results: FlightResults, tied: Collection[int]) -> Ranking:
    """Compare the tied entries by matches played to break the tie."""
    return _ranked(PLAYOFF, flight_results.results.playoffs, tied, flight_results.results.scoring)


def _ranked(name: str, meetings: Sequence[Meeting], tied: Collection[int], scoring: Scoring) -> Ranking:
    among = [meeting for meeting in meetings if {meeting.white, meeting.black} <= set(tied)]
    values = {entry: _value(name, among, entry, scoring) for entry in tied}
    missing = _count_missing(among, tied)
    if any(missing.values()):
        return _rank_from_the_top(name, values, missing, scoring)
    blocks = _group(values)
    if len(blocks) == 1:
        return Ranking(blocks, values)
    rankings = [_ranked(name, among, block, scoring) for block in blocks]
    for part in rankings:
        if len(part.blocks) > 1:
            values |= {
                entry: _with_deciding_matches(values[entry], value) for entry, value in part.values.items()
            }
    return Ranking(tuple(block for part in rankings for block in part.blocks), values)


def _rank_from_the_top(
    name: str, values: Mapping[int, TieBreakValue], missing: Mapping[int, int], scoring: Scoring
) -> Ranking:
    """Rank the entries that lead the others whatever the results of the missing matches."""
    low = {entry: values[entry].amount + missing[entry] * scoring.loss for entry in values}
    high = {entry: values[entry].amount + missing[entry] * scoring.win for entry in values}
    rest = sorted(values, key=lambda entry: (-low[entry], -high[entry], entry))
    leaders: list[int] = []
    while len(rest) > 1 and low[rest[0]] > max(high[other] for other in rest[1:]):
        leaders.append(rest.pop(0))
    reason = FigurePart(NOT_ALL_MET, Fraction(0))
    undecided = TieBreakValue(name, Fraction(0), (reason,), is_decisive=False)
    shown = {entry: values[entry] if entry in leaders else undecided for entry in values}
    return Ranking((*((entry,) for entry in leaders), tuple(sorted(rest))), shown)


def _group(values: Mapping[int, TieBreakValue]) -> tuple[tuple[int, ...], ...]:
    """The entries with equal values, best first."""
    amounts = sorted({value.amount for value in values.values()}, reverse=True)
    return tuple(
        tuple(sorted(entry for entry, value in values.items() if value.amount == amount))
        for amount in amounts
    )


def _with_deciding_matches(value: TieBreakValue, deciding_value: TieBreakValue) -> TieBreakValue:
    """Return a value with the matches added that decided among entries for which it is equal."""
    again = (deciding_value.amount, *deciding_value.again)
    decided = tuple(
        replace(part, code=REPEATED_CODES[part.code], amount=Fraction(0)) for part in deciding_value.parts
    )
    return replace(value, parts=(*value.parts, *decided), again=again)


def _value(name: str, among: Iterable[Meeting], entry: int, scoring: Scoring) -> TieBreakValue:
    meetings_by_opponent: dict[int, list[Meeting]] = {}
    for meeting in among:
        if _counts(meeting) and entry in (meeting.white, meeting.black):
            meetings_by_opponent.setdefault(meeting.opponent_of(entry), []).append(meeting)
    parts = tuple(
        _part(meetings, opponent, entry, scoring)
        for opponent, meetings in sorted(meetings_by_opponent.items())
    )
    return TieBreakValue(name, sum((part.amount for part in parts), Fraction(0)), parts)


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


def _count_missing(among: Sequence[Meeting], tied: Collection[int]) -> dict[int, int]:
    """How many of the others each entry has not met."""
    pairs_met = {frozenset((meeting.white, meeting.black)) for meeting in among if _counts(meeting)}
    return {
        entry: sum(other != entry and frozenset((entry, other)) not in pairs_met for other in tied)
        for entry in tied
    }


Figure = Callable[[FlightResults, int], TieBreakValue]
Ranker = Callable[[FlightResults, Collection[int]], Ranking]
SeasonFigure = Callable[[Collection[int], Sequence[SeasonMatch]], dict[int, int]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: a `figure` of each entry (more is better), or a `ranking` of tied entries.

    `of_season` computes it for the players of a season, None if it does not suit seasons. `is_negated`: less
    is better, so the figure is negative, and shown without sign. `is_rating`: it is shown with three
    decimals, the value `unknown` not at all. `uses_ratings`: it needs performance ratings; `awaits_ratings`:
    a table is not final until they are known. `suits_leagues`: it is offered for league seasons.
    `needs_lives`: it ranks only entries with lives, and so is not offered as a tie-break.
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
    needs_lives: bool = False


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
            unknown=WORST_RATING,
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
        "rounds_survived": TieBreak(rounds_survived, needs_lives=True),
        "lives_left": TieBreak(lives_left, needs_lives=True),
        "head_to_head_again": TieBreak(ranking=head_to_head_again, suits_leagues=True),
    }
)
# Those offered to the tables of events.
EVENT_TIE_BREAKS = [name for name, tie in TIE_BREAKS.items() if not tie.needs_lives]
# Those offered to league seasons.
LEAGUE_TIE_BREAKS = [name for name, tie in TIE_BREAKS.items() if tie.suits_leagues]
# Those that can decide a season.
SEASON_FIGURES: Mapping[str, SeasonFigure] = MappingProxyType(
    {name: tie.of_season for name, tie in TIE_BREAKS.items() if tie.of_season is not None}
)
