"""The winning chances of both sides of a match, by the match equity table and the ratings."""

from typing import Any

from django import template

from matches.models import Match
from matches.queries.matches import MatchSheet
from matches.states import BEFORE_THE_END, Status
from rules.equity import equity_table, win_chance

register = template.Library()


@register.inclusion_tag("matches/chances.html")
def chances(sheet: MatchSheet) -> dict[str, Any]:
    """Show the chances of both sides in percent, by score and ratings.

    Nothing is shown after the end, while a result waits for its confirmation, for scores beyond the table, or
    before the first game without ratings.
    """
    match, score = sheet.match, sheet.score
    rating_difference = _get_rating_difference(match)
    has_data = sheet.open_report is None and (bool(sheet.lines) or rating_difference is not None)
    if not has_data or score.winner is not None or Status(match.status) not in BEFORE_THE_END:
        return {"white": None}
    at_score = (score.length, score.white, score.black, score.crawford)
    chance, even = win_chance(*at_score, edge=rating_difference or 0), win_chance(*at_score)
    if chance is None or even is None:
        return {"white": None}
    context = {"match": match, "table": equity_table().name, "is_rated": rating_difference is not None}
    return context | _get_percents("", chance) | _get_percents("even_", even)


def _get_rating_difference(match: Match) -> float | None:
    """White's rating less Black's, when both are known."""
    if match.white_rating is None or match.black_rating is None:
        return None
    return match.white_rating - match.black_rating


def _get_percents(prefix: str, chance: float) -> dict[str, int]:
    """Both chances in whole percent; never 0 or 100 before the end."""
    white = min(99, max(1, round(100 * chance)))
    return {f"{prefix}white": white, f"{prefix}black": 100 - white}
