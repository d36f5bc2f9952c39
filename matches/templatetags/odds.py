"""The chances of a running match by the equity table, for those who watch."""

from django import template

from matches.models import Match
from matches.queries.sheets import Sheet
from matches.states import BEFORE_THE_END, Status
from rules.equity import win_chance

register = template.Library()


@register.inclusion_tag("matches/chances.html")
def chances(sheet: Sheet) -> dict[str, Match | int | None]:
    """Both sides' chances in whole percent; none before the first game, after the end or past the table."""
    if not sheet.lines or Status(sheet.match.status) not in BEFORE_THE_END:
        return {"white": None}
    score = sheet.score
    chance = win_chance(score.length, score.white, score.black, score.crawford)
    if chance is None or score.winner is not None:
        return {"white": None}
    white = round(100 * chance)
    return {"match": sheet.match, "white": white, "black": 100 - white}
