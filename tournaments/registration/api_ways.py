"""API of the ways to pay of a club and of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Club, Tournament
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.tournaments import visible_tournament
from tournaments.registration import forms, serializers
from tournaments.registration.models import WayToPay
from tournaments.registration.queries import ways_to_pay as queries
from tournaments.registration.services import ways_to_pay as services
from tournaments.web.api.permissions import IsDirector, IsManager
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404


class WayViewSetMixin(ClubViewSetMixin[WayToPay]):
    """The ways to pay of a club or a tournament, in their order."""

    queryset = WayToPay.objects.none()
    serializer_class = serializers.WaySerializer
    lookup_url_kwarg = "way_to_pay"
    lookup_value_regex = "[0-9]{1,15}"
    pagination_class = None

    @property
    def owner(self) -> Club | Tournament:
        """The club or tournament in the URL, or 404."""
        raise NotImplementedError

    def get_way(self) -> WayToPay:
        """Return the way in the URL, or raise 404."""
        return get_or_404(queries.get_way(self.owner, int(self.kwargs["way_to_pay"])))

    @extend_schema(responses=serializers.WaySerializer(many=True))
    def list(self, request: Request, **path: str) -> Response:
        """List the ways to pay."""
        return Response(serializers.WaySerializer(queries.list_ways(self.owner), many=True).data)

    @extend_schema(request=serializers.WayCreateSerializer, responses={201: serializers.WaySerializer})
    def create(self, request: Request, **path: str) -> Response:
        """Add a way to pay after the others."""
        form: Any = read_form(forms.WayForm, self.validated(serializers.WayCreateSerializer))
        kind = form.cleaned_data["kind"]
        way_to_pay = services.add_way(owner=self.owner, kind=kind, **form.get_values(), by=self.actor)
        return Response(serializers.WaySerializer(way_to_pay).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=serializers.WayUpdateSerializer)
    def update(self, request: Request, **path: str) -> Response:
        """Change the name and the details of a way to pay; its kind stays."""
        way_to_pay = self.get_way()
        form: Any = read_form(
            forms.WayForm, {**self.validated(serializers.WayUpdateSerializer), "kind": way_to_pay.kind}
        )
        way_to_pay = services.change_way(way_to_pay=way_to_pay, **form.get_values(), by=self.actor)
        return Response(serializers.WaySerializer(way_to_pay).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **path: str) -> Response:
        """Remove a way to pay."""
        services.remove_way(way_to_pay=self.get_way(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=serializers.WayPlaceSerializer, responses=serializers.WaySerializer(many=True))
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **path: str) -> Response:
        """Move a way to pay to another place; the answer is the whole list."""
        place = self.validated(serializers.WayPlaceSerializer)["place"]
        services.move_way(way_to_pay=self.get_way(), place=place, by=self.actor)
        return Response(serializers.WaySerializer(queries.list_ways(self.owner), many=True).data)


class ClubWayViewSet(WayViewSetMixin):
    """The ways to pay of a club, for its officers."""

    permission_classes = [*ClubViewSetMixin.permission_classes, IsManager]

    @property
    def owner(self) -> Club:
        """The club in the URL, or 404."""
        return self.club


class TournamentWayViewSet(WayViewSetMixin):
    """The ways to pay that a tournament has of its own, for its directors."""

    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]

    @property
    def owner(self) -> Tournament:
        """The tournament in the URL, or 404, as for drafts of others."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @property
    def scope_object(self) -> Any:
        """The object that permissions check."""
        return self.owner
