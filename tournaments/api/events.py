"""Doors of an event that everybody reads: what it is, who plays, who meets whom; and entering players."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import key_of
from matches.api.pagination import LongPagination
from matches.api.viewsets import read
from tournaments.api import serializers_events as shapes
from tournaments.api.deeds import EventDoor
from tournaments.api.loading import account_of, event_at
from tournaments.api.shapes_in import EntriesIn
from tournaments.models import Entry, Pairing, Takes
from tournaments.permissions import may_direct
from tournaments.queries import event_standings, events
from tournaments.queries.flights import SHOWN
from tournaments.services import entries, teams


class EventDetail(EventDoor):
    """An event: its format, lengths, status and version."""

    @extend_schema(operation_id="event", responses={200: shapes.EventDetailOut})
    def get(self, request: Request, pk: int) -> Response:
        """An event: its format, lengths, status and version."""
        return Response(shapes.EventDetailOut(event_at(request, pk)).data)


class Entries(EventDoor, GenericAPIView[Entry]):
    """The entries of an event; who directs it enters players."""

    pagination_class = LongPagination
    orderings = {"number": ("number",), "-number": ("-number",)}

    @extend_schema(operation_id="event_entries", responses={200: shapes.EntryOut(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """The entries of an event by number, with the places reached."""
        event = event_at(request, pk)
        hides_seeds = event.status not in SHOWN and not may_direct(request.user, event)
        page = self.paginate_queryset(events.entries_of(event))
        shown = shapes.EntryOut(page, many=True, context={"hides_seeds": hides_seeds})
        return self.get_paginated_response(shown.data)

    @extend_schema(operation_id="event_enter", request=EntriesIn, responses={201: shapes.EnteredOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter players and pairs by name, or teams as "Dragons: Anna Rossi, Bruno Bianchi (c)".

        All entries of the event are the answer.
        """
        event = event_at(request, pk)
        said = read(EntriesIn, request, version=event.version)
        signed: dict[str, Any] = {
            "event": event,
            "by": account_of(request, event.name),
            "key": key_of(request) or uuid4().hex,
            "version": said.get("version"),
        }
        names = "\n".join(" ".join(name.split()) for name in said["names"])
        if event.takes == Takes.TEAMS:
            teams.enter_teams(text=names, **signed)
        elif said["waiting"]:
            entries.enter_waiting(names=names, **signed)
        else:
            entries.enter_names(names=names, **signed)
        answer = shapes.EnteredOut({"entries": events.entries_of(event)})
        return Response(answer.data, status=HTTPStatus.CREATED)


class Standings(EventDoor):
    """The standings of an event, whatever its format."""

    @extend_schema(operation_id="event_standings", responses={200: shapes.EventStandingsOut})
    def get(self, request: Request, pk: int) -> Response:
        """Who stands where: the places of the event, and the table or places of each published flight."""
        return Response(shapes.EventStandingsOut(event_standings.standings(event_at(request, pk))).data)


class Pairings(EventDoor, GenericAPIView[Pairing]):
    """The bracket of an event: every pairing with its seats and its match; empty until it is published."""

    pagination_class = LongPagination
    orderings = {"id": ("id",), "-id": ("-id",)}

    @extend_schema(operation_id="event_pairings", responses={200: shapes.PairingOut(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """Every pairing of the published flights with its seats and its match."""
        page = self.paginate_queryset(events.published_rows(event_at(request, pk)))
        return self.get_paginated_response(shapes.PairingOut(page, many=True).data)
