"""The API of open fees: who has something to pay, of a club in a year and of a tournament."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries import open_fees
from tournaments.finances.queries.open_fees import OpenFee
from tournaments.models import Event
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.play.api.tournaments import visible_tournament
from tournaments.web.api.permissions import IsManager, IsSignedIn, TokenScope
from tournaments.web.api.viewsets import ClubViewSetMixin

YEAR = OpenApiParameter(
    "year",
    {"type": "integer", "minimum": FIRST_YEAR, "maximum": LAST_YEAR},
    description="The year of the tournaments and of the fees of members; by default this year.",
)


class OpenFeeSerializer(serializers.Serializer[Any]):
    """What somebody has to pay for an event, or as a member of the club, in the smallest coins.

    The amounts of a member's fee are null where the club has set none for the year.
    """

    name = serializers.CharField()
    purpose = serializers.CharField(help_text="For what, in the language of the request.")
    event = serializers.IntegerField(source="event.pk", allow_null=True, default=None)
    member = serializers.IntegerField(source="membership", allow_null=True)
    amount = serializers.IntegerField(allow_null=True)
    paid = serializers.IntegerField()
    to_pay = serializers.IntegerField(allow_null=True)
    currency = serializers.CharField(help_text="Empty for a fee without an amount.")


class OpenFeeViewSet(ClubViewSetMixin[Event]):
    """What is to be paid to a club: for its tournaments of a year, and by its members for that year."""

    queryset = Event.objects.none()
    serializer_class = OpenFeeSerializer
    permission_classes = [TokenScope, IsManager]

    @extend_schema(parameters=[YEAR])
    def list(self, request: Request, slug: str) -> Response:
        """List everybody with an open fee, by name."""
        rows = open_fees.list_open_fees_of_club(self.club, self._read_year())
        return self.page_response(rows, OpenFeeSerializer)

    @staticmethod
    def row_key(row: OpenFee) -> str:
        """Return the key of a row."""
        return row.key

    def _read_year(self) -> int:
        text = self.request.query_params.get("year", "")
        year = int(text) if len(text) == 4 and text.isascii() and text.isdecimal() else 0
        if text and not FIRST_YEAR <= year <= LAST_YEAR:
            raise ValidationError({"year": f"{FIRST_YEAR}-{LAST_YEAR}"})
        return year or timezone.localdate().year


class TournamentOpenFeeViewSet(ClubViewSetMixin[Event]):
    """What is to be paid for the events of a tournament, for those who handle its money."""

    queryset = Event.objects.none()
    serializer_class = OpenFeeSerializer
    permission_classes = [TokenScope, IsSignedIn]

    def list(self, request: Request, slug: str, tournament: str) -> Response:
        """List everybody with an open fee, by name."""
        row = visible_tournament(self.club, tournament, self.account)
        must_handle_money(self.account, row)
        return self.page_response(open_fees.list_open_fees_of_tournament(row), OpenFeeSerializer)

    @staticmethod
    def row_key(row: OpenFee) -> str:
        """Return the key of a row."""
        return row.key
