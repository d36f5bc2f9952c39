"""The public page of a tournament: its text, schedule, cover and attachments."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches.models import User
from rules.errors import Refusal
from tournaments.club_log import log_change
from tournaments.models import (
    Event,
    Tournament,
    TournamentAttachment,
    TournamentCover,
    TournamentPage,
)
from tournaments.models.tournament_page import (
    ATTACHMENT_BYTES,
    COVER_BYTES,
    LONGEST_DESCRIPTION,
    MOST_ATTACHMENTS,
)
from tournaments.play.schedule.services import breaks
from tournaments.play.tournaments.services.tournament_settings import (
    lock_tournament_and_events,
    must_not_be_archived,
    publish_changes,
)
from tournaments.web import uploaded_images

LONGEST_NAME = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """The text of the public page of a tournament; `description` is Markdown."""

    description: str = ""
    venue: str = ""
    address: str = ""
    map_link: str = ""
    contact: str = ""
    entry_limits: str = ""
    entry_deadline: datetime | None = None


@transaction.atomic
def update_tournament_page(*, tournament: Tournament, text: PageText, by: User) -> TournamentPage:
    """Change the text of the public page.

    Raises `tournament_archived`, `description_too_long`, `map_link_not_https`.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    if len(text.description) > LONGEST_DESCRIPTION:
        raise Refusal("description_too_long", most=LONGEST_DESCRIPTION)
    if text.map_link and not text.map_link.startswith("https://"):
        raise Refusal("map_link_not_https")
    page, _ = TournamentPage.objects.get_or_create(tournament=tournament)
    values = asdict(text)
    if any(getattr(page, name) != value for name, value in values.items()):
        TournamentPage.objects.filter(pk=page.pk).update(**values)
        save_change(tournament, events, by)
    page.refresh_from_db()
    return page


@transaction.atomic
def schedule_events(*, tournament: Tournament, starts: Mapping[str, datetime | None], by: User) -> None:
    """Change the start times of events, by slug; None for those that start with the tournament.

    Raises `tournament_archived`.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    changed_events = [
        event for event in events.values() if event.slug in starts and event.starts_at != starts[event.slug]
    ]
    for event in changed_events:
        event.starts_at = starts[event.slug]
        event.save(update_fields=["starts_at"])
    if changed_events:
        breaks.follow_changed_start(tournament=tournament, by=by)
        save_change(tournament, events, by)


@transaction.atomic
def set_cover(*, tournament: Tournament, upload: bytes, alt: str, by: User) -> TournamentCover:
    """Set the cover, re-encoded from an uploaded image.

    Raises `tournament_archived`, `cover_too_large`, `cover_unreadable`.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    cover = uploaded_images.make_cover(upload, COVER_BYTES)
    row, _ = TournamentCover.objects.update_or_create(
        tournament=tournament, defaults={**asdict(cover), "alt": alt.strip()}
    )
    save_change(tournament, events, by)
    return row


@transaction.atomic
def remove_cover(*, tournament: Tournament, by: User) -> None:
    """Remove the cover. Raises `tournament_archived`."""
    tournament, events = lock_unarchived_tournament(tournament, by)
    deleted_count, _ = TournamentCover.objects.filter(tournament=tournament).delete()
    if deleted_count:
        save_change(tournament, events, by)


@transaction.atomic
def add_attachment(*, tournament: Tournament, name: str, upload: bytes, by: User) -> TournamentAttachment:
    """Attach a PDF file.

    Raises `tournament_archived`, `attachment_too_large`, `attachment_not_pdf`, `attachments_many`.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    if len(upload) > ATTACHMENT_BYTES:
        raise Refusal("attachment_too_large", megabytes=ATTACHMENT_BYTES // 1_000_000)
    if not uploaded_images.is_pdf(upload):
        raise Refusal("attachment_not_pdf")
    used_numbers = set(tournament.attachments.values_list("number", flat=True))
    free_numbers = [number for number in range(1, MOST_ATTACHMENTS + 1) if number not in used_numbers]
    if not free_numbers:
        raise Refusal("attachments_many", most=MOST_ATTACHMENTS)
    attachment = TournamentAttachment.objects.create(
        tournament=tournament,
        number=free_numbers[0],
        name=_clean_name(name),
        data=upload,
        size=len(upload),
        digest=sha256(upload).hexdigest(),
        by=by,
    )
    save_change(tournament, events, by)
    return attachment


@transaction.atomic
def remove_attachment(*, tournament: Tournament, number: int, by: User) -> None:
    """Remove an attachment. Raises `tournament_archived`."""
    tournament, events = lock_unarchived_tournament(tournament, by)
    deleted_count, _ = TournamentAttachment.objects.filter(tournament=tournament, number=number).delete()
    if deleted_count:
        save_change(tournament, events, by)


def lock_unarchived_tournament(tournament: Tournament, by: User) -> tuple[Tournament, dict[int, Event]]:
    tournament, events = lock_tournament_and_events(tournament, by)
    must_not_be_archived(tournament)
    return tournament, events


def save_change(tournament: Tournament, events: dict[int, Event], by: User) -> None:
    """Raise the version of the page, log the change, and notify open pages."""
    page, _ = TournamentPage.objects.get_or_create(tournament=tournament)
    TournamentPage.objects.filter(pk=page.pk).update(version=F("version") + 1, changed_at=timezone.now())
    log_change(tournament, "tournament_described", by)
    publish_changes(tournament, events)


def _clean_name(name: str) -> str:
    """Return the name of a file without its folder and its ending."""
    base = "".join(char for char in name.replace("\\", "/").rpartition("/")[2] if char.isprintable()).strip()
    stem = base[:-4] if base.lower().endswith(".pdf") else base
    return stem.strip()[:LONGEST_NAME].strip() or "PDF"
