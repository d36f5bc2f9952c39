"""The public page of a tournament: text, cover, attachments, state, and the schedule of its events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from tournaments.formats.plan import PRESETS, Plan
from tournaments.messages.names import StageLengths
from tournaments.models import (
    Event,
    EventStatus,
    Tournament,
    TournamentAttachment,
    TournamentCover,
    TournamentPage,
)
from tournaments.models.event import PLANNED
from tournaments.play.events import event_state
from tournaments.play.events.events import CACHE_SECONDS
from tournaments.play.tournaments.queries.tournaments import EventSummary

TEXT_FIELDS = ("description", "venue", "address", "map_link", "contact", "entry_limits", "entry_deadline")
CANCELLED, UPCOMING, IN_PLAY, FINISHED = "cancelled", "upcoming", "in_play", "finished"


@dataclass(frozen=True, slots=True)
class PublicPage:
    """Text, cover and attachments of the public page of a tournament."""

    text: TournamentPage
    cover: TournamentCover | None
    attachments: tuple[TournamentAttachment, ...]

    @property
    def has_details(self) -> bool:
        """Return whether the page has a text, a cover or an attachment."""
        has_text = any(getattr(self.text, name) for name in TEXT_FIELDS)
        return has_text or self.cover is not None or bool(self.attachments)


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """An event in the schedule: its start, and the format and match lengths of each stage."""

    summary: EventSummary
    starts_at: datetime
    stages: Sequence[StageLengths]


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


def get_schedule(tournament: Tournament, summaries: Sequence[EventSummary]) -> list[ScheduledEvent]:
    """Return the events in the order they start. At most one query."""
    stages = get_stages([summary.event for summary in summaries])
    rows = [
        ScheduledEvent(summary, summary.event.starts_at or tournament.starts_at, stages[summary.event.pk])
        for summary in summaries
    ]
    return sorted(rows, key=lambda row: (row.starts_at, row.summary.event.pk))


def get_stages(events: Sequence[Event]) -> dict[int, Sequence[StageLengths]]:
    """Return format and match lengths of each stage of the events, by primary key.

    One query if the current version of an event is not cached.
    """
    keys = {
        f"stages-with-rounds:{event.pk}:{event.draw_commitment}:{event.version}": event for event in events
    }
    cached: dict[str, Sequence[StageLengths]] = cache.get_many(
        [key for key, event in keys.items() if event.format == PLANNED]
    )
    stages = {keys[key].pk: value for key, value in cached.items()}
    stages |= {event.pk: _preset_stages(event) for event in events if event.format != PLANNED}
    missing = {key: event for key, event in keys.items() if event.pk not in stages}
    if missing:
        states = event_state.get_event_states(missing.values())
        computed = {key: _planned_stages(event, states[event.pk].plan) for key, event in missing.items()}
        cache.set_many(computed, CACHE_SECONDS)
        stages |= {missing[key].pk: value for key, value in computed.items()}
    return stages


def _preset_stages(event: Event) -> Sequence[StageLengths]:
    lengths = (event.main_length, event.consolation_length)
    stages = PRESETS[event.format].stages
    return tuple(
        StageLengths(stage.key, stage.format, (length,))
        for stage, length in zip(stages, lengths, strict=False)
    )


def _planned_stages(event: Event, plan: Plan) -> Sequence[StageLengths]:
    return tuple(
        StageLengths(
            stage.key,
            stage.format,
            stage.lengths or (event.main_length,),
            int(stage.options.get("rounds") or 0),
        )
        for stage in plan.stages
    )
