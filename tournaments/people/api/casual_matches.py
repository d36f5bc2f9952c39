"""Casual matches of a club in the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.serializers import MatchSerializer
from matches.models import Match
from tournaments.people.api import serializers
from tournaments.people.queries import casual_matches as casual_match_queries
from tournaments.people.queries.members import get_club_players
from tournaments.people.services import casual_matches
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404


class CasualMatchViewSet(ClubViewSetMixin[Match]):
    """Casual matches of a club that are in play."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer

    def list(self, request: Request, slug: str) -> Response:
        """List the casual matches in play."""
        return self.page_response(
            [row.match for row in casual_match_queries.open_matches(self.club)], MatchSerializer
        )

    @extend_schema(request=serializers.CasualMatchCreateSerializer, parameters=PROOFS)
    def create(self, request: Request, slug: str) -> Response:
        """Start a casual match of two members: by the desk, or by one of the two if allowed."""
        data = self.validated(serializers.CasualMatchCreateSerializer)
        people = {player.code: player for player in get_club_players(self.club)}
        white, black = (get_or_404(people.get(data[side])) for side in ("white", "black"))
        row = casual_matches.open_casual_match(
            club=self.club,
            white=white,
            black=black,
            length=data["length"],
            identity=identity_of(request),
            key=key_of(request),
        )
        return Response(MatchSerializer(row.match).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: Match) -> str:
        """Return the key of a row."""
        return row.code
