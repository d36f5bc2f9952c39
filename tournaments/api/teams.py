"""Teams of an event with their members; team matches with their boards and line-ups."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of
from tournaments.api import serializers_teams as serializers
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_events import JournalEntrySerializer, VersionSerializer
from tournaments.api.viewsets import EventViewSetMixin, get_or_404, journal_response
from tournaments.journal.formations import TEAMS
from tournaments.models import Entry, Pairing, TeamMember
from tournaments.permissions import may_captain, may_direct
from tournaments.queries import teams
from tournaments.queries.teams import Meeting
from tournaments.services import teams as services

WRITTEN = {201: JournalEntrySerializer}


class TeamViewSet(EventViewSetMixin[Entry]):
    """The teams of an event."""

    queryset = Entry.objects.none()
    serializer_class = serializers.TeamSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    write_permission_classes = [IsDirector]
    orderings = {"number": ("number",), "-number": ("-number",)}

    def get_queryset(self) -> QuerySet[Entry]:
        """The teams with their members in board order; 404 where no teams play."""
        if self.event.takes != TEAMS:
            raise Http404
        members = TeamMember.objects.select_related("player").order_by("position", "pk")
        rows = Entry.objects.filter(event=self.event).select_related("player")
        return rows.prefetch_related(Prefetch("members", queryset=members))

    def list(self, request: Request, pk: str) -> Response:
        """List the teams of an event by number, with their members in board order."""
        return self.page_response(self.get_queryset(), serializers.TeamSerializer)

    def retrieve(self, request: Request, pk: str, number: str) -> Response:
        """Read a team with its members in board order."""
        return Response(serializers.TeamSerializer(self._team()).data)

    @extend_schema(request=serializers.TeamUpdateSerializer, responses=JournalEntrySerializer)
    def update(self, request: Request, pk: str, number: str) -> Response:
        """Set the members of a team: one name each in board order, the captain marked "(c)"."""
        data = self.validated(serializers.TeamUpdateSerializer, version=self.event.version)
        names = "\n".join(data["members"])
        entry = services.set_roster(entry=self._team(), names=names, **self.command(data))
        return journal_response(entry, status.HTTP_200_OK)

    def _team(self) -> Entry:
        return get_or_404(self.get_queryset().filter(number=int(self.kwargs["number"])).first())


class MeetingViewSet(EventViewSetMixin[Pairing]):
    """Team matches: meetings of two teams at several boards."""

    queryset = Pairing.objects.none()
    serializer_class = serializers.MeetingSerializer
    lookup_url_kwarg = "label"
    lookup_value_regex = r"[-\w]{1,40}"
    write_permission_classes = [IsDirector]
    action_permissions = {"line_up": []}

    def retrieve(self, request: Request, pk: str, label: str) -> Response:
        """Read a team match with its boards."""
        return Response(serializers.MeetingSerializer(self._meeting()).data)

    @extend_schema(
        request=serializers.LineUpSerializer,
        responses={201: serializers.LineUpStateSerializer},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], url_path="line-up")
    def line_up(self, request: Request, pk: str, label: str) -> Response:
        """Submit the line-up of a team: its captain or the desk; it stays sealed until both are in."""
        data = self.validated(serializers.LineUpSerializer, version=self.event.version)
        meeting, identity = self._meeting(), identity_of(request)
        entry = self._side(meeting, data["entry"])
        if not may_direct(identity.user, self.event) and not may_captain(identity, entry):
            raise Http404
        is_open = services.submit_line_up(
            pairing=meeting.pairing, entry=entry, codes=_codes(data), identity=identity
        )
        answer = serializers.LineUpStateSerializer({"is_open": is_open})
        return Response(answer.data, status=status.HTTP_201_CREATED)

    @extend_schema(request=VersionSerializer, responses=WRITTEN)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str, label: str) -> Response:
        """Open a team match; a team without a line-up plays in its board order."""
        self.validated(VersionSerializer, version=self.event.version)
        key = self.command()["key"]
        return journal_response(
            services.open_line_ups(pairing=self._meeting().pairing, by=self.actor, key=key)
        )

    @extend_schema(request=serializers.LineUpSerializer, responses=WRITTEN)
    @action(detail=True, methods=["post"])
    def seats(self, request: Request, pk: str, label: str) -> Response:
        """Change the line-up of a team: a reserve comes in, or one more board is played."""
        data = self.validated(serializers.LineUpSerializer, version=self.event.version)
        meeting = self._meeting()
        sides = {self._side(meeting, data["entry"]).number: _codes(data)}
        return journal_response(
            services.change_line_ups(pairing=meeting.pairing, sides=sides, **self.command(data))
        )

    @extend_schema(request=serializers.PlayOffSerializer, responses=WRITTEN)
    @action(detail=True, methods=["post"], url_path="play-off")
    def play_off(self, request: Request, pk: str, label: str) -> Response:
        """Seat two players at one more board of a team match with equal boards."""
        data = self.validated(serializers.PlayOffSerializer, version=self.event.version)
        sides = {side: data[side] for side in ("white", "black")}
        return journal_response(
            services.seat_play_off(pairing=self._meeting().pairing, **sides, **self.command(data))
        )

    def _meeting(self) -> Meeting:
        is_of_teams = self.event.takes == TEAMS
        return get_or_404(teams.meeting(self.event, self.kwargs["label"]) if is_of_teams else None)

    def _side(self, meeting: Meeting, number: int) -> Entry:
        """The team of this number, if it plays in the meeting."""
        sides = {
            entry.number for entry in (meeting.pairing.white_entry, meeting.pairing.black_entry) if entry
        }
        rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
        row = rows.filter(event=self.event, number=number).first() if number in sides else None
        return get_or_404(row)


def _codes(data: dict[str, Any]) -> list[str]:
    """The players of a line-up by their codes, "" for an empty board."""
    return [code or "" for code in data["boards"]]
