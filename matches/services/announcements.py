"""Announcements of a desk: created and withdrawn."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, account_of
from matches.models import Announcement, Desk, Match
from matches.models.desk import (
    EVERYWHERE,
    MAX_ANNOUNCEMENT_LENGTH,
    MAX_MINUTES,
    REACHES,
    Audience,
)
from matches.services import live
from matches.services.guards import require_official
from matches.signals import announcement_created
from rules.errors import Refusal

MAX_ANNOUNCEMENTS = 5


@transaction.atomic
def create_announcement(
    *,
    desk: Desk,
    english: str = "",
    italian: str = "",
    minutes: int | None = None,
    reach: str = EVERYWHERE,
    audience: Audience | Match = Audience.ALL,
    by_mail: bool = False,
    by: Actor,
) -> Announcement:
    """Create an announcement on screens, public pages and phones (`reach` "screens": on screens alone).

    It is shown for `minutes`, or until withdrawn if None. With a match as `audience` it is for its players;
    an announcement to the players of an event is linked by the app that runs the event. With `by_mail` it is
    also sent by e-mail to the players who chose to get mail.

    Raises what `_check_announcement` raises, and `announcements_many` while `MAX_ANNOUNCEMENTS` are active.
    """
    require_official(by, desk)
    match = audience if isinstance(audience, Match) else None
    texts = {"english": _normalise_text(english), "italian": _normalise_text(italian)}
    _check_announcement(desk, match, texts, minutes, reach)
    Desk.objects.select_for_update().get(pk=desk.pk)
    now = timezone.now()
    _check_active_announcements(desk, now)
    announcement = Announcement.objects.create(
        desk=desk,
        **texts,
        reach=reach,
        audience=Audience.MATCH if isinstance(audience, Match) else audience,
        match=match,
        is_mailed=by_mail,
        at=now,
        until=now + timedelta(minutes=minutes) if minutes else None,
        by=account_of(by),
    )
    announcement_created.send(sender=Announcement, announcement=announcement)
    _publish(desk)
    return announcement


def _check_active_announcements(desk: Desk, now: datetime) -> None:
    """Raise `announcements_many` while `MAX_ANNOUNCEMENTS` are active."""
    active = desk.announcements.filter(taken_back_at=None).exclude(until__lte=now)
    if active.count() >= MAX_ANNOUNCEMENTS:
        raise Refusal("announcements_many", most=MAX_ANNOUNCEMENTS)


@transaction.atomic
def withdraw_announcement(*, announcement: Announcement, by: Actor) -> Announcement:
    """Withdraw an announcement; it stays in the log. Repeating it changes nothing."""
    require_official(by, announcement.desk)
    active_rows = Announcement.objects.filter(pk=announcement.pk, taken_back_at=None)
    if active_rows.update(taken_back_at=timezone.now(), taken_back_by=account_of(by)):
        _publish(announcement.desk)
    announcement.refresh_from_db()
    return announcement


def _check_announcement(
    desk: Desk, match: Match | None, texts: dict[str, str], minutes: int | None, reach: str
) -> None:
    if match is not None and match.desk_id != desk.pk:
        raise Refusal("announcement_match_elsewhere")
    if not any(texts.values()):
        raise Refusal("announcement_empty")
    if any(len(text) > MAX_ANNOUNCEMENT_LENGTH for text in texts.values()):
        raise Refusal("announcement_too_long", most=MAX_ANNOUNCEMENT_LENGTH)
    if minutes is not None and not 1 <= minutes <= MAX_MINUTES:
        raise Refusal("time_impossible", most=MAX_MINUTES)
    if reach not in REACHES:
        raise Refusal("reach_unknown", reach=reach)


def _normalise_text(text: str) -> str:
    return " ".join(text.replace("\x00", "").split())


def _publish(desk: Desk) -> None:
    live.publish(topic=f"news:{desk.code}", kind="news")
