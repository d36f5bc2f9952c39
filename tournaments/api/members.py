"""Members of a club, the offices that are offered in it, and invitations to it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Player
from matches.services import badges
from rules.errors import Refusal
from tournaments.api import serializers_clubs as serializers
from tournaments.api.permissions import IsDirector, IsManager, IsSignedIn, TokenScope
from tournaments.api.serializers_desk import BadgeSerializer
from tournaments.api.viewsets import NUMBER, ClubViewSetMixin, get_or_404
from tournaments.models import Invitation, Membership, OfficeOffer
from tournaments.permissions import may_manage
from tournaments.queries import members
from tournaments.queries.members import offers_of_club, offers_of_user
from tournaments.services import invitations as invitation_services
from tournaments.services import members as services
from tournaments.services import office_offers
from tournaments.services.invitations import InvitationOptions


class MemberViewSet(ClubViewSetMixin[Membership]):
    """The members of a club."""

    queryset = Membership.objects.none()
    serializer_class = serializers.MemberSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = NUMBER
    write_permission_classes = [IsManager]

    def list(self, request: Request, slug: str) -> Response:
        """List the members of a club."""
        rows = members.get_members(self.club)
        if not may_manage(self.account, self.club):
            for row in rows:
                row.user = None
        return self.page_response(rows, serializers.MemberSerializer)

    @extend_schema(request=serializers.MemberCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Enrol a member by name; they need no account."""
        name = self.validated(serializers.MemberCreateSerializer)["name"]
        membership = services.enrol_by_name(club=self.club, name=name, by=self.actor)
        return Response(serializers.MemberSerializer(membership).data, status=status.HTTP_201_CREATED)

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """Remove a member; results stay."""
        services.leave(membership=self._membership(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, slug: str, number: str) -> Response:
        """Bring a former member back."""
        return self._answer(services.reactivate_member(membership=self._membership(), by=self.actor))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, slug: str, number: str) -> Response:
        """Confirm that an account belongs to the player it claims to be."""
        return self._answer(services.confirm_claim(membership=self._membership(), by=self.actor))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, slug: str, number: str) -> Response:
        """Reject the claim of an account to be a player."""
        return self._answer(services.reject_claim(membership=self._membership(), by=self.actor))

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
        """What tells a member from all others."""
        return str(row.pk)

    def _membership(self) -> Membership:
        rows = Membership.objects.select_related("club__desk", "user", "player", "says_player")
        return get_or_404(rows.filter(club=self.club, pk=int(self.kwargs["number"])).first())

    @staticmethod
    def _answer(membership: Membership) -> Response:
        return Response(serializers.MemberSerializer(membership).data)


class OfferViewSet(ClubViewSetMixin[OfficeOffer]):
    """Offices that are offered and not accepted yet."""

    queryset = OfficeOffer.objects.none()
    serializer_class = serializers.OfferSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = NUMBER
    write_permission_classes = [IsDirector]
    action_permissions = {
        "list": [IsDirector],
        "create": [IsManager],
        "accept": [IsSignedIn],
        "decline": [IsSignedIn],
    }

    def list(self, request: Request, slug: str) -> Response:
        """List the open offers of a club."""
        return self.page_response(offers_of_club(self.club), serializers.OfferSerializer)

    @extend_schema(
        request=serializers.OfferCreateSerializer, responses={201: serializers.OfferSerializer, 204: None}
    )
    def create(self, request: Request, slug: str) -> Response:
        """Offer an office to a user name; it begins when they accept. A lower one begins at once (204)."""
        self.count_user_names()
        data = self.validated(serializers.OfferCreateSerializer)
        offer = office_offers.offer_office(
            club=self.club, by=self.actor, username=data["username"], role=data["role"]
        )
        if offer is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(serializers.OfferSerializer(offer).data, status=status.HTTP_201_CREATED)

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """Withdraw an offer."""
        offer = get_or_404(offers_of_club(self.club).filter(pk=int(number)).first())
        office_offers.withdraw(offer=offer, by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, slug: str, number: str) -> Response:
        """Accept an office the account was offered."""
        offer = office_offers.accept(offer=self._own_offer(), by=self.actor)
        return Response(serializers.OfferSerializer(offer).data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, slug: str, number: str) -> Response:
        """Decline an office the account was offered."""
        offer = office_offers.decline(offer=self._own_offer(), by=self.actor)
        return Response(serializers.OfferSerializer(offer).data)

    def _own_offer(self) -> OfficeOffer:
        own_offers = offers_of_user(self.actor).filter(club=self.club, pk=int(self.kwargs["number"]))
        return get_or_404(own_offers.first())


class InvitationViewSet(ClubViewSetMixin[Invitation]):
    """Links by which one or many become members."""

    queryset = Invitation.objects.none()
    serializer_class = serializers.ClubInvitationSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = NUMBER
    permission_classes = [TokenScope, IsManager]
    secrets = ("token",)

    def list(self, request: Request, slug: str) -> Response:
        """List the invitations of a club."""
        rows = members.invitations_of(self.club, timezone.now())
        return self.page_response(rows, serializers.ClubInvitationSerializer)

    @extend_schema(request=serializers.InvitationCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Make an invitation; its token is shown once."""
        data = self.validated(serializers.InvitationCreateSerializer)
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
            "stands": members.get_invitation_status(invitation, timezone.now()),
            "token": members.get_invitation_secret(invitation),
        }
        return Response(serializers.ClubInvitationSerializer(issued).data, status=status.HTTP_201_CREATED)

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """Withdraw an invitation."""
        rows = Invitation.objects.select_related("club").filter(club=self.club, pk=int(number))
        invitation_services.withdraw(invitation=get_or_404(rows.first()), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: Any) -> str:
        """What tells an invitation from all others."""
        return str(row.invitation.pk)
