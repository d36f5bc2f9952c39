"""Announcements of a tournament: to everybody, to the players of an event, or to those of a match."""

from django.db import transaction

from matches.models import Announcement, Audience, Match, User
from matches.models.desk import EVERYWHERE
from matches.services.announcements import create_announcement
from rules.errors import Refusal
from tournaments.models import Event, Tournament


@transaction.atomic
def announce(
    *,
    tournament: Tournament,
    english: str = "",
    italian: str = "",
    minutes: int | None = None,
    reach: str = EVERYWHERE,
    audience: Event | Match | None = None,
    by_mail: bool = False,
    by: User,
) -> Announcement:
    """Announce something to everybody (no `audience`), to the players of an event, or to those of a match.

    See `matches.services.announcements.create_announcement`. Raises its errors, and
    `announcement_event_elsewhere`.
    """
    event = audience if isinstance(audience, Event) else None
    if event is not None and event.tournament_id != tournament.pk:
        raise Refusal("announcement_event_elsewhere")
    if isinstance(audience, Match):
        desk_audience: Match | Audience = audience
    else:
        desk_audience = Audience.ALL if event is None else Audience.EVENT
    announcement = create_announcement(
        desk=tournament.desk,
        english=english,
        italian=italian,
        minutes=minutes,
        reach=reach,
        audience=desk_audience,
        by_mail=by_mail,
        by=by,
    )
    if event is not None:
        event.announcements.add(announcement)
    return announcement
