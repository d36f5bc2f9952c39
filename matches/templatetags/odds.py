"""Winning chances of a match by the equity table and both ratings, for players and spectators."""

from typing import Any

from django import template

from matches.models import Match
from matches.queries.matches import MatchSheet
from matches.states import BEFORE_THE_END, Status
from rules.equity import equity_table, win_chance

register = template.Library()


@register.inclusion_tag("matches/chances.html")
def chances(sheet: MatchSheet) -> dict[str, Any]:
    """Both sides' chances in whole percent, by the score and by the ratings at seating.

    None after the end, beyond the table, and while there is neither a game nor a rating.
    """
    match, score = sheet.match, sheet.score
    edge = _edge(match)
    has_ground = bool(sheet.lines) or edge is not None
    if not has_ground or score.winner is not None or Status(match.status) not in BEFORE_THE_END:
        return {"white": None}
    at_score = (score.length, score.white, score.black, score.crawford)
    chance, even = win_chance(*at_score, edge=edge or 0), win_chance(*at_score)
    if chance is None or even is None:
        return {"white": None}
    context = {"match": match, "table": equity_table().name, "is_rated": edge is not None}
    return context | _percent("", chance) | _percent("even_", even)


def _edge(match: Match) -> float | None:
    """White's rating less Black's, when both are known."""
    if match.white_rating is None or match.black_rating is None:
        return None
    return match.white_rating - match.black_rating


def _percent(prefix: str, chance: float) -> dict[str, int]:
    """Both chances in whole percent; never 0 or 100 before the end."""
    white = min(99, max(1, round(100 * chance)))
    return {f"{prefix}white": white, f"{prefix}black": 100 - white}
