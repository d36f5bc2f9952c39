"""Officials of a tournament in the API."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Tournament
from tournaments.people.api import serializers
from tournaments.people.queries.office_offers import offers_of_tournament
from tournaments.people.services import office_offers, officials
from tournaments.play.api.tournaments import visible_tournament
from tournaments.play.tournaments.queries.officials import get_official, officials_of
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ClubViewSetMixin


class OfficialViewSet(ClubViewSetMixin[Tournament]):
    """Officials of a tournament other than the club's directors."""

    queryset = Tournament.objects.none()
    serializer_class = serializers.OfficialSerializer
    lookup_url_kwarg = "username"
    lookup_value_regex = r"[^/]{1,150}"
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]

    def list(self, request: Request, slug: str, tournament: str) -> Response:
        """List the officials of a tournament and pending offers."""
        return self.page_response(self._officials(), serializers.OfficialSerializer)

    @extend_schema(request=serializers.UsernameSerializer)
    def create(self, request: Request, slug: str, tournament: str) -> Response:
        """Offer a username to run a tournament; it starts on acceptance."""
        self.throttle_user_names()
        username = self.validated(serializers.UsernameSerializer)["username"]
        office_offers.offer_desk(tournament=self._tournament(), username=username, by=self.actor)
        official = {"username": username, "has_accepted": False}
        return Response(serializers.OfficialSerializer(official).data, status=status.HTTP_201_CREATED)

    def destroy(self, request: Request, slug: str, tournament: str, username: str) -> Response:
        """Dismiss an official."""
        row = self._tournament()
        officials.dismiss_official(tournament=row, user=get_official(row, username), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: dict[str, Any]) -> str:
        """Return the key of a row."""
        return f"{row['has_accepted']:d} {row['username']}"

    def _tournament(self) -> Tournament:
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    def _officials(self) -> Sequence[dict[str, Any]]:
        row = self._tournament()
        offers = offers_of_tournament(row).filter(kind="official")
        return [
            *({"username": user.get_username(), "has_accepted": True} for user, _ in officials_of(row)),
            *({"username": offer.username, "has_accepted": False} for offer in offers),
        ]
