"""The tournament of an event file: its desk with tables and times, and its public page."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import Desk, User
from matches.services import desks, players
from rules.errors import Refusal
from rules.options import MatchLaws
from tournaments.exchange.event_file import (
    COVER_BYTES,
    PAGE,
    PAGE_TEXTS,
    TIMES,
    EventFile,
    decode,
    parse_time,
)
from tournaments.models import Club, Role, Tournament, TournamentCover, TournamentPage
from tournaments.permissions import must_direct
from tournaments.play.tournaments.services.currency import choose_currency
from tournaments.play.tournaments.services.tournament_pages import (
    PageText,
    add_attachment,
    update_tournament_page,
)
from tournaments.play.tournaments.services.tournament_settings import check_last_day
from tournaments.play.tournaments.services.tournaments import configure_desk
from tournaments.slugs import make_free_slug
from tournaments.web import uploaded_images


@transaction.atomic
def create_tournament(
    *, club: Club, file: EventFile, by: User, is_directed_elsewhere: bool = False
) -> Tournament:
    """Create the tournament of an event file, without its event; directors of the club run its desk."""
    must_direct(by, club)
    event_data = file.event
    directors = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    desk = desks.create_desk(
        name=event_data["tournament"],
        tables=event_data["tables"],
        officials={by, *directors},
        confirm_policy=event_data["policy"],
        laws=_parse_laws(event_data["laws"]),
    )
    configure_imported_desk(desk, event_data)
    used_slugs = set(club.tournaments.values_list("slug", flat=True))
    starts_at = parse_time(event_data["starts_at"])
    day = timezone.localdate(starts_at).isoformat()
    tournament = Tournament.objects.create(
        club=club,
        desk=desk,
        name=players.normalise_name(event_data["tournament"]),
        slug=make_free_slug(f"{event_data['tournament']} {day}", used_slugs),
        starts_at=starts_at,
        currency=choose_currency(""),
        is_directed_elsewhere=is_directed_elsewhere,
    )
    if PAGE in event_data:
        _create_page(tournament, event_data[PAGE], by)
    return tournament


def _create_page(tournament: Tournament, page_data: Mapping[str, Any], by: User) -> None:
    """Create the public page of an imported tournament, with its cover and its attachments."""
    tournament.ends_on = date.fromisoformat(page_data["ends_on"]) if page_data["ends_on"] else None
    check_last_day(tournament.starts_at, tournament.ends_on)
    tournament.save(update_fields=["ends_on"])
    deadline = page_data["entry_deadline"]
    text = PageText(
        **{name: page_data[name] for name in PAGE_TEXTS},
        entry_deadline=parse_time(deadline) if deadline else None,
    )
    update_tournament_page(tournament=tournament, text=text, by=by)
    if page_data["cover"] is not None:
        cover = uploaded_images.restore_cover(decode(page_data["cover"]["jpeg"]), COVER_BYTES)
        TournamentCover.objects.create(tournament=tournament, **asdict(cover), alt=page_data["cover"]["alt"])
    for attachment in page_data["attachments"]:
        upload = decode(attachment["pdf"])
        add_attachment(tournament=tournament, name=attachment["name"], upload=upload, by=by)


def update_imported_page(*, tournament: Tournament, page_data: Mapping[str, Any], by: User) -> None:
    """Give a tournament the texts and last day that its page has in a newer file; files stay as they are."""
    must_direct(by, tournament)
    ends_on = date.fromisoformat(page_data["ends_on"]) if page_data.get("ends_on") else None
    check_last_day(tournament.starts_at, ends_on)
    if tournament.ends_on != ends_on:
        Tournament.objects.filter(pk=tournament.pk).update(ends_on=ends_on)
    deadline = page_data.get("entry_deadline", "")
    text = PageText(
        **{name: page_data.get(name, "") for name in PAGE_TEXTS},
        entry_deadline=parse_time(deadline) if deadline else None,
    )
    page = TournamentPage.objects.filter(tournament=tournament).first() or TournamentPage()
    if any(getattr(page, name) != value for name, value in asdict(text).items()):
        update_tournament_page(tournament=tournament, text=text, by=by)


def configure_imported_desk(desk: Desk, event_data: Mapping[str, Any]) -> None:
    """Give a desk the times and rules of an event file. Raises `event_file_damaged`."""
    try:
        configure_desk(desk, times=event_data.get(TIMES, {}), laws=event_data["laws"])
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal("event_file_damaged", place="laws") from error


def _parse_laws(laws_data: dict[str, Any]) -> MatchLaws:
    try:
        return MatchLaws.from_json(laws_data)
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal("event_file_damaged", place="laws") from error
