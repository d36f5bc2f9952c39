"""Copies of tournaments: the same events, tables, rules, fees and page on another day, without entries."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from matches.models import User
from matches.queries.desks import count_tables
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Event, Tournament, TournamentAttachment, TournamentCover, TournamentPage
from tournaments.models.tournament import MOST_TABLES
from tournaments.permissions import must_be_open, must_direct
from tournaments.play.tournaments.queries import weekly_nights
from tournaments.play.tournaments.services.sponsors import copy_logos
from tournaments.play.tournaments.services.tournament_pages import PageText
from tournaments.play.tournaments.services.tournament_settings import check_last_day
from tournaments.play.tournaments.services.tournaments import (
    TournamentSetup,
    add_event_from_template,
    configure_desk,
    create_tournament,
)
from tournaments.signals import tournament_copied


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyOptions:
    """Name and days of a copy, and whether it is a draft at first."""

    name: str
    starts_at: datetime
    ends_on: date | None = None
    is_draft: bool = False


@transaction.atomic
def copy_tournament(*, tournament: Tournament, options: CopyOptions, by: User) -> Tournament:
    """Create a tournament with the tables, rules, events, plans, fees, page and files of a past one.

    Start times of events move with the tournament; entries and the entry deadline are not copied. Feature
    apps copy their settings (`tournament_copied`).
    Raises `nothing_to_copy`, `tournament_ends_early`, and what `create_tournament` does.
    """
    must_direct(by, tournament.club)
    must_be_open(tournament.club)
    check_last_day(options.starts_at, options.ends_on)
    events = list(tournament.events.filter(cancelled_at=None).select_related("tournament").order_by("id"))
    if not events or any(event.is_league for event in events):
        raise Refusal("nothing_to_copy", name=tournament.name)
    desk = tournament.desk
    setup = TournamentSetup(
        min(count_tables(desk), MOST_TABLES), desk.confirm_policy, options.is_draft, tournament.currency
    )
    copy = create_tournament(
        club=tournament.club, name=options.name, starts_at=options.starts_at, setup=setup, by=by
    )
    Tournament.objects.filter(pk=copy.pk).update(ends_on=options.ends_on)
    configure_desk(copy.desk, times=weekly_nights.get_desk_times(desk), laws=desk.laws)
    days_between = timezone.localdate(options.starts_at) - timezone.localdate(tournament.starts_at)
    copied_events = _copy_events(events, copy, days_between, by)
    _copy_page(tournament, copy)
    _copy_attachments(tournament, copy, by)
    copy_logos(original=tournament, tournament=copy, by=by)
    about = {"name": copy.name, "was": tournament.name, "evening": copy.slug}
    club_log.log_action(club=copy.club, kind="tournament_copied", by=by, about=about)
    copy.refresh_from_db()
    tournament_copied.send(
        sender=Tournament,
        tournament=copy,
        original=tournament,
        events=copied_events,
        days=days_between,
        by=by,
    )
    return copy


def _copy_events(events: Iterable[Event], copy: Tournament, days: timedelta, by: User) -> dict[int, Event]:
    """Add a copy of each event; return the copies by the keys of the original ones."""
    copied_events: dict[int, Event] = {}
    for number, event in enumerate(events, start=1):
        copied_events[event.pk] = new_event = add_event_from_template(
            tournament=copy, event_data=weekly_nights.make_event_data(event), by=by, key=f"copy-{number}"
        )
        if event.starts_at is not None:
            new_event.starts_at = move_by_days(event.starts_at, days)
            new_event.save(update_fields=["starts_at"])
    return copied_events


def move_by_days(moment: datetime, days: timedelta) -> datetime:
    """Return the same local time on another day."""
    return timezone.make_aware(timezone.localtime(moment).replace(tzinfo=None) + days)


def _copy_page(tournament: Tournament, copy: Tournament) -> None:
    page = TournamentPage.objects.filter(tournament=tournament).first()
    if page is not None:
        fields = [name for name in asdict(PageText()) if name != "entry_deadline"]
        TournamentPage.objects.create(tournament=copy, **model_to_dict(page, fields=fields))
    cover = TournamentCover.objects.filter(tournament=tournament).first()
    if cover is not None:
        TournamentCover.objects.create(
            tournament=copy,
            data=bytes(cover.data),
            width=cover.width,
            height=cover.height,
            alt=cover.alt,
            digest=cover.digest,
        )


def _copy_attachments(tournament: Tournament, copy: Tournament, by: User) -> None:
    for attachment in tournament.attachments.all():
        TournamentAttachment.objects.create(
            tournament=copy,
            number=attachment.number,
            name=attachment.name,
            data=bytes(attachment.data),
            size=attachment.size,
            digest=attachment.digest,
            by=by,
        )
