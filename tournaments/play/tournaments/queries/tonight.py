"""What *Start now* leads to: today's tournament without a draw, or the one whose settings it takes."""

from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.models import Club, Event, EventStatus, SkippedNight, Tournament, WeeklyNight
from tournaments.play.tournaments.queries import expected_players, weekly_nights
from tournaments.play.tournaments.queries.expected_players import ExpectedList


def find_open_tournament(club: Club, now: datetime) -> Tournament | None:
    """Return the latest active tournament of today without a draw and with an event to draw. One query."""
    events = Event.objects.filter(tournament=OuterRef("pk"), cancelled_at=None)
    rows = Tournament.objects.filter(
        Exists(events.filter(status=EventStatus.DRAFT, is_league=False)),
        ~Exists(events.exclude(status=EventStatus.DRAFT)),
        club=club,
        archived_at=None,
        cancelled_at=None,
        starts_at__date=timezone.localdate(now),
    )
    return rows.select_related("club", "desk").order_by("-pk").first()


def find_night(club: Club, now: datetime) -> WeeklyNight | None:
    """Return the weekly tournament of today to start: the first whose tournament does not exist.

    One that is skipped today is left out. At most three queries.
    """
    skipped = SkippedNight.objects.filter(night__club=club, day=timezone.localdate(now))
    skipped_nights = set(skipped.values_list("night", flat=True))
    nights = [night for night in weekly_nights.get_nights(club) if weekly_nights.is_current(night, now)]
    started = weekly_nights.get_current_tournaments(nights, now)
    free = [night for night in nights if night.pk not in started and night.pk not in skipped_nights]
    return min(free, key=lambda night: night.begins, default=None)


def find_list_to_close(club: Club, now: datetime) -> ExpectedList | None:
    """Return the open list that *Start now* closes, that of tonight's weekly tournament."""
    if find_open_tournament(club, now) is not None:
        return None
    night = find_night(club, now)
    open_list = expected_players.get_open_list(night, now) if night is not None else None
    return open_list if open_list is not None and expected_players.is_of_today(open_list, now) else None


def find_usual_event(club: Club, now: datetime) -> Event | None:
    """Return the first event of the club's last tournament of one day that has begun. One query."""
    rows = Event.objects.filter(
        cancelled_at=None,
        is_league=False,
        tournament__club=club,
        tournament__cancelled_at=None,
        tournament__ends_on=None,
        tournament__starts_at__lte=now,
    )
    return (
        rows.select_related("tournament__club", "tournament__desk")
        .order_by("-tournament__starts_at", "-tournament__pk", "pk")
        .first()
    )
