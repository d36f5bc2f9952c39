"""Entries and teams of an event, their check-in and badges, team matches and line-ups."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of
from matches.models import Player
from matches.services import badges
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.chosen_columns import list_unused
from tournaments.exchange.lists.entry_box_lines import USED_ROLES, list_unused_notes, write_entry_lines
from tournaments.exchange.lists.new_members import list_left_out_rows
from tournaments.exchange.lists.reading import ENTRIES
from tournaments.journal.team_facts import TEAMS
from tournaments.lookups import list_known_names
from tournaments.models import Entry, Pairing, Takes, TeamMember
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.permissions import may_captain, may_direct, may_read_records
from tournaments.play.api import serializers_events, serializers_teams
from tournaments.play.api.form_serializers import form_serializer, read_form
from tournaments.play.api.journal_responses import journal_response
from tournaments.play.api.serializers_commands import EntriesCreateSerializer, VersionSerializer
from tournaments.play.api.serializers_desk import (
    BadgeCreateSerializer,
    BadgeSerializer,
    PresenceUpdateSerializer,
)
from tournaments.play.api.serializers_events import (
    EntriesFileSerializer,
    EntryLinesSerializer,
    JournalEntrySerializer,
)
from tournaments.play.draws.forms import EntryDetailsForm
from tournaments.play.entrants.queries.entries import LeftOutLine, list_left_out, read_names
from tournaments.play.entrants.queries.public_entries import list_public_entries
from tournaments.play.entries.queries.entry_lists import get_entry_lists
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.play.events import events
from tournaments.play.teams import queries as team_queries
from tournaments.play.teams import services as team_services
from tournaments.play.teams.queries import TeamMeeting
from tournaments.web.api.lists import read_uploaded_list
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.uploads import multipart
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.web.paid_prizes import check_paid_prizes

EntryUpdateSerializer = form_serializer(EntryDetailsForm, "EntryUpdate")


class EntryViewSet(EventViewSetMixin[Entry]):
    """The entries of an event."""

    queryset = Entry.objects.none()
    serializer_class = serializers_events.EntrySerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    write_permission_classes = [IsDirector]
    orderings = {"number": ("number",), "-number": ("-number",)}

    def list(self, request: Request, pk: str) -> Response:
        """List the entries of an event by number, with the places reached.

        Before the draw is published, those who did not agree to be listed are shown to directors alone.
        """
        rows = list_public_entries(self.event, **self._reader())
        return self.page_response(rows, serializers_events.EntrySerializer, **self._reader())

    def retrieve(self, request: Request, pk: str, number: str) -> Response:
        """Read an entry."""
        rows = list_public_entries(self.event, **self._reader())
        row = get_or_404(rows.filter(number=int(number)).first())
        return Response(serializers_events.EntrySerializer(row, context=self._reader()).data)

    @extend_schema(request=EntriesCreateSerializer, responses={201: serializers_events.EnteredListSerializer})
    def create(self, request: Request, pk: str) -> Response:
        """Enter players and pairs by name, or teams as "Dragons: Anna Rossi, Bruno Bianchi (c)".

        The response has all entries of the event, and the lines that were left out with the reason.
        """
        data = self.validated(EntriesCreateSerializer, version=self.event.version)
        names = "\n".join(" ".join(name.split()) for name in data["names"])
        left_out: Sequence[LeftOutLine] = ()
        lines: Sequence[MatchedLine] = ()
        with check_paid_prizes(events=[self.event], accepted=data["accepted_prizes"]):
            if self.event.takes == Takes.TEAMS:
                team_services.enter_teams(event=self.event, text=names, **self.command_arguments(data))
            else:
                with_records = may_read_records(self.actor, self.event.tournament.club)
                lines = read_names(event=self.event, text=names, with_records=with_records)
                arguments = self.command_arguments(data)
                recorded = PaymentsToRecord(data["method"], data["paid_sum"], data["paid_on"])
                enter = entries.enter_waiting if data["waiting"] else entries.enter_names
                line = enter(event=self.event, names=names, recorded=recorded, **arguments)
                left_out = list_left_out(event=self.event, text=names, line=line, with_records=with_records)
        rows = events.entries_of(self.event)
        answer = serializers_events.EnteredListSerializer(
            {
                "entries": rows,
                "left_out": left_out,
                "similar": [line for line in lines if line.near],
                "reordered": [line for line in lines if line.written],
            },
            context=self._reader(),
        )
        return Response(answer.data, status=status.HTTP_201_CREATED)

    @extend_schema(request=EntryUpdateSerializer, responses=serializers_events.JournalEntrySerializer)
    def update(self, request: Request, pk: str, number: str) -> Response:
        """Set the details of an entry, such as club and rating."""
        entry, data = self._entry(), self.validated(EntryUpdateSerializer, version=self.event.version)
        form: Any = read_form(EntryDetailsForm, data)
        line = entries.describe(
            event=self.event, details={entry.number: form.entry_details}, **self.command_arguments(data)
        )
        return journal_response(line, status.HTTP_200_OK)

    @extend_schema(responses=serializers_events.ListOfEntriesSerializer(many=True))
    @action(
        detail=False, url_path="lists", permission_classes=[*EventViewSetMixin.permission_classes, IsDirector]
    )
    def entry_lists(self, request: Request, pk: str) -> Response:
        """List the lists of two or more entries that were entered at once, the latest first."""
        lists = get_entry_lists(self.event)
        return Response(serializers_events.ListOfEntriesSerializer(lists, many=True).data)

    @extend_schema(request=VersionSerializer, responses=serializers_events.WithdrawnEntryListSerializer)
    @action(detail=False, methods=["post"], url_path="lists/(?P<list_number>[0-9]{1,9})/withdraw")
    def withdraw_list(self, request: Request, pk: str, list_number: str) -> Response:
        """Withdraw the entries of a list; the answer says which stay, and why."""
        data = self.validated(VersionSerializer, version=self.event.version)
        withdrawn_list = withdraw_entry_list(
            event=self.event, number=int(list_number), **self.command_arguments(data)
        )
        answer = serializers_events.WithdrawnEntryListSerializer(withdrawn_list, context=self._reader())
        return Response(answer.data)

    @extend_schema(request=PresenceUpdateSerializer, responses=serializers_events.JournalEntrySerializer)
    @action(detail=True, methods=["put"])
    def presence(self, request: Request, pk: str, number: str) -> Response:
        """Mark an entry as checked in, absent, waiting, or not marked."""
        entry, data = self._entry(), self.validated(PresenceUpdateSerializer, version=self.event.version)
        line = entries.set_presence(
            event=self.event,
            entries=[entry.number],
            presence=data["presence"],
            **self.command_arguments(data),
        )
        return journal_response(line, status.HTTP_200_OK)

    @extend_schema(request=VersionSerializer, responses={201: serializers_events.JournalEntrySerializer})
    @action(detail=False, methods=["post"], url_path="check-in-all")
    def check_in_all(self, request: Request, pk: str) -> Response:
        """Check in all entries not yet marked."""
        data = self.validated(VersionSerializer, version=self.event.version)
        return journal_response(entries.mark_all_present(event=self.event, **self.command_arguments(data)))

    @extend_schema(request=multipart(EntriesFileSerializer), responses=EntryLinesSerializer)
    @action(detail=False, methods=["post"], is_dry=True, parser_classes=[MultiPartParser])
    def file(self, request: Request, pk: str) -> Response:
        """Read a table of people and return lines for `names` of the entries endpoint. Nothing is written.

        While a question is unanswered there are no lines, so that no name is entered by a guess.
        """
        data = self.validated(EntriesFileSerializer)
        uploaded = read_uploaded_list(
            data, ENTRIES, member_lists.ENTRIES, list_known_names(self.event.tournament.club)
        )
        answer = {
            **uploaded.describe(),
            "questions": uploaded.reading.questions,
            "left_out": list_left_out_rows(uploaded.reading),
            "unused": list_unused(uploaded.reading, USED_ROLES),
            "unused_notes": list_unused_notes(uploaded.reading),
            "names": write_entry_lines(uploaded.reading) if uploaded.reading.is_ready else (),
        }
        return Response(EntryLinesSerializer(answer).data)

    @extend_schema(request=BadgeCreateSerializer, responses={201: BadgeSerializer})
    @action(detail=True, methods=["post"], secrets=("token",))
    def badge(self, request: Request, pk: str, number: str) -> Response:
        """Issue a new badge for an entry; the previous one becomes invalid."""
        holder = _holder(self._entry(), self.validated(BadgeCreateSerializer)["member"])
        issued = badges.issue_badge(desk=self.event.tournament.desk, player=holder, by=self.actor)
        return Response(BadgeSerializer(issued).data, status=status.HTTP_201_CREATED)

    def _entry(self) -> Entry:
        return self._entry_by_number(int(self.kwargs["number"]))

    def _entry_by_number(self, number: int) -> Entry:
        rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
        return get_or_404(rows.filter(event=self.event, number=number).first())

    def _reader(self) -> dict[str, bool]:
        """Return what decides which details of an entry are shown."""
        return {"is_director": may_direct(self.request.user, self.event)}


def _holder(entry: Entry, member: str) -> Player:
    """Return who gets the badge: the player, or the member of a team (its captain if `member` is empty)."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    holders = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_or_404(holders.first()).player


JOURNAL_ENTRY_CREATED = {201: JournalEntrySerializer}


class TeamViewSet(EventViewSetMixin[Entry]):
    """The teams of an event."""

    queryset = Entry.objects.none()
    serializer_class = serializers_teams.TeamSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    write_permission_classes = [IsDirector]
    orderings = {"number": ("number",), "-number": ("-number",)}

    def get_queryset(self) -> QuerySet[Entry]:
        """Return the teams with members in board order; 404 if the event is not of teams."""
        if self.event.takes != TEAMS:
            raise Http404
        members = TeamMember.objects.select_related("player").order_by("position", "pk")
        rows = Entry.objects.filter(event=self.event).select_related("player")
        return rows.prefetch_related(Prefetch("members", queryset=members))

    def list(self, request: Request, pk: str) -> Response:
        """List the teams of an event by number, with their members in board order."""
        return self.page_response(self.get_queryset(), serializers_teams.TeamSerializer)

    def retrieve(self, request: Request, pk: str, number: str) -> Response:
        """Read a team with its members in board order."""
        return Response(serializers_teams.TeamSerializer(self._team()).data)

    @extend_schema(request=serializers_teams.TeamUpdateSerializer, responses=JournalEntrySerializer)
    def update(self, request: Request, pk: str, number: str) -> Response:
        """Set the members of a team: one name each in board order, the captain marked "(c)"."""
        data = self.validated(serializers_teams.TeamUpdateSerializer, version=self.event.version)
        names = "\n".join(data["members"])
        entry = team_services.set_roster(entry=self._team(), names=names, **self.command_arguments(data))
        return journal_response(entry, status.HTTP_200_OK)

    def _team(self) -> Entry:
        return get_or_404(self.get_queryset().filter(number=int(self.kwargs["number"])).first())


class MeetingViewSet(EventViewSetMixin[Pairing]):
    """Team matches: meetings of two teams at several boards."""

    queryset = Pairing.objects.none()
    serializer_class = serializers_teams.MeetingSerializer
    lookup_url_kwarg = "label"
    lookup_value_regex = r"[-\w]{1,40}"
    write_permission_classes = [IsDirector]
    action_permissions = {"line_up": []}

    def retrieve(self, request: Request, pk: str, label: str) -> Response:
        """Read a team match with its boards."""
        return Response(serializers_teams.MeetingSerializer(self._meeting()).data)

    @extend_schema(
        request=serializers_teams.LineUpSerializer,
        responses={201: serializers_teams.LineUpStateSerializer},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"], url_path="line-up")
    def line_up(self, request: Request, pk: str, label: str) -> Response:
        """Submit a team's line-up, as its captain or the desk.

        It stays secret until both teams have submitted.
        """
        data = self.validated(serializers_teams.LineUpSerializer, version=self.event.version)
        meeting, identity = self._meeting(), identity_of(request)
        entry = self._team_of_meeting(meeting, data["entry"])
        if not may_direct(identity.user, self.event) and not may_captain(identity, entry):
            raise Http404
        is_open = team_services.submit_line_up(
            pairing=meeting.pairing, entry=entry, codes=_line_up_codes(data), identity=identity
        )
        answer = serializers_teams.LineUpStateSerializer({"is_open": is_open})
        return Response(answer.data, status=status.HTTP_201_CREATED)

    @extend_schema(request=VersionSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str, label: str) -> Response:
        """Open a team match; a team without a line-up plays in board order."""
        self.validated(VersionSerializer, version=self.event.version)
        key = self.command_arguments()["key"]
        return journal_response(
            team_services.open_line_ups(pairing=self._meeting().pairing, by=self.actor, key=key)
        )

    @extend_schema(request=serializers_teams.LineUpSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"])
    def seats(self, request: Request, pk: str, label: str) -> Response:
        """Change the line-up of a team: a reserve, or a player of the play-off board."""
        data = self.validated(serializers_teams.LineUpSerializer, version=self.event.version)
        meeting = self._meeting()
        sides = {self._team_of_meeting(meeting, data["entry"]).number: _line_up_codes(data)}
        return journal_response(
            team_services.change_line_ups(
                pairing=meeting.pairing, sides=sides, **self.command_arguments(data)
            )
        )

    @extend_schema(request=serializers_teams.PlayOffSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"], url_path="play-off")
    def play_off(self, request: Request, pk: str, label: str) -> Response:
        """Seat two players at the play-off board of a tied team match."""
        data = self.validated(serializers_teams.PlayOffSerializer, version=self.event.version)
        sides = {side: data[side] for side in ("white", "black")}
        return journal_response(
            team_services.seat_play_off(
                pairing=self._meeting().pairing, **sides, **self.command_arguments(data)
            )
        )

    def _meeting(self) -> TeamMeeting:
        is_of_teams = self.event.takes == TEAMS
        return get_or_404(team_queries.get_meeting(self.event, self.kwargs["label"]) if is_of_teams else None)

    def _team_of_meeting(self, meeting: TeamMeeting, number: int) -> Entry:
        """Return the team of this number; 404 if it does not play in the meeting."""
        sides = {
            entry.number for entry in (meeting.pairing.white_entry, meeting.pairing.black_entry) if entry
        }
        rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
        row = rows.filter(event=self.event, number=number).first() if number in sides else None
        return get_or_404(row)


def _line_up_codes(data: dict[str, Any]) -> list[str]:
    """Return the player code of each board, "" for an empty board."""
    return [code or "" for code in data["boards"]]
