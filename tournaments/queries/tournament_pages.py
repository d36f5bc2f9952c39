"""The public page of a tournament: text, cover, attachments, state, and the schedule of its events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from tournaments.formats.plan import PRESETS
from tournaments.models import (
    Event,
    EventStatus,
    Tournament,
    TournamentAttachment,
    TournamentCover,
    TournamentPage,
)
from tournaments.models.event import PLANNED
from tournaments.queries import event_state
from tournaments.queries.events import CACHE_SECONDS, EventSummary

TEXT_FIELDS = ("description", "venue", "address", "map_link", "contact", "entry_limits", "entry_deadline")
CANCELLED, UPCOMING, IN_PLAY, FINISHED = "cancelled", "upcoming", "in_play", "finished"
StageLengths = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class PublicPage:
    """What the public page of a tournament shows beside its events."""

    text: TournamentPage
    cover: TournamentCover | None
    attachments: tuple[TournamentAttachment, ...]

    @property
    def has_details(self) -> bool:
        """Return whether there is anything to show but name, date and events."""
        has_text = any(getattr(self.text, name) for name in TEXT_FIELDS)
        return has_text or self.cover is not None or bool(self.attachments)


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """An event in the schedule: its start, and the format and match lengths of each stage."""

    summary: EventSummary
    starts_at: datetime
    stages: StageLengths


def get_public_page(tournament: Tournament) -> PublicPage:
    """Return the public page of a tournament without the bytes of its files. Three queries."""
    text = TournamentPage.objects.filter(tournament=tournament).first()
    return PublicPage(
        text=text if text is not None else TournamentPage(tournament=tournament, version=0),
        cover=TournamentCover.objects.filter(tournament=tournament).defer("data").first(),
        attachments=tuple(TournamentAttachment.objects.filter(tournament=tournament).defer("data")),
    )


def get_state(tournament: Tournament, events: Sequence[Event]) -> str:
    """Return the state of a tournament: cancelled, upcoming, in play or finished."""
    statuses = {event.status for event in events if event.cancelled_at is None}
    if tournament.cancelled_at is not None:
        return CANCELLED
    if statuses == {EventStatus.FINISHED}:
        return FINISHED
    return IN_PLAY if statuses & {EventStatus.PUBLISHED, EventStatus.FINISHED} else UPCOMING


def get_schedule(tournament: Tournament, summaries: Sequence[EventSummary]) -> list[ScheduleRow]:
    """Return the events in the order they start. One query for a version of an event that is not cached."""
    rows = [
        ScheduleRow(summary, summary.event.starts_at or tournament.starts_at, get_stages(summary.event))
        for summary in summaries
    ]
    return sorted(rows, key=lambda row: (row.starts_at, row.summary.event.pk))


def get_stages(event: Event) -> StageLengths:
    """Return the format and the match lengths of each stage of an event."""
    if event.format != PLANNED:
        lengths = (event.main_length, event.consolation_length)
        stages = PRESETS[event.format].stages
        return tuple((stage.format, (length,)) for stage, length in zip(stages, lengths, strict=False))
    key = f"stages:{event.draw_commitment}:{event.version}"
    cached_stages: StageLengths | None = cache.get(key)
    if cached_stages is None:
        plan = event_state.get_event_state(event).plan
        cached_stages = tuple((stage.format, stage.lengths or (event.main_length,)) for stage in plan.stages)
        cache.set(key, cached_stages, CACHE_SECONDS)
    return cached_stages
