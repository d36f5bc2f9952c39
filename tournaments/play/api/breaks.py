"""API of the breaks of a tournament, below one of its events."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Break
from tournaments.play.api.serializers_desk import BreakCreateSerializer, BreakSerializer, NightsSerializer
from tournaments.play.schedule.queries.breaks import get_break, get_breaks
from tournaments.play.schedule.services import breaks
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404


class BreakViewSet(EventViewSetMixin[Break]):
    """Breaks of the tournament of an event."""

    queryset = Break.objects.none()
    serializer_class = BreakSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = "[0-9]{1,9}"
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    def list(self, request: Request, pk: str) -> Response:
        """List the breaks of a tournament, those of its single events included."""
        return self.page_response(get_breaks(self.event.tournament), BreakSerializer)

    @extend_schema(request=BreakCreateSerializer)
    def create(self, request: Request, pk: str) -> Response:
        """Announce a break: no matches are called and no time counts until it is over."""
        data, tournament = self.validated(BreakCreateSerializer), self.event.tournament
        key = data.pop("event")
        event = get_or_404(tournament.events.filter(pk=key).first()) if key is not None else None
        data["begins_at"] = data["begins_at"] or timezone.now()
        play_break = breaks.announce_break(tournament=tournament, event=event, by=self.actor, **data)
        return Response(BreakSerializer(play_break).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=NightsSerializer, responses={201: BreakSerializer(many=True)})
    @action(detail=False, methods=["post"])
    def nights(self, request: Request, pk: str) -> Response:
        """Announce a break for each night of a tournament of several days; the answer has the new ones."""
        nights = breaks.announce_nights(
            tournament=self.event.tournament, by=self.actor, **self.validated(NightsSerializer)
        )
        return Response(BreakSerializer(nights, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def end(self, request: Request, pk: str, number: str) -> Response:
        """End a break now; waiting matches are called."""
        play_break = get_or_404(get_break(self.event.tournament, int(number)))
        return Response(BreakSerializer(breaks.end_break(play_break=play_break, by=self.actor)).data)

    def destroy(self, request: Request, pk: str, number: str) -> Response:
        """Remove a break: its time counts as playing time."""
        play_break = get_or_404(get_break(self.event.tournament, int(number)))
        breaks.remove_break(play_break=play_break, by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: Break) -> str:
        """Return the key of a break."""
        return str(row.pk)
