"""API of the prices of an event beside its usual fee."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.play.api.tournaments import visible_tournament
from tournaments.registration import serializers
from tournaments.registration.models import EventPrice, RegistrationEvent
from tournaments.registration.services import event_prices
from tournaments.registration.services.event_prices import PriceOptions
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404


class EventPriceViewSet(ClubViewSetMixin[EventPrice]):
    """The prices of an event, by its number."""

    queryset = EventPrice.objects.none()
    serializer_class = serializers.EventPriceSerializer
    lookup_url_kwarg = "event"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = None
    write_permission_classes = [IsDirector]

    @property
    def scope_object(self) -> Any:
        """The tournament that permissions check, or 404."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @extend_schema(responses=serializers.EventPriceSerializer(many=True))
    def retrieve(self, request: Request, slug: str, tournament: str, event: str) -> Response:
        """List the prices of an event beside its usual fee."""
        prices = self._get_row().prices.all()
        return Response(serializers.EventPriceSerializer(prices, many=True).data)

    @extend_schema(
        request=serializers.EventPricesSerializer, responses=serializers.EventPriceSerializer(many=True)
    )
    def update(self, request: Request, slug: str, tournament: str, event: str) -> Response:
        """Replace the prices of an event; those who have signed up keep theirs."""
        row, data = self._get_row(), self.validated(serializers.EventPricesSerializer)
        prices = [PriceOptions(**price) for price in data["prices"]]
        saved = event_prices.save_prices(event=row.event, prices=prices, by=self.actor)
        return Response(serializers.EventPriceSerializer(saved, many=True).data)

    def _get_row(self) -> RegistrationEvent:
        rows = RegistrationEvent.objects.select_related("event__tournament__club")
        tournament = self.scope_object
        return get_or_404(rows.filter(event=self.kwargs["event"], event__tournament=tournament).first())
