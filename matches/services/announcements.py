"""Creating and withdrawing announcements of a desk."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, account_of
from matches.models import Announcement, Desk
from matches.models.announcement import EVERYWHERE, LONGEST, REACHES
from matches.models.desk import LONGEST_WAIT
from matches.services import live
from matches.services.guards import require_official
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
    by: Actor,
) -> Announcement:
    """Say something on screens, public pages and phones (`reach` "screens": on screens alone).

    It stands for `minutes`, or until it is taken back. Raises `announcement_empty`, `announcement_too_long`,
    `time_impossible`, `reach_unknown`, and `announcements_many` while five stand already.
    """
    require_official(by, desk)
    texts = {"english": _normalise_text(english), "italian": _normalise_text(italian)}
    _check_announcement(texts, minutes, reach)
    Desk.objects.select_for_update().get(pk=desk.pk)
    now = timezone.now()
    standing = desk.announcements.filter(taken_back_at=None).exclude(until__lte=now)
    if standing.count() >= MAX_ANNOUNCEMENTS:
        raise Refusal("announcements_many", most=MAX_ANNOUNCEMENTS)
    until = now + timedelta(minutes=minutes) if minutes else None
    announcement = Announcement.objects.create(
        desk=desk, **texts, reach=reach, at=now, until=until, by=account_of(by)
    )
    _publish(desk)
    return announcement


@transaction.atomic
def withdraw_announcement(*, announcement: Announcement, by: Actor) -> Announcement:
    """It is shown no more; the log keeps it. Done twice it stays as the first time left it."""
    require_official(by, announcement.desk)
    active_rows = Announcement.objects.filter(pk=announcement.pk, taken_back_at=None)
    if active_rows.update(taken_back_at=timezone.now(), taken_back_by=account_of(by)):
        _publish(announcement.desk)
    announcement.refresh_from_db()
    return announcement


def _check_announcement(texts: dict[str, str], minutes: int | None, reach: str) -> None:
    if not any(texts.values()):
        raise Refusal("announcement_empty")
    if any(len(text) > LONGEST for text in texts.values()):
        raise Refusal("announcement_too_long", most=LONGEST)
    if minutes is not None and not 1 <= minutes <= LONGEST_WAIT:
        raise Refusal("time_impossible", most=LONGEST_WAIT)
    if reach not in REACHES:
        raise Refusal("reach_unknown", reach=reach)


def _normalise_text(text: str) -> str:
    return " ".join(text.replace("\x00", "").split())


def _publish(desk: Desk) -> None:
    live.publish(topic=f"news:{desk.code}", kind="news")
