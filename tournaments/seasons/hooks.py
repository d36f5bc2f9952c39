"""Careers on the page of a player, and notes of results in seasons."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from matches import registry
from matches.actors import Actor
from matches.models import Match, Player
from matches.registry import PlayerLink
from matches.services import outbox
from matches.signals import match_reopened, match_settled
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import careers

# Database work, but long: without an outer transaction.
outbox.EXTERNAL_HANDLERS[seasons.NOTE] = seasons.deliver


@registry.player_links.register
def list_careers(player: Player) -> list[PlayerLink]:
    """Return links to a player's careers, by club."""
    return [
        PlayerLink(
            club.name,
            reverse("player-statistics", args=[club.slug, player.code]),
            gettext("Rating %(rating)s") % {"rating": f"{rating:.0f}"} if rating is not None else "",
        )
        for club, rating in careers.get_clubs_with_ratings(player)
    ]


# The result of a match before the change; None for none.
Was = dict[str, Any] | None


@receiver([match_settled, match_reopened], sender=Match)
def note_result(match: Match, by: Actor, reason: str, was: Was, **_: Any) -> None:
    """Enqueue a note of the result, or of its withdrawal, in the seasons that count it."""
    seasons.enqueue_note(match=match, was=was, by=by, reason=reason)
