"""The entries of an event: entered, described, checked in, replaced, withdrawn; their badges."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Player
from matches.services import badges
from tournaments.api import serializers_events as serializers
from tournaments.api.form_serializers import form_serializer, read_form
from tournaments.api.imports import column_roles, multipart, read_grid
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_desk import (
    BadgeCreateSerializer,
    BadgeSerializer,
    PresenceSerializer,
    ReplacementSerializer,
)
from tournaments.api.serializers_events import EntriesCreateSerializer, VersionSerializer
from tournaments.api.serializers_imports import EntriesFileSerializer, EntryLinesSerializer
from tournaments.api.viewsets import EventViewSetMixin, get_or_404, journal_response
from tournaments.exchange import member_lists
from tournaments.forms.draws import Details
from tournaments.models import Entry, Takes
from tournaments.particulars_text import NAME
from tournaments.permissions import may_direct
from tournaments.queries import events
from tournaments.queries.events import PUBLISHED_STATUSES
from tournaments.services import entries, presence, teams

EntryUpdateSerializer = form_serializer(Details, "EntryUpdate")


class EntryViewSet(EventViewSetMixin[Entry]):
    """The entries of an event."""

    queryset = Entry.objects.none()
    serializer_class = serializers.EntrySerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    write_permission_classes = [IsDirector]
    orderings = {"number": ("number",), "-number": ("-number",)}

    def list(self, request: Request, pk: str) -> Response:
        """List the entries of an event by number, with the places reached."""
        rows = events.entries_of(self.event)
        return self.page_response(rows, serializers.EntrySerializer, hides_seeds=self._hides_seeds())

    def retrieve(self, request: Request, pk: str, number: str) -> Response:
        """Read an entry."""
        row = get_or_404(events.entries_of(self.event).filter(number=int(number)).first())
        return Response(serializers.EntrySerializer(row, context={"hides_seeds": self._hides_seeds()}).data)

    @extend_schema(request=EntriesCreateSerializer, responses={201: serializers.EntriesSerializer})
    def create(self, request: Request, pk: str) -> Response:
        """Enter players and pairs by name, or teams as "Dragons: Anna Rossi, Bruno Bianchi (c)".

        All entries of the event are the answer.
        """
        data = self.validated(EntriesCreateSerializer, version=self.event.version)
        names = "\n".join(" ".join(name.split()) for name in data["names"])
        if self.event.takes == Takes.TEAMS:
            teams.enter_teams(event=self.event, text=names, **self.command(data))
        elif data["waiting"]:
            entries.enter_waiting(event=self.event, names=names, **self.command(data))
        else:
            entries.enter_names(event=self.event, names=names, **self.command(data))
        answer = serializers.EntriesSerializer({"entries": events.entries_of(self.event)})
        return Response(answer.data, status=status.HTTP_201_CREATED)

    @extend_schema(request=EntryUpdateSerializer, responses=serializers.JournalEntrySerializer)
    def update(self, request: Request, pk: str, number: str) -> Response:
        """Set what is recorded of an entry: club, country, rating, family."""
        entry, data = self._entry(), self.validated(EntryUpdateSerializer, version=self.event.version)
        form: Any = read_form(Details, data)
        line = entries.describe(
            event=self.event, particulars={entry.number: form.particulars}, **self.command(data)
        )
        return journal_response(line, status.HTTP_200_OK)

    @extend_schema(request=VersionSerializer, responses={201: serializers.JournalEntrySerializer})
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: str, number: str) -> Response:
        """Take an entry out of what is still to be played."""
        data = self.validated(VersionSerializer, version=self.event.version)
        return journal_response(entries.withdraw(entry=self._entry(), **self.command(data)))

    @extend_schema(request=PresenceSerializer, responses=serializers.JournalEntrySerializer)
    @action(detail=True, methods=["put"])
    def presence(self, request: Request, pk: str, number: str) -> Response:
        """Note an entry as here, away, waiting, or not noted."""
        entry, data = self._entry(), self.validated(PresenceSerializer, version=self.event.version)
        line = presence.set_presence(
            event=self.event, entries=[entry.number], presence=data["presence"], **self.command(data)
        )
        return journal_response(line, status.HTTP_200_OK)

    @extend_schema(request=VersionSerializer, responses={201: serializers.JournalEntrySerializer})
    @action(detail=False, methods=["post"], url_path="check-in-all")
    def check_in_all(self, request: Request, pk: str) -> Response:
        """Note all entries as here."""
        data = self.validated(VersionSerializer, version=self.event.version)
        return journal_response(presence.mark_all_present(event=self.event, **self.command(data)))

    @extend_schema(request=ReplacementSerializer, responses={201: serializers.JournalEntrySerializer})
    @action(detail=True, methods=["post"])
    def replace(self, request: Request, pk: str, number: str) -> Response:
        """Give the place of an absent entry to one of the waiting list."""
        data = self.validated(ReplacementSerializer, version=self.event.version)
        line = presence.replace_absent(
            event=self.event,
            absent=self._entry().number,
            alternate=self._numbered(data["alternate"]).number,
            flight=data["flight"],
            **self.command(data),
        )
        return journal_response(line)

    @extend_schema(request=multipart(EntriesFileSerializer), responses=EntryLinesSerializer)
    @action(detail=False, methods=["post"], is_dry=True, parser_classes=[MultiPartParser])
    def file(self, request: Request, pk: str) -> Response:
        """Read a table of people as the names that entries take. Nothing is written."""
        data = self.validated(EntriesFileSerializer)
        grid = read_grid(data)
        roles = column_roles(data, grid, member_lists.guessed(grid, member_lists.ENTRIES))
        has_names = member_lists.has_names(roles)
        answer = {
            "columns": roles,
            "missing": () if has_names else (NAME,),
            "names": member_lists.lines(grid, roles) if has_names else (),
        }
        return Response(EntryLinesSerializer(answer).data)

    @extend_schema(request=BadgeCreateSerializer, responses={201: BadgeSerializer})
    @action(detail=True, methods=["post"], secrets=("token",))
    def badge(self, request: Request, pk: str, number: str) -> Response:
        """Give an entry a new badge; the one before is void."""
        holder = _holder(self._entry(), self.validated(BadgeCreateSerializer)["member"])
        issued = badges.issue_badge(desk=self.event.tournament.desk, player=holder, by=self.actor)
        return Response(BadgeSerializer(issued).data, status=status.HTTP_201_CREATED)

    def _entry(self) -> Entry:
        return self._numbered(int(self.kwargs["number"]))

    def _numbered(self, number: int) -> Entry:
        rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
        return get_or_404(rows.filter(event=self.event, number=number).first())

    def _hides_seeds(self) -> bool:
        return self.event.status not in PUBLISHED_STATUSES and not may_direct(self.request.user, self.event)


def _holder(entry: Entry, member: str) -> Player:
    """Who gets the badge: the player, or a member of a team, its captain where none is named."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    holders = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_or_404(holders.first()).player
