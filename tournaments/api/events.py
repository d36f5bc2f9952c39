"""Events: their list, standings, pairings and journal; undo and redo."""

from dataclasses import asdict
from typing import Any

from django.db.models import F, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from rules.errors import Refusal
from tournaments.api import serializers_events as serializers
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_desk import JournalSerializer
from tournaments.api.serializers_events import CommandSerializer
from tournaments.api.viewsets import EventViewSetMixin, journal_response
from tournaments.models import Event, EventStatus, Pairing
from tournaments.permissions import may_direct
from tournaments.queries import changes, event_standings, events, journal
from tournaments.services import undoing

MOST_LINES = 500
LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": MOST_LINES, "default": 50}, description="Lines."
)


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    """Events by name, club, tournament, status, format and day."""

    search = filters.CharFilter(
        field_name="name", lookup_expr="icontains", max_length=120, label="Part of the name."
    )
    club = filters.CharFilter(field_name="tournament__club__slug", max_length=60, label="The slug of a club.")
    tournament = filters.CharFilter(
        field_name="tournament__slug", max_length=60, label="The slug of a tournament."
    )
    status = filters.MultipleChoiceFilter(choices=EventStatus.choices, label="Any of these.")
    format = filters.CharFilter(field_name="format", max_length=30, label="A format.")
    starts_after = filters.DateFilter(
        field_name="tournament__starts_at__date", lookup_expr="gte", label="From this day on."
    )
    starts_before = filters.DateFilter(
        field_name="tournament__starts_at__date", lookup_expr="lte", label="Until this day."
    )


class EventViewSet(EventViewSetMixin[Event]):
    """Events."""

    queryset = Event.objects.none()
    serializer_class = serializers.EventDetailSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = EventFilter
    write_permission_classes = [IsDirector]
    orderings = {"-starts_at": ("-starts_at", "-id"), "starts_at": ("starts_at", "id")}

    def get_queryset(self) -> QuerySet[Event]:
        """Every event with its tournament and club."""
        rows = Event.objects.select_related("tournament__club")
        return rows.annotate(starts_at=F("tournament__starts_at"))

    def list(self, request: Request) -> Response:
        """List events, the newest first."""
        return self.page_response(
            self.filter_queryset(self.get_queryset()), serializers.EventDetailSerializer
        )

    def retrieve(self, request: Request, pk: str) -> Response:
        """Read an event: its format, lengths, status and version."""
        return Response(serializers.EventDetailSerializer(self.event).data)

    @extend_schema(responses=serializers.EventStandingsSerializer)
    @action(detail=True)
    def standings(self, request: Request, pk: str) -> Response:
        """Read the places of an event, and the table or places of each published flight."""
        return Response(serializers.EventStandingsSerializer(event_standings.standings(self.event)).data)

    @extend_schema(parameters=[LIMIT], responses=JournalSerializer)
    @action(detail=True)
    def journal(self, request: Request, pk: str) -> Response:
        """Read the newest lines of the journal as its public page shows them, with payloads for directors."""
        lines = _journal_lines(self.event, self._limit(), is_director=may_direct(self.account, self.event))
        return Response(JournalSerializer({"version": self.event.version, "lines": lines}).data)

    @extend_schema(responses=serializers.UndoPreviewSerializer)
    @action(detail=True, permission_classes=[*EventViewSetMixin.permission_classes, IsDirector])
    def undo(self, request: Request, pk: str) -> Response:
        """Preview which command would be undone now, and every pairing that would change. 409 for none."""
        return Response(serializers.UndoPreviewSerializer(changes.foreseen_undo(self.event)).data)

    @extend_schema(request=CommandSerializer, responses={201: serializers.JournalEntrySerializer})
    @undo.mapping.post
    def undo_command(self, request: Request, pk: str) -> Response:
        """Undo the last command, all its lines at once, or the one that is named."""
        data = self.validated(CommandSerializer, version=self.event.version)
        return journal_response(undoing.undo(event=self.event, command=data["command"], **self.command(data)))

    @extend_schema(responses=serializers.UndoPreviewSerializer)
    @action(detail=True, permission_classes=[*EventViewSetMixin.permission_classes, IsDirector])
    def redo(self, request: Request, pk: str) -> Response:
        """Preview which command would be redone now, and every pairing that would change. 409 for none."""
        return Response(serializers.UndoPreviewSerializer(changes.foreseen_redo(self.event)).data)

    @extend_schema(request=CommandSerializer, responses={201: serializers.JournalEntrySerializer})
    @redo.mapping.post
    def redo_command(self, request: Request, pk: str) -> Response:
        """Redo the command that was undone last, or the one that is named."""
        data = self.validated(CommandSerializer, version=self.event.version)
        return journal_response(undoing.redo(event=self.event, command=data["command"], **self.command(data)))

    def _limit(self) -> int:
        limit = self.request.query_params.get("limit", "50")
        if not (limit.isascii() and limit.isdecimal() and 0 < int(limit[:6]) <= MOST_LINES):
            raise Refusal("request_invalid", "", problem="limit")
        return int(limit)


class PairingViewSet(EventViewSetMixin[Pairing]):
    """The pairings of an event; none until it is published."""

    queryset = Pairing.objects.none()
    serializer_class = serializers.PairingSerializer
    orderings = {"id": ("id",), "-id": ("-id",)}

    def list(self, request: Request, pk: str) -> Response:
        """List every pairing of the published flights with its seats and its match."""
        return self.page_response(events.published_rows(self.event), serializers.PairingSerializer)


def _journal_lines(event: Event, limit: int, *, is_director: bool) -> Any:
    if not is_director:
        return journal.public_lines(event, limit=limit)
    return [
        {
            **asdict(journal.public_line(line)),
            "command": line.command,
            "payload": line.entry.payload,
            "may_undo": line.may_undo,
        }
        for line in journal.lines(event, limit=limit)
    ]
