"""Games are struck from the sheet of a locked match; penalties given after them stay, and move up."""

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Game, Match


def strike_games(match: Match, games: QuerySet[Game]) -> None:
    """Strike the last games of the sheet, or all of them."""
    games.update(struck_at=timezone.now())
    remaining = match.games.filter(struck_at=None).count()
    match.penalties.filter(after_game__gt=remaining).update(after_game=remaining)
