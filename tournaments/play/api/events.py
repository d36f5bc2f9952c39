"""Events in the API: their list, standings, pairings, journal, plans and corrections."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches import states
from matches.api.filters import NameFilter, require_known
from matches.models import Match, User
from matches.queries import matches
from rules.errors import Refusal
from tournaments.formats import plan as plans
from tournaments.formats.plan import Plan
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Club, Event, EventStatus, JournalEntry, Pairing, Tournament
from tournaments.models.event import PLANNED
from tournaments.payloads import make_payload, read_payload
from tournaments.permissions import may_direct
from tournaments.play.api import serializers_desk, serializers_events, serializers_tournaments
from tournaments.play.api.commands import EventCommandViewSet
from tournaments.play.api.form_serializers import form_serializer, read_form
from tournaments.play.api.journal_responses import journal_response
from tournaments.play.api.serializers_commands import PlanUpdateSerializer
from tournaments.play.api.serializers_desk import JournalLineSerializer
from tournaments.play.api.serializers_events import JournalEntrySerializer, PlanSerializer
from tournaments.play.api.serializers_tournaments import EventUpdateSerializer, FormatUpdateSerializer
from tournaments.play.api.silenced_fields import refuse_silenced_format_fields
from tournaments.play.brackets import event_standings
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import corrections
from tournaments.play.desk.draw_commands import STAGE_COMMANDS, AddStage, ChangeStage, DropStage
from tournaments.play.desk.forms import PerformanceRatingsForm
from tournaments.play.draws import plan_forms as forms
from tournaments.play.draws import services as draws
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import performance_ratings
from tournaments.play.events import event_state, events
from tournaments.play.events import performance_ratings as rating_queries
from tournaments.play.tournaments.commands import EVENT_COMMANDS, CancelEvent
from tournaments.play.tournaments.queries.tournaments import visible_to
from tournaments.play.tournaments.services import tournament_pages, tournament_settings
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin

EVENT_FORMAT_NAMES = (*EVENT_FORMATS, PLANNED)


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    """Events by name, club, tournament, status, format and day."""

    search = NameFilter(field_name="name", max_length=120, label="Part of the name.")
    club = filters.CharFilter(method="filter_by_club", max_length=60, label="The slug of a club.")
    tournament = filters.CharFilter(
        method="filter_by_tournament", max_length=60, label="The slug of a tournament."
    )
    status = filters.MultipleChoiceFilter(choices=EventStatus.choices, label="Any of these.")
    format = filters.ChoiceFilter(
        choices=[(name, name) for name in EVENT_FORMAT_NAMES], method="filter_by_format", label="A format."
    )
    starts_after = filters.DateFilter(
        field_name="tournament__starts_at__date", lookup_expr="gte", label="From this day on."
    )
    starts_before = filters.DateFilter(
        field_name="tournament__starts_at__date", lookup_expr="lte", label="Until this day."
    )

    def filter_by_club(self, rows: QuerySet[Event], name: str, slug: str) -> QuerySet[Event]:
        """Return the events of a club; refuse an unknown one."""
        require_known(name, slug, Club.objects.filter(slug=slug))
        return rows.filter(tournament__club__slug=slug)

    def filter_by_tournament(self, rows: QuerySet[Event], name: str, slug: str) -> QuerySet[Event]:
        """Return the events of the tournaments with a slug, which the account must see."""
        user = self.request.user if isinstance(self.request.user, User) else None
        require_known(name, slug, Tournament.objects.filter(visible_to(user), slug=slug))
        return rows.filter(tournament__slug=slug)

    def filter_by_format(self, rows: QuerySet[Event], name: str, format: str) -> QuerySet[Event]:
        """Return the events of a format, as `format` of an event names it."""
        return rows.filter(Q(plan_format=format) | Q(plan_format="", format=format))


class EventViewSet(EventCommandViewSet[Event]):
    """Events: list, read, rename, cancel, delete; standings, journal, undo and redo."""

    queryset = Event.objects.none()
    serializer_class = serializers_tournaments.EventDetailSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = EventFilter
    write_permission_classes = [IsDirector]
    orderings = {"-starts_at": ("-day", "-id"), "starts_at": ("day", "id")}
    commands = EVENT_COMMANDS
    bodies = {CancelEvent: serializers_tournaments.CancelSerializer}

    def get_queryset(self) -> QuerySet[Event]:
        """Return the events the account may see, with tournament and club, annotated with their `day`."""
        rows = Event.objects.select_related("tournament__club", "tournament__desk").filter(
            visible_to(self.account, "tournament__")
        )
        return rows.annotate(day=F("tournament__starts_at"))

    def list(self, request: Request) -> Response:
        """List events, the newest first."""
        return self.page_response(
            self.filter_queryset(self.get_queryset()), serializers_tournaments.EventDetailSerializer
        )

    def retrieve(self, request: Request, pk: str) -> Response:
        """Read an event: its format, lengths, status and version."""
        return Response(serializers_tournaments.EventDetailSerializer(self.event).data)

    @extend_schema(request=EventUpdateSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the name and the start of an event; its slug stays."""
        data, event = self.validated(EventUpdateSerializer), self.event
        with transaction.atomic():
            if "name" in data:
                event = tournament_settings.rename_event(event=event, name=data["name"], by=self.actor)
            if "starts_at" in data:
                starts = {event.slug: data["starts_at"]}
                tournament_pages.schedule_events(tournament=event.tournament, starts=starts, by=self.actor)
                event.refresh_from_db(fields=["starts_at"])
        return Response(serializers_tournaments.EventDetailSerializer(event).data)

    @extend_schema(responses=serializers_events.EventStandingsSerializer)
    @action(detail=True)
    def standings(self, request: Request, pk: str) -> Response:
        """Read the places of an event, and the table or places of each published flight."""
        return Response(
            serializers_events.EventStandingsSerializer(event_standings.get_event_standings(self.event)).data
        )

    @extend_schema(responses=JournalLineSerializer(many=True))
    @action(detail=True, filter_backends=[], orderings={"-seq": ("-seq",), "seq": ("seq",)})
    def journal(self, request: Request, pk: str) -> Response:
        """List the lines of the journal as its public page shows them, with payloads for directors."""
        rows: Any = journal.entries_of(self.event)
        page: Any = self.paginate_queryset(rows)
        lines = _journal_lines(self.event, page, is_director=may_direct(self.account, self.event))
        return self.get_paginated_response(JournalLineSerializer(lines, many=True).data)


class PairingViewSet(EventViewSetMixin[Pairing]):
    """The pairings of an event; none until it is published."""

    queryset = Pairing.objects.none()
    serializer_class = serializers_events.PairingSerializer
    orderings = {"id": ("id",), "-id": ("-id",)}

    def list(self, request: Request, pk: str) -> Response:
        """List every pairing of the published flights with its seats and its match."""
        return self.page_response(
            events.published_pairings(self.event),
            serializers_events.PairingSerializer,
            annulled=events.get_overview(self.event).annulled,
        )


def _journal_lines(event: Event, entries: Sequence[JournalEntry], *, is_director: bool) -> Any:
    """Return journal lines as the public page shows them; directors get command and payload too."""
    if not is_director:
        lines = journal.get_public_lines(event, entries=entries)
        return [replace(line, by="") if line.has_account else line for line in lines]
    return [
        {
            **asdict(journal.make_public_line(line)),
            "command": line.command,
            "payload": line.entry.payload,
            "may_undo": line.may_undo,
        }
        for line in journal.get_lines(event, entries=entries)
    ]


# Neither has the fields that only the other change of a stage takes.
StageCreateSerializer = form_serializer(
    forms.PlanChangeForm, "StageCreate", ("flight", "name", *forms.PLAYING_TERMS), ("what",)
)
StageUpdateSerializer = form_serializer(forms.PlanChangeForm, "StageUpdate", ("flight", "what", "count"))


FLIGHT = OpenApiParameter("flight", str, OpenApiParameter.PATH)


class PlanViewSet(EventCommandViewSet[Event]):
    """The plan of an event: its stages and their formats."""

    queryset = Event.objects.none()
    serializer_class = JournalEntrySerializer
    write_permission_classes = [IsDirector]
    commands = tuple(STAGE_COMMANDS.values())
    bodies = {AddStage: StageCreateSerializer, ChangeStage: StageUpdateSerializer, DropStage: None}
    command_parameters = (FLIGHT,)

    @extend_schema(responses=PlanSerializer)
    @action(detail=True)
    def plan(self, request: Request, pk: str) -> Response:
        """Read the stages of an event in the format of PUT."""
        data = {
            **make_payload(event_state.get_event_state(self.event).plan),
            "version": self.event.version,
        }
        return Response(PlanSerializer(data).data)

    @extend_schema(request=PlanUpdateSerializer, responses=JournalEntrySerializer)
    @plan.mapping.put
    def replace_plan(self, request: Request, pk: str) -> Response:
        """Plan the stages of an event, as long as they are not published."""
        data = self.validated(PlanUpdateSerializer, version=self.event.version)
        try:
            plan = read_payload(plans.Plan, {"stages": data["stages"]})
        except ValueError as error:
            raise Refusal("request_invalid", "", problem="stages") from error
        return self._set_plan(plan, data)

    @extend_schema(request=FormatUpdateSerializer, responses=JournalEntrySerializer)
    @action(detail=True, methods=["put"], url_path="plan/format")
    def set_format(self, request: Request, pk: str) -> Response:
        """Change the format and its options."""
        data = self.validated(FormatUpdateSerializer, version=self.event.version)
        refuse_silenced_format_fields(data)
        return self._set_plan(read_form(FormatForm, data).plan(), data)  # type: ignore[attr-defined]

    def _set_plan(self, plan: Plan, data: dict[str, Any]) -> Response:
        line = draws.plan_event(event=self.event, plan=plan, **self.command_arguments(data))
        return journal_response(line, status.HTTP_200_OK)


PerformanceRatingUpdateSerializer = form_serializer(PerformanceRatingsForm, "PerformanceRatingUpdate")


class CorrectionViewSet(EventViewSetMixin[Event]):
    """Corrections of results, and the performance ratings of matches."""

    queryset = Event.objects.none()
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @extend_schema(request=serializers_desk.CorrectionSerializer, responses={201: JournalEntrySerializer})
    @action(detail=True, methods=["post"])
    def corrections(self, request: Request, pk: str) -> Response:
        """Correct the result of a settled match, with its effect on later matches."""
        data = self.validated(serializers_desk.CorrectionSerializer, version=self.event.version)
        match = self._match(data["match"])
        result, choices = _corrected_result(match, data), data["choices"]
        if data["reach"]:
            preview = previews.preview_correction(match=match, result=result, choices=choices)
            if preview.reach != data["reach"]:
                raise Refusal("reaches_further", reach=preview.reach)
        line = corrections.correct_result(
            match=match,
            result=result,
            choices=choices,
            reason=data["reason"],
            **self.command_arguments(data),
        )
        return journal_response(line)

    @extend_schema(
        request=serializers_desk.CorrectionSerializer, responses=serializers_desk.CorrectionPreviewSerializer
    )
    @action(detail=True, methods=["post"], url_path="corrections/preview", is_dry=True)
    def preview_correction(self, request: Request, pk: str) -> Response:
        """Preview which pairings a correction affects, and the choices there. Nothing is written."""
        data = self.validated(serializers_desk.CorrectionSerializer, version=self.event.version)
        match = self._match(data["match"])
        preview = previews.preview_correction(
            match=match, result=_corrected_result(match, data), choices=data["choices"]
        )
        return Response(serializers_desk.CorrectionPreviewSerializer(preview).data)

    @extend_schema(responses=serializers_desk.PerformanceRatingsSerializer)
    @action(detail=True, url_path="performance-ratings")
    def performance_ratings(self, request: Request, pk: str) -> Response:
        """Read the performance ratings of matches that need them, and which are missing."""
        return Response(
            serializers_desk.PerformanceRatingsSerializer(
                rating_queries.get_performance_ratings(self.event)
            ).data
        )

    @extend_schema(request=PerformanceRatingUpdateSerializer, responses={201: JournalEntrySerializer})
    @performance_ratings.mapping.post
    def rule_performance_rating(self, request: Request, pk: str) -> Response:
        """Set the performance ratings of a match: by entered PRs, by a ruling, or from its transcript."""
        data = self.validated(PerformanceRatingUpdateSerializer, version=self.event.version)
        form: Any = read_form(PerformanceRatingsForm, data)
        pairing = form.cleaned_data["pairing"]
        line = performance_ratings.set_match_measure(
            event=self.event, pairing=pairing, measure=form.measure(), **self.command_arguments(data)
        )
        return journal_response(line)

    def _match(self, code: str) -> Match:
        match = matches.get_match(code)
        if match is None or match.desk_id != self.event.tournament.desk_id:
            raise Refusal("match_absent")
        return match


def _corrected_result(match: Match, data: dict[str, Any]) -> states.MatchResult:
    score = (data["white_score"], data["black_score"])
    return states.make_result(match.length, score, data["winner"], data["ending"])
