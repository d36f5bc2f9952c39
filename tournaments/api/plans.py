"""The plan of an event: its stages, another format, stages added, changed and removed."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from rules.errors import Refusal
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_events import JournalEntrySerializer, PlanSerializer, PlanUpdateSerializer
from tournaments.api.viewsets import EventViewSetMixin, journal_response
from tournaments.formats import plan as plans
from tournaments.formats.plan import Plan
from tournaments.forms import plan_edits as forms
from tournaments.forms.plans import Format
from tournaments.models import Event
from tournaments.queries import facts
from tournaments.services import stages

TERMS = ("clock", "holland", "illegal_plays")
FormatSerializer = form_serializer(Format, "Format")
StageCreateSerializer = form_serializer(
    forms.PlanChange, "StageCreate", ("deed", "flight", "name", *TERMS), ("what",)
)
StageUpdateSerializer = form_serializer(forms.PlanChange, "StageUpdate", ("deed", "flight", "what", "count"))
FLIGHT = OpenApiParameter("flight", str, OpenApiParameter.PATH)
FLIGHTS = "(?P<flight>[-_a-zA-Z0-9]{1,20})"


class PlanViewSet(EventViewSetMixin[Event]):
    """What is planned for an event."""

    queryset = Event.objects.none()
    serializer_class = PlanSerializer
    write_permission_classes = [IsDirector]

    @action(detail=True)
    def plan(self, request: Request, pk: str) -> Response:
        """Read the stages of an event, as PUT takes them."""
        data = {**plans.payload(facts.state(self.event).plan), "version": self.event.version}
        return Response(PlanSerializer(data).data)

    @extend_schema(request=PlanUpdateSerializer, responses=JournalEntrySerializer)
    @plan.mapping.put
    def replace_plan(self, request: Request, pk: str) -> Response:
        """Plan the stages of an event, as long as they are not published."""
        data = self.validated(PlanUpdateSerializer, version=self.event.version)
        try:
            wanted = plans.read({"stages": data["stages"]})
        except (KeyError, TypeError, ValueError) as error:
            raise Refusal("request_invalid", "", problem="stages") from error
        return self._planned(wanted, data)

    @extend_schema(request=FormatSerializer, responses=JournalEntrySerializer)
    @action(detail=True, methods=["put"], url_path="plan/format")
    def set_format(self, request: Request, pk: str) -> Response:
        """Choose another format by its options."""
        data = self.validated(FormatSerializer, version=self.event.version)
        return self._planned(read_form(Format, data).plan(), data)  # type: ignore[attr-defined]

    @extend_schema(request=StageCreateSerializer, responses={201: JournalEntrySerializer})
    @action(detail=True, methods=["post"], url_path="plan/stages")
    def add_stage(self, request: Request, pk: str) -> Response:
        """Add a stage: a consolation, a last chance, a final of the best."""
        data = self.validated(StageCreateSerializer, version=self.event.version)
        cleaned = read_form(forms.PlanChange, {**data, "deed": forms.ADD}).cleaned_data
        values = {name: cleaned[name] for name in ("what", "count", "lengths")}
        return journal_response(stages.add_stage(event=self.event, **values, **self.command(data)))

    @extend_schema(request=StageUpdateSerializer, responses=JournalEntrySerializer, parameters=[FLIGHT])
    @action(detail=True, methods=["patch"], url_path=f"plan/stages/{FLIGHTS}")
    def stage(self, request: Request, pk: str, flight: str) -> Response:
        """Change the lengths and the name of a stage, its clock and its rules."""
        data = self.validated(StageUpdateSerializer, version=self.event.version)
        form: Any = read_form(forms.PlanChange, {**data, "deed": forms.SHAPE, "flight": flight})
        agreed = form.terms() if any(name in request.data for name in TERMS) else None
        values = {name: form.cleaned_data[name] for name in ("flight", "lengths", "name")}
        line = stages.reshape_stage(event=self.event, **values, agreed=agreed, **self.command(data))
        return journal_response(line, status.HTTP_200_OK)

    @extend_schema(request=None, responses=JournalEntrySerializer, parameters=[FLIGHT])
    @stage.mapping.delete
    def drop_stage(self, request: Request, pk: str, flight: str) -> Response:
        """Remove a stage that is not drawn; the line of the journal is the answer."""
        line = stages.drop_stage(event=self.event, flight=flight, **self.command())
        return journal_response(line, status.HTTP_200_OK)

    def _planned(self, wanted: Plan, data: dict[str, Any]) -> Response:
        line = stages.plan_event(event=self.event, plan=wanted, **self.command(data))
        return journal_response(line, status.HTTP_200_OK)
