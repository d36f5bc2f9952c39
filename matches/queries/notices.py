"""Notices of live updates, by their position in the stream."""

from collections.abc import Collection

from django.db.models import Min, Q

from matches.models.operations import Notice

# How many of the newest notices are checked for missing ids.
RECENT_COUNT = 50


def get_stream_position() -> int:
    """Return the id from which a page should stream: all notices up to it are committed. 0 if there are none.

    Ids are assigned at insertion but visible after the commit, so an open transaction may hold an id below
    the newest. The position therefore stays below the lowest id that is missing among the recent ones.
    """
    newest = list(Notice.objects.order_by("-id").values_list("id", flat=True)[:RECENT_COUNT])
    missing = set(range(min(newest, default=0), max(newest, default=0))) - set(newest)
    return min(missing) - 1 if missing else max(newest, default=0)


def get_oldest_id() -> int:
    """Return the id of the oldest stored notice, 0 when there is none."""
    return Notice.objects.aggregate(oldest=Min("id"))["oldest"] or 0


def get_notices_after(position: int, *, gaps: Collection[int], limit: int) -> list[Notice]:
    """Return up to `limit` notices by id: those after `position`, and any with an id in `gaps`."""
    fresh = Q(id__gt=position) | Q(id__in=gaps) if gaps else Q(id__gt=position)
    return list(Notice.objects.filter(fresh).order_by("id")[:limit])


def get_missed_notices(topics: Collection[str], *, after: int, until: int, limit: int) -> list[Notice]:
    """The notices under `topics` with after < id <= until, in order of id; at most `limit`."""
    return list(Notice.objects.filter(topic__in=topics, id__gt=after, id__lte=until).order_by("id")[:limit])
