"""Read doors of clubs, evenings and events: load or 404, one query room, one shape."""

from http import HTTPStatus
from typing import Any, TypeVar
from uuid import uuid4

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from matches.api.parsers import PlainJSON
from matches.api.proofs import KEY, key_of
from matches.api.shapes_out import ProblemOut
from matches.api.throttles import WriteThrottle
from matches.api.views import REFUSED
from matches.models import Player, User
from rules.errors import Refusal
from tournaments.api import shapes_out as shapes
from tournaments.api.shapes_in import EntriesIn
from tournaments.models import Club, Event, RatingList, Takes
from tournaments.queries import careers, clubs, events
from tournaments.services import entries, teams

Found = TypeVar("Found")


class ClubList(ListAPIView[Club]):
    """All clubs by name."""

    queryset = Club.objects.order_by("name", "id")
    serializer_class = shapes.ClubOut


class ClubDetail(APIView):
    """A club with its seasons and rating lists."""

    @extend_schema(operation_id="club", responses={200: shapes.ClubDetailOut, 404: ProblemOut})
    def get(self, request: Request, slug: str) -> Response:
        club = _club(slug)
        shape = {
            "slug": club.slug,
            "name": club.name,
            "seasons": clubs.seasons_of(club),
            "rating_lists": clubs.rating_lists_of(club),
        }
        return Response(shapes.ClubDetailOut(shape).data)


class Evenings(APIView):
    """The last evenings of a club, the newest first."""

    @extend_schema(
        operation_id="club_evenings", responses={200: shapes.EveningSummaryOut(many=True), 404: ProblemOut}
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(shapes.EveningSummaryOut(clubs.evening_list(_club(slug)), many=True).data)


class EveningDetail(APIView):
    """An evening with its events."""

    @extend_schema(operation_id="club_evening", responses={200: shapes.EveningDetailOut, 404: ProblemOut})
    def get(self, request: Request, slug: str, evening: str) -> Response:
        found = _found(events.evening_by_slug(_club(slug), evening))
        shape = {
            "slug": found.slug,
            "name": found.name,
            "starts_at": found.starts_at,
            "club": found.club,
            "events": events.events_of(found),
        }
        return Response(shapes.EveningDetailOut(shape).data)


class SeasonStandings(APIView):
    """The table of a season; every number carries its reasons."""

    @extend_schema(operation_id="club_standings", responses={200: shapes.StandingsOut, 404: ProblemOut})
    def get(self, request: Request, slug: str, season: str) -> Response:
        found = _found(clubs.seasons_of(_club(slug)).filter(slug=season).first())
        return Response(shapes.StandingsOut(clubs.standings(found)).data)


class Ratings(APIView):
    """The club's first rating list."""

    @extend_schema(operation_id="club_ratings", responses={200: shapes.RatingTableOut, 404: ProblemOut})
    def get(self, request: Request, slug: str) -> Response:
        return _ratings(_found(clubs.rating_lists_of(_club(slug)).first()))


class NamedRatings(APIView):
    """One rating list of a club, by its id."""

    @extend_schema(operation_id="club_rating_list", responses={200: shapes.RatingTableOut, 404: ProblemOut})
    def get(self, request: Request, slug: str, rating_list: int) -> Response:
        return _ratings(_found(clubs.rating_lists_of(_club(slug)).filter(pk=rating_list).first()))


class PlayerCareer(APIView):
    """What a club knows of a player: results, rating history, opponents."""

    @extend_schema(operation_id="club_player", responses={200: shapes.CareerOut, 404: ProblemOut})
    def get(self, request: Request, slug: str, code: str) -> Response:
        club = _club(slug)
        player = _found(Player.objects.filter(code=code).first())
        rating_list = clubs.rating_lists_of(club).first()
        return Response(shapes.CareerOut(careers.career(club, player, rating_list)).data)


class EventDetail(APIView):
    """An event: its format, lengths, status and version."""

    @extend_schema(operation_id="event", responses={200: shapes.EventDetailOut, 404: ProblemOut})
    def get(self, request: Request, pk: int) -> Response:
        return Response(shapes.EventDetailOut(_event(pk)).data)


class Entries(APIView):
    """The entries of an event by number, with the places reached; who directs it enters players."""

    parser_classes = [PlainJSON]
    throttle_classes = [WriteThrottle]

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading is free."""
        return super().get_throttles() if self.request.method == "POST" else []

    @extend_schema(operation_id="event_entries", responses={200: shapes.EntryOut(many=True), 404: ProblemOut})
    def get(self, request: Request, pk: int) -> Response:
        return Response(shapes.EntryOut(events.entries_of(_event(pk)), many=True).data)

    @extend_schema(
        operation_id="event_enter",
        request=EntriesIn,
        responses={201: shapes.EntryOut(many=True), **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter players and pairs by name, or teams as "Dragons: Anna Rossi, Bruno Bianchi (c)".

        All entries of the event are the answer.
        """
        event, taken = _event(pk), EntriesIn(data=request.data)
        taken.is_valid(raise_exception=True)
        said: dict[str, Any] = {
            "event": event,
            "by": _director(request, event),
            "key": key_of(request) or uuid4().hex,
            "version": taken.validated_data.get("version"),
        }
        names = "\n".join(" ".join(name.split()) for name in taken.validated_data["names"])
        if event.takes == Takes.TEAMS:
            teams.enter_teams(text=names, **said)
        else:
            entries.enter_names(names=names, **said)
        return Response(shapes.EntryOut(events.entries_of(event), many=True).data, status=HTTPStatus.CREATED)


class Pairings(APIView):
    """The bracket of an event: every pairing with its seats and its match; empty until it is published."""

    @extend_schema(
        operation_id="event_pairings", responses={200: shapes.PairingOut(many=True), 404: ProblemOut}
    )
    def get(self, request: Request, pk: int) -> Response:
        return Response(shapes.PairingOut(events.public_pairings(_event(pk)), many=True).data)


def _director(request: Request, event: Event) -> User:
    if not isinstance(request.user, User):
        raise Refusal("directors_only", name=event.name)
    return request.user


def _ratings(rating_list: RatingList) -> Response:
    shape = {"rating_list": rating_list, "rows": clubs.rating_table(rating_list)}
    return Response(shapes.RatingTableOut(shape).data)


def _club(slug: str) -> Club:
    return _found(clubs.club_by_slug(slug))


def _event(pk: int) -> Event:
    return _found(events.event_by_id(pk))


def _found(value: Found | None) -> Found:
    if value is None:
        raise Http404
    return value
