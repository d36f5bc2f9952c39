"""Clubs: their list, what they say of themselves, who joins, and their tables of attendance and rivals."""

from datetime import date
from typing import Any

from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.pagination import PAGE_PARAMETERS, LongPagination
from matches.models import Player
from matches.services import players
from rules.errors import Refusal
from tournaments.api import serializers_clubs as serializers
from tournaments.api.form_serializers import read_form
from tournaments.api.permissions import IsManager, IsSignedIn
from tournaments.api.serializers_events import ClubSerializer
from tournaments.api.serializers_tables import (
    AttendanceSerializer,
    CareerSerializer,
    RivalrySerializer,
)
from tournaments.api.viewsets import ClubViewSetMixin, get_or_404
from tournaments.forms.clubs import PageForm
from tournaments.models import Club
from tournaments.queries import careers, clubs
from tournaments.queries.members import membership_of
from tournaments.queries.seasons import DEFAULT_PERIOD, get_attendance
from tournaments.services import clubs as services
from tournaments.services import members

FEWEST, MOST = 1, 100
SEASON = OpenApiParameter(
    "season",
    {"type": "string", "maxLength": serializers.LONGEST_SLUG},
    description="The slug of a season; left out, the last year.",
)
LEAST = OpenApiParameter(
    "least",
    {"type": "integer", "minimum": FEWEST, "maximum": MOST, "default": careers.MINIMUM_MATCHES},
    description="How often two must have met to be compared.",
)


class ClubFilter(filters.FilterSet):  # type: ignore[misc]
    """Clubs by name."""

    search = filters.CharFilter(
        field_name="name", lookup_expr="icontains", max_length=120, label="Part of the name."
    )


class ClubViewSet(ClubViewSetMixin[Club]):
    """Clubs."""

    queryset = Club.objects.all()
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = ClubFilter
    serializer_class = ClubSerializer
    pagination_class = LongPagination
    lookup_field = "slug"
    lookup_value_regex = r"[-\w]+"
    action_permissions = {
        "create": [IsSignedIn],
        "partial_update": [IsManager],
        "join": [IsSignedIn],
        "leave": [IsSignedIn],
    }
    orderings = {"name": ("name", "id"), "-name": ("-name", "-id"), "-created_at": ("-created_at", "-id")}

    def list(self, request: Request) -> Response:
        """List clubs by name."""
        return self.page_response(self.filter_queryset(self.get_queryset()), ClubSerializer)

    @extend_schema(request=serializers.ClubCreateSerializer)
    def create(self, request: Request) -> Response:
        """Create a club; its creator directs it."""
        club = services.create_club(
            name=self.validated(serializers.ClubCreateSerializer)["name"], by=self.actor
        )
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=serializers.ClubDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """Read a club with its seasons and rating lists."""
        return Response(_detail(self.club))

    @extend_schema(
        request=serializers.ClubUpdateSerializer(partial=True), responses=serializers.ClubDetailSerializer
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change what a club says of itself, who may join, and what casual play counts for."""
        data = {
            **PageForm.proposal(self.club),
            **self.validated(serializers.ClubUpdateSerializer, partial=True),
        }
        form = read_form(PageForm, data)
        club = services.update_page(
            club=self.club, page=services.ClubPage(**form.cleaned_data), by=self.actor
        )
        return Response(_detail(club))

    @extend_schema(request=serializers.ClubJoinSerializer, responses=serializers.MemberSerializer)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, slug: str) -> Response:
        """Become a member of a club that is open to everybody."""
        name = self.validated(serializers.ClubJoinSerializer)["name"]
        if not Player.objects.filter(user=self.actor).exists():
            players.normalise_name(name)
        membership = members.join(club=self.club, user=self.actor, name=name)
        return Response(serializers.MemberSerializer(membership).data)

    @extend_schema(request=None, responses=serializers.MemberSerializer)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, slug: str) -> Response:
        """Leave a club; the results played there stay."""
        membership = get_or_404(membership_of(self.club, self.actor))
        return Response(
            serializers.MemberSerializer(members.leave(membership=membership, by=self.actor)).data
        )

    @extend_schema(parameters=[SEASON, *PAGE_PARAMETERS], responses=AttendanceSerializer)
    @action(detail=True)
    def attendance(self, request: Request, slug: str) -> Response:
        """Read who came to which tournament of a season, or of the last year."""
        grid = get_attendance(self.club, *self._days())
        tournaments = [{"tournament": night, "players": count} for night, count in grid.nights]
        data = {"mean": grid.mean, "tournaments": tournaments, **self.page_of(grid.rows)}
        return Response(AttendanceSerializer(data).data)

    @extend_schema(parameters=[LEAST], responses=RivalrySerializer(many=True))
    @action(detail=True, filter_backends=[])
    def rivals(self, request: Request, slug: str) -> Response:
        """List whom everybody meets most, beats and fears."""
        return self.page_response(careers.report(self.club, self._least()), RivalrySerializer)

    @extend_schema(
        parameters=[OpenApiParameter("code", str, OpenApiParameter.PATH)], responses=CareerSerializer
    )
    @action(detail=True, url_path="players/(?P<code>[a-z0-9]{1,16})")
    def player(self, request: Request, slug: str, code: str) -> Response:
        """Read what a club knows of a player: results, rating history, opponents."""
        player = get_or_404(Player.objects.filter(code=code).first())
        rating_list = clubs.rating_lists_of(self.club).first()
        return Response(CareerSerializer(careers.get_career(self.club, player, rating_list)).data)

    @staticmethod
    def row_key(row: Any) -> str:
        """What tells a row of a table from all others."""
        code: str = row.player.code
        return code

    def _days(self) -> tuple[date, date]:
        slug = self.request.query_params.get("season", "")
        if not slug:
            today = timezone.localdate()
            return today - DEFAULT_PERIOD, today
        season = get_or_404(clubs.seasons_of(self.club).filter(slug=slug[: serializers.LONGEST_SLUG]).first())
        return season.starts_on, season.ends_on

    def _least(self) -> int:
        """How often two must have met. Raises `request_invalid` for what is no such number."""
        minimum = self.request.query_params.get("least", str(careers.MINIMUM_MATCHES))
        if not (minimum.isascii() and minimum.isdecimal() and FEWEST <= int(minimum[:6]) <= MOST):
            raise Refusal("request_invalid", "", problem="least")
        return int(minimum)


def _detail(club: Club) -> Any:
    data = {**PageForm.proposal(club), "slug": club.slug, "name": club.name}
    lists = {"seasons": clubs.seasons_of(club), "rating_lists": clubs.rating_lists_of(club)}
    return serializers.ClubDetailSerializer({**data, **lists}).data
