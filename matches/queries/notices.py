"""Reads the notices for open pages: where the stream stands, and what a page missed."""

from collections.abc import Collection

from django.db.models import Min, Q

from matches.models.notice import Notice

RECENT_COUNT = 50


def get_position() -> int:
    """The id up to which all notices are visible; 0 when there is none. Render it in a page, stream from it.

    Ids are handed out at writing and seen at commit, so a transaction may still hold one below the newest:
    the position stays below the lowest id missing among the recent ones.
    """
    newest = list(Notice.objects.order_by("-id").values_list("id", flat=True)[:RECENT_COUNT])
    missing = set(range(min(newest, default=0), max(newest, default=0))) - set(newest)
    return min(missing) - 1 if missing else max(newest, default=0)


def get_oldest_id() -> int:
    """The id of the oldest notice still kept, 0 when there is none."""
    return Notice.objects.aggregate(oldest=Min("id"))["oldest"] or 0


def get_notices_after(position: int, *, gaps: Collection[int], limit: int) -> list[Notice]:
    """Up to `limit` notices after `position`, and those among `gaps` that have appeared; in order of id."""
    fresh = Q(id__gt=position) | Q(id__in=gaps) if gaps else Q(id__gt=position)
    return list(Notice.objects.filter(fresh).order_by("id")[:limit])


def get_missed_notices(topics: Collection[str], *, after: int, until: int, limit: int) -> list[Notice]:
    """The notices under `topics` with after < id <= until, in order of id; at most `limit`."""
    return list(Notice.objects.filter(topic__in=topics, id__gt=after, id__lte=until).order_by("id")[:limit])
