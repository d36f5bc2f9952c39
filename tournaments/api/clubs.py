"""Read doors of clubs and evenings: load or 404, one query room, one shape."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.viewsets import ApiMixin, read
from matches.models import Player, User
from rules.errors import Refusal
from tournaments.api import shapes_out as shapes
from tournaments.api.form_serializers import shape_of
from tournaments.api.loading import club_at, found
from tournaments.api.table_pages import PAGED, page_of
from tournaments.forms.desk import Founding
from tournaments.models import Club, RatingList, Tournament
from tournaments.queries import careers, clubs, events
from tournaments.services import clubs as founding


class ClubDoor(ApiMixin):
    """A door below the address of a club."""

    scope_kind = "club"


class ClubList(ApiMixin, GenericAPIView[Club]):
    """All clubs."""

    queryset = Club.objects.all()
    orderings = {"name": ("name", "id"), "-name": ("-name", "-id"), "-created_at": ("-created_at", "-id")}

    @extend_schema(operation_id="clubs_list", responses={200: shapes.ClubOut(many=True)})
    def get(self, request: Request) -> Response:
        """All clubs by name."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(shapes.ClubOut(page, many=True).data)

    @extend_schema(operation_id="club_found", request=shape_of(Founding), responses={201: shapes.ClubOut})
    def post(self, request: Request) -> Response:
        """Found a club; whoever founds it directs it."""
        if not isinstance(request.user, User):
            raise Refusal("not_signed_in")
        club = founding.found(name=read(shape_of(Founding), request)["name"], by=request.user)
        return Response(shapes.ClubOut(club).data, status=status.HTTP_201_CREATED)


class ClubDetail(ClubDoor):
    """A club with its seasons and rating lists."""

    @extend_schema(operation_id="club", responses={200: shapes.ClubDetailOut})
    def get(self, request: Request, slug: str) -> Response:
        """A club with its seasons and rating lists."""
        club = club_at(slug)
        shape = {
            "slug": club.slug,
            "name": club.name,
            "seasons": clubs.seasons_of(club),
            "rating_lists": clubs.rating_lists_of(club),
        }
        return Response(shapes.ClubDetailOut(shape).data)


class Evenings(ClubDoor, GenericAPIView[Tournament]):
    """The evenings of a club."""

    orderings = {"-starts_at": ("-starts_at", "-id"), "starts_at": ("starts_at", "id")}

    @extend_schema(operation_id="club_evenings", responses={200: shapes.EveningSummaryOut(many=True)})
    def get(self, request: Request, slug: str) -> Response:
        """The evenings of a club, the newest first, with events and winners."""
        page = self.paginate_queryset(Tournament.objects.filter(club=club_at(slug))) or ()
        summed = clubs.summaries(list(page))
        return self.get_paginated_response(shapes.EveningSummaryOut(summed, many=True).data)


class EveningDetail(ClubDoor):
    """An evening with its events."""

    @extend_schema(operation_id="club_evening", responses={200: shapes.EveningDetailOut})
    def get(self, request: Request, slug: str, evening: str) -> Response:
        """An evening with its events."""
        held = found(events.evening_by_slug(club_at(slug), evening))
        shape = {
            "slug": held.slug,
            "name": held.name,
            "starts_at": held.starts_at,
            "club": held.club,
            "events": events.events_of(held),
        }
        return Response(shapes.EveningDetailOut(shape).data)


class SeasonStandings(ClubDoor):
    """The table of a season; every number carries its reasons."""

    @extend_schema(
        operation_id="club_standings", parameters=list(PAGED), responses={200: shapes.StandingsOut}
    )
    def get(self, request: Request, slug: str, season: str) -> Response:
        """The table of a season; every number carries its reasons."""
        held = found(clubs.seasons_of(club_at(slug)).filter(slug=season).first())
        table = clubs.standings(held)
        page = page_of(table.rows, request, name=lambda row: row.player.code)
        told = {name: getattr(table, name) for name in ("season", "rules", "evenings")}
        return Response(shapes.StandingsOut({**told, **page.links, "rows": page.rows}).data)


class Ratings(ClubDoor):
    """The club's first rating list."""

    @extend_schema(
        operation_id="club_ratings", parameters=list(PAGED), responses={200: shapes.RatingTableOut}
    )
    def get(self, request: Request, slug: str) -> Response:
        """The club's first rating list."""
        return _ratings(request, found(clubs.rating_lists_of(club_at(slug)).first()))


class NamedRatings(ClubDoor):
    """One rating list of a club, by its id."""

    @extend_schema(
        operation_id="club_rating_list", parameters=list(PAGED), responses={200: shapes.RatingTableOut}
    )
    def get(self, request: Request, slug: str, rating_list: int) -> Response:
        """One rating list of a club, by its id."""
        return _ratings(request, found(clubs.rating_lists_of(club_at(slug)).filter(pk=rating_list).first()))


class PlayerCareer(ClubDoor):
    """What a club knows of a player: results, rating history, opponents."""

    @extend_schema(operation_id="club_player", responses={200: shapes.CareerOut})
    def get(self, request: Request, slug: str, code: str) -> Response:
        """What a club knows of a player: results, rating history, opponents."""
        club = club_at(slug)
        player = found(Player.objects.filter(code=code).first())
        rating_list = clubs.rating_lists_of(club).first()
        return Response(shapes.CareerOut(careers.career(club, player, rating_list)).data)


def _ratings(request: Request, rating_list: RatingList) -> Response:
    page = page_of(clubs.rating_table(rating_list), request, name=lambda row: row.player.code)
    shape: dict[str, Any] = {"rating_list": rating_list, **page.links, "rows": page.rows}
    return Response(shapes.RatingTableOut(shape).data)
