"""What a desk announces now, and the log of what it announced."""

from datetime import datetime

from django.db.models import Q, QuerySet

from matches.models import Announcement, Desk
from matches.models.announcement import EVERYWHERE


def get_active_announcements(desk_id: int, now: datetime) -> QuerySet[Announcement]:
    """What stands for screens, the latest first."""
    is_current = Q(until=None) | Q(until__gt=now)
    return Announcement.objects.filter(is_current, desk=desk_id, taken_back_at=None).order_by("-id")


def get_public_announcements(desk_id: int, now: datetime) -> QuerySet[Announcement]:
    """What stands for public pages and phones too."""
    return get_active_announcements(desk_id, now).filter(reach=EVERYWHERE)


def get_announcement_log(desk: Desk, limit: int | None = 20) -> QuerySet[Announcement]:
    """The announcements of a desk with their authors, the latest first; `limit` None for all."""
    return desk.announcements.select_related("by", "taken_back_by")[:limit]


def get_announcement(desk: Desk, number: int) -> Announcement | None:
    """An announcement of this desk."""
    return desk.announcements.select_related("desk").filter(pk=number).first()
