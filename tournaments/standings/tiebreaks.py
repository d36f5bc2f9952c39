"""The tie-breaks of events and seasons by name: the one place that lists them.

What each is called and means stands in `phrases.tables`, and the checker works each out a second time
(`verification.checker.ranks`, for seasons `verification.checker.seasons`): tests compare the lists.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from tournaments.standings import entry_figures, head_to_head, opponent_figures, season_ties, special_figures
from tournaments.standings.facts import Settled
from tournaments.standings.head_to_head import Ranking
from tournaments.standings.sheet import Sheet, Value

Figure = Callable[[Sheet, int], Value]
Ranker = Callable[[Sheet, Collection[int]], Ranking]
SeasonFigure = Callable[[Collection[int], Sequence[Settled]], dict[int, int]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """How places are decided: by a `figure` of each entry (more is better), or a `ranking` of the tied alone.

    `of_season` counts it over the matches of a season, where seasons can be decided by it. A figure that is
    negated counts what fewer is better of; people read it without its sign. `is_rating` is told with three
    decimals, and for nobody while it is at `unknown`. `uses_ratings` needs performance ratings, and with
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
        "score": TieBreak(entry_figures.score),
        "wins": TieBreak(entry_figures.wins, of_season=season_ties.wins, suits_leagues=True),
        "wins_played": TieBreak(entry_figures.wins_played),
        "points_for": TieBreak(entry_figures.points_for, suits_leagues=True),
        "points_against": TieBreak(entry_figures.points_against, is_negated=True),
        "difference": TieBreak(
            entry_figures.difference, of_season=season_ties.difference, suits_leagues=True
        ),
        "points_share": TieBreak(entry_figures.points_share),
        "head_to_head": TieBreak(
            ranking=head_to_head.head_to_head, of_season=season_ties.head_to_head, suits_leagues=True
        ),
        "playoff": TieBreak(ranking=head_to_head.playoff),
        "cumulative": TieBreak(entry_figures.cumulative()),
        "cumulative_cut_1": TieBreak(entry_figures.cumulative(1)),
        "performance": TieBreak(
            entry_figures.performance,
            is_negated=True,
            is_rating=True,
            unknown=entry_figures.WORST,
            uses_ratings=True,
        ),
        "lots": TieBreak(entry_figures.draw_order, is_negated=True, suits_leagues=True),
        "buchholz": TieBreak(opponent_figures.buchholz()),
        "buchholz_cut_1": TieBreak(opponent_figures.buchholz(1)),
        "buchholz_cut_2": TieBreak(opponent_figures.buchholz(2)),
        "median_1": TieBreak(opponent_figures.buchholz(1, 1)),
        "median_2": TieBreak(opponent_figures.buchholz(2, 2)),
        "sonneborn_berger": TieBreak(opponent_figures.sonneborn_berger, suits_leagues=True),
        "koya": TieBreak(opponent_figures.koya, suits_leagues=True),
        "strength_of_losses": TieBreak(opponent_figures.strength_of_losses),
        "hundred": TieBreak(special_figures.hundred),
        "pr_points": TieBreak(special_figures.pr_points, uses_ratings=True, awaits_ratings=True),
    }
)
# Those offered to league seasons.
LEAGUE_TIE_BREAKS = [name for name, tie in TIE_BREAKS.items() if tie.suits_leagues]
# Those that can decide a season.
SEASON_FIGURES: Mapping[str, SeasonFigure] = MappingProxyType(
    {name: tie.of_season for name, tie in TIE_BREAKS.items() if tie.of_season is not None}
)
