"""Clubs: their list, profile and statistics; members, offers of offices, invitations."""

from datetime import date
from typing import Any

from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.fields import Field
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.filters import NameFilter
from matches.api.pagination import PAGE_PARAMETERS, LongPagination
from matches.models import Player
from matches.records.models import RecordedPosition
from matches.records.performance_viewsets import DECLARED_PARAMETER, read_declared_parameter
from matches.records.positions import read_position
from matches.records.queries.performance_tables import PerformanceTableOptions
from matches.records.queries.positions import find_positions
from matches.records.serializers import PerformanceTableSerializer, RecordedPositionSerializer
from matches.services import badges, players
from rules.errors import Refusal
from tournaments.models import Club, Invitation, Membership, OfficeOffer
from tournaments.people.api import serializers as serializers_clubs
from tournaments.people.commands import (
    MEMBER_COMMANDS,
    PERFORMANCE_COMMANDS,
    AcceptOffer,
    DeclineOffer,
    OfferRole,
    WithdrawOffer,
)
from tournaments.people.forms.clubs import ClubPageForm
from tournaments.people.queries import invitations, members, performance_tables
from tournaments.people.queries.club_matches import get_matches_of_club
from tournaments.people.queries.members import membership_of
from tournaments.people.queries.office_offers import offers_of_club, offers_of_user
from tournaments.people.services import clubs as club_services
from tournaments.people.services import invitations as invitation_services
from tournaments.people.services import members as member_services
from tournaments.people.services.invitations import InvitationOptions
from tournaments.permissions import may_manage
from tournaments.play.api import serializers_tournaments
from tournaments.play.api.commands import CommandViewSetMixin, get_request_serializer
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.serializers_desk import BadgeSerializer
from tournaments.play.api.serializers_tournaments import ClubSerializer
from tournaments.ratings.queries import rating_tables
from tournaments.seasons.honour_serializers import HonoursSerializer, YearReviewSerializer
from tournaments.seasons.queries import careers, honours, season_tables
from tournaments.seasons.queries.seasons import DEFAULT_PERIOD, get_attendance
from tournaments.seasons.serializers import AttendanceSerializer, CareerSerializer, RivalrySerializer
from tournaments.web.api.permissions import IsDirector, IsManager, IsSignedIn, TokenScope
from tournaments.web.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404

FEWEST_MEETINGS, MOST_MEETINGS = 1, 100
SEASON = OpenApiParameter(
    "season",
    {"type": "string", "maxLength": serializers_tournaments.LONGEST_SLUG},
    description="The slug of a season; by default the last twelve months.",
)
LEAST = OpenApiParameter(
    "least",
    {
        "type": "integer",
        "minimum": FEWEST_MEETINGS,
        "maximum": MOST_MEETINGS,
        "default": careers.MINIMUM_MATCHES,
    },
    description="The minimum number of matches between two players.",
)


ENGINE_OF_TABLE = OpenApiParameter(
    "engine",
    str,
    description="An engine with its settings, one of `engines`; default: that with most figures.",
)
SINCE = OpenApiParameter("since", date, description="Only matches played on this day or later.")


class ClubFilter(filters.FilterSet):  # type: ignore[misc]
    """Clubs by name."""

    search = NameFilter(field_name="name", max_length=120, label="Part of the name.")


POSITION = OpenApiParameter(
    "position", str, required=True, description="An XGID, an OGID, a GNU position ID or a Snowie line."
)


class ClubViewSet(ClubViewSetMixin[Club]):
    """Clubs: list, profile, creation, joining and leaving, statistics and honours."""

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

    @extend_schema(request=serializers_clubs.ClubCreateSerializer)
    def create(self, request: Request) -> Response:
        """Create a club; its creator becomes its director."""
        club = club_services.create_club(
            name=self.validated(serializers_clubs.ClubCreateSerializer)["name"], by=self.actor
        )
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=serializers_clubs.ClubDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """Read a club with its seasons and rating lists."""
        return Response(_club_data(self.club))

    @extend_schema(
        request=serializers_clubs.ClubUpdateSerializer(partial=True),
        responses=serializers_clubs.ClubDetailSerializer,
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change a club's profile, who may join, and what casual matches count for."""
        data = {
            **ClubPageForm.get_initial(self.club),
            **self.validated(serializers_clubs.ClubUpdateSerializer, partial=True),
        }
        form = read_form(ClubPageForm, data)
        club = club_services.update_page(
            club=self.club, page=club_services.ClubPage(**form.cleaned_data), by=self.actor
        )
        return Response(_club_data(club))

    @extend_schema(request=serializers_clubs.ClubJoinSerializer, responses=serializers_clubs.MemberSerializer)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, slug: str) -> Response:
        """Join a club that is open to all."""
        name = self.validated(serializers_clubs.ClubJoinSerializer)["name"]
        if not Player.objects.filter(user=self.actor).exists():
            players.normalise_name(name)
        membership = member_services.join(club=self.club, user=self.actor, name=name)
        return Response(serializers_clubs.MemberSerializer(membership).data)

    @extend_schema(request=None, responses=serializers_clubs.MemberSerializer)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, slug: str) -> Response:
        """Leave a club; the results played there stay."""
        membership = get_or_404(membership_of(self.club, self.actor))
        return Response(
            serializers_clubs.MemberSerializer(
                member_services.leave(membership=membership, by=self.actor)
            ).data
        )

    @extend_schema(parameters=[SEASON, *PAGE_PARAMETERS], responses=AttendanceSerializer)
    @action(detail=True)
    def attendance(self, request: Request, slug: str) -> Response:
        """Read who attended the tournaments of a season, or of the last twelve months."""
        grid = get_attendance(self.club, *self._date_range())
        tournaments = [{"tournament": tournament, "players": count} for tournament, count in grid.tournaments]
        data = {"mean": grid.mean, "tournaments": tournaments, **self.page_of(grid.rows)}
        return Response(AttendanceSerializer(data).data)

    @extend_schema(responses=HonoursSerializer)
    @action(detail=True, filter_backends=[])
    def honours(self, request: Request, slug: str) -> Response:
        """Read the titles of a club by year, and its record book."""
        return Response(HonoursSerializer(honours.get_honours(self.club)).data)

    @extend_schema(responses=YearReviewSerializer)
    @action(detail=True, filter_backends=[], url_path="years/(?P<year>[0-9]{4})")
    def year_review(self, request: Request, slug: str, year: str) -> Response:
        """Read the review of a year of a club. 404 for a year without events or matches."""
        return Response(YearReviewSerializer(get_or_404(honours.find_year_review(self.club, int(year)))).data)

    @extend_schema(parameters=[LEAST], responses=RivalrySerializer(many=True))
    @action(detail=True, filter_backends=[])
    def rivals(self, request: Request, slug: str) -> Response:
        """List each player's most frequent, favourite and strongest opponents."""
        return self.page_response(
            careers.get_career_rows(self.club, self._minimum_meetings()), RivalrySerializer
        )

    @extend_schema(
        parameters=[OpenApiParameter("code", str, OpenApiParameter.PATH)], responses=CareerSerializer
    )
    @action(detail=True, url_path="players/(?P<code>[a-z0-9]{1,16})")
    def player(self, request: Request, slug: str, code: str) -> Response:
        """Read a player's career in a club: results, rating history, opponents."""
        player = get_or_404(Player.objects.filter(code=code).first())
        rating_list = rating_tables.rating_lists_of(self.club).first()
        return Response(CareerSerializer(careers.get_career(self.club, player, rating_list)).data)

    @extend_schema(
        parameters=[ENGINE_OF_TABLE, SINCE, DECLARED_PARAMETER], responses=PerformanceTableSerializer
    )
    @action(detail=True, filter_backends=[])
    def performance(self, request: Request, slug: str) -> Response:
        """Read the PR table of a club: the members who agree to be shown, by one engine with its settings."""
        options = PerformanceTableOptions(
            engine=request.query_params.get("engine", ""),
            since=_read_day(request, "since"),
            declared_only=read_declared_parameter(request),
        )
        table = performance_tables.get_table_of_club(self.club, options)
        return Response(PerformanceTableSerializer(table).data)

    @extend_schema(parameters=[POSITION], responses=RecordedPositionSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def positions(self, request: Request, slug: str) -> Response:
        """List where a position occurred in the match files of a club, also with the colours exchanged."""
        text = request.query_params.get("position", "").strip()
        if not text:
            raise ValidationError({"position": [Field.default_error_messages["required"]]})
        position = read_position(text)
        rows = find_positions(position, get_matches_of_club(self.club))
        return self.page_response(rows, RecordedPositionSerializer, turn=position.turn.value)

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of a row."""
        if isinstance(row, RecordedPosition):
            return str(row.pk)
        code: str = row.player.code
        return code

    def _date_range(self) -> tuple[date, date]:
        slug = self.request.query_params.get("season", "")
        if not slug:
            today = timezone.localdate()
            return today - DEFAULT_PERIOD, today
        season = get_or_404(
            season_tables.seasons_of(self.club)
            .filter(slug=slug[: serializers_tournaments.LONGEST_SLUG])
            .first()
        )
        return season.starts_on, season.ends_on

    def _minimum_meetings(self) -> int:
        """Return the minimum number of meetings. Raises `request_invalid`."""
        minimum = self.request.query_params.get("least", str(careers.MINIMUM_MATCHES))
        if not (
            minimum.isascii() and minimum.isdecimal() and FEWEST_MEETINGS <= int(minimum[:6]) <= MOST_MEETINGS
        ):
            raise Refusal("request_invalid", "", problem="least")
        return int(minimum)


def _read_day(request: Request, name: str) -> date | None:
    """Return a day of the query, None without one. Raises `request_invalid`."""
    text = request.query_params.get(name, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal("request_invalid", "", problem=name) from None


def _club_data(club: Club) -> Any:
    data = {**ClubPageForm.get_initial(club), "slug": club.slug, "name": club.name, "topic": club.topic}
    lists = {"seasons": season_tables.seasons_of(club), "rating_lists": rating_tables.rating_lists_of(club)}
    return serializers_clubs.ClubDetailSerializer({**data, **lists}).data


class MemberViewSet(CommandViewSetMixin[Membership], ClubViewSetMixin[Membership]):
    """The members of a club."""

    queryset = Membership.objects.none()
    serializer_class = serializers_clubs.MemberSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsManager]
    # The service lets members decide about themselves.
    action_permissions = {"show_performance": [IsSignedIn], "hide_performance": [IsSignedIn]}
    commands = (*MEMBER_COMMANDS, *PERFORMANCE_COMMANDS)

    def list(self, request: Request, slug: str) -> Response:
        """List the members of a club."""
        rows = members.get_members(self.club)
        if not may_manage(self.account, self.club):
            for row in rows:
                row.user = None
        return self.page_response(rows, serializers_clubs.MemberSerializer)

    @extend_schema(request=serializers_clubs.MemberCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Add a member by name; no account is needed.

        "Anna Rossi; person: other" is another person than the member of that name.
        """
        data = self.validated(serializers_clubs.MemberCreateSerializer)
        membership = member_services.enrol_by_name(club=self.club, by=self.actor, **data)
        return Response(serializers_clubs.MemberSerializer(membership).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=BadgeSerializer)
    @action(detail=True, methods=["post"], write_permission_classes=[IsDirector], secrets=("token",))
    def badge(self, request: Request, slug: str, number: str) -> Response:
        """Issue a badge of the club's desk to a member."""
        membership = self._membership()
        player: Player = get_or_404(membership.player if membership.left_at is None else None)
        issued = badges.issue_badge(desk=self.club.desk, player=player, by=self.actor)
        return Response(BadgeSerializer(issued).data)

    @staticmethod
    def row_key(row: Membership) -> str:
        """Return the key of a row."""
        return str(row.pk)

    def _membership(self) -> Membership:
        rows = Membership.objects.select_related("club__desk", "user", "player", "says_player")
        return get_or_404(rows.filter(club=self.club, pk=int(self.kwargs["number"])).first())

    def get_command_options(self) -> dict[str, Any]:
        """Return the member and the author of a command."""
        return {"membership": self._membership(), "actor": self.actor}


class OfferViewSet(CommandViewSetMixin[OfficeOffer], ClubViewSetMixin[OfficeOffer]):
    """Offers of an office in the club (manager, director), until they are answered."""

    queryset = OfficeOffer.objects.none()
    serializer_class = serializers_clubs.OfferSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsDirector]
    action_permissions = {
        "list": [IsDirector],
        "create": [IsManager],
        "accept_offer": [IsSignedIn],
        "decline_offer": [IsSignedIn],
    }
    commands = (WithdrawOffer, AcceptOffer, DeclineOffer)

    def list(self, request: Request, slug: str) -> Response:
        """List the open offers of a club."""
        return self.page_response(offers_of_club(self.club), serializers_clubs.OfferSerializer)

    @extend_schema(
        request=get_request_serializer(OfferRole),
        responses={201: serializers_clubs.OfferSerializer, 204: None},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Offer an office to a username; it starts on acceptance. A lower one takes effect at once (204)."""
        offer = self.run_command(OfferRole)[1]
        if offer is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(serializers_clubs.OfferSerializer(offer).data, status=status.HTTP_201_CREATED)

    def get_command_options(self) -> dict[str, Any]:
        """Return the club or the offer, and the author, of a command."""
        if self.action == "create":
            return {"club": self.club, "actor": self.actor}
        return {
            "offer": self._own_offer() if self.action != "destroy" else self._offer(),
            "actor": self.actor,
        }

    def _offer(self) -> OfficeOffer:
        return get_or_404(offers_of_club(self.club).filter(pk=int(self.kwargs["number"])).first())

    def _own_offer(self) -> OfficeOffer:
        own_offers = offers_of_user(self.actor).filter(club=self.club, pk=int(self.kwargs["number"]))
        return get_or_404(own_offers.first())


class InvitationViewSet(ClubViewSetMixin[Invitation]):
    """Invitation links for one or many new members."""

    queryset = Invitation.objects.none()
    serializer_class = serializers_clubs.ClubInvitationSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    permission_classes = [TokenScope, IsManager]
    secrets = ("token",)

    def list(self, request: Request, slug: str) -> Response:
        """List the invitations of a club."""
        rows = invitations.invitations_of(self.club, timezone.now())
        return self.page_response(rows, serializers_clubs.ClubInvitationSerializer)

    @extend_schema(request=serializers_clubs.InvitationCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create an invitation; its token is shown once."""
        data = self.validated(serializers_clubs.InvitationCreateSerializer)
        code = data["player"]
        player = next(
            (each for each in members.get_players_without_account(self.club) if each.code == code), None
        )
        if code and player is None:
            raise Refusal("not_a_member", name=code)
        options = InvitationOptions(role=data["role"], player=player, most=data["uses"], days=data["days"])
        invitation = invitation_services.invite(club=self.club, options=options, by=self.actor)
        issued = {
            "invitation": invitation,
            "status": invitations.get_invitation_status(invitation, timezone.now()),
            "token": invitations.get_invitation_secret(invitation),
        }
        return Response(
            serializers_clubs.ClubInvitationSerializer(issued).data, status=status.HTTP_201_CREATED
        )

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """Withdraw an invitation."""
        rows = Invitation.objects.select_related("club").filter(club=self.club, pk=int(number))
        invitation_services.withdraw(invitation=get_or_404(rows.first()), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of a row."""
        return str(row.invitation.pk)
