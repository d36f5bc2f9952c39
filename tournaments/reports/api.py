"""The report of an event, its winners and their photographs."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of
from matches.api.serializers import PlayerSerializer
from matches.models import Player
from tournaments.models import Event
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.permissions import may_change_photo
from tournaments.reports import services as photo_services
from tournaments.reports.queries import event_report, winner_photos
from tournaments.reports.queries.winner_photos import Winner
from tournaments.reports.serializers import EventReportSerializer
from tournaments.web import uploaded_images
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404


class EventReportViewSet(EventViewSetMixin[Event]):
    """The report of an event."""

    queryset = Event.objects.none()
    serializer_class = EventReportSerializer

    @extend_schema(responses=EventReportSerializer)
    @action(detail=True)
    def report(self, request: Request, pk: str) -> Response:
        """Read the report of an event, 404 before its draw is published."""
        is_shown = self.event.status in PUBLISHED_STATUSES
        report = event_report.get_event_report(self.event) if is_shown else None
        return Response(EventReportSerializer(get_or_404(report)).data)


class PhotoUploadSerializer(serializers.Serializer[Any]):
    """A photograph to upload."""

    file = serializers.FileField(help_text="JPEG, PNG or WebP, at most 8 MB and 20 megapixels.")


class EventWinnerSerializer(serializers.Serializer[Any]):
    """A winner of an event, with the path of the photograph on this site."""

    entry = serializers.IntegerField(source="entry.number")
    player = PlayerSerializer(source="entry.player")
    photo = serializers.SerializerMethodField()

    def get_photo(self, winner: Winner) -> str | None:
        """Return the path of the photograph, or null."""
        if winner.photo is None:
            return None
        event: Event = self.context["event"]
        slugs = (event.tournament.club.slug, event.tournament.slug, event.slug)
        return reverse("winner-photo", args=[*slugs, winner.entry.player.code])


class WinnerPhotoViewSet(EventViewSetMixin[Event]):
    """The photographs of the winners of an event, changed by the winner or the desk."""

    queryset = Event.objects.none()
    serializer_class = EventWinnerSerializer
    pagination_class = None
    lookup_url_kwarg = "player"
    lookup_value_regex = r"[-\w]{1,20}"

    def list(self, request: Request, pk: str) -> Response:
        """List the winners of a finished event, with the paths of their photographs."""
        return Response(self._winner_data())

    @extend_schema(request={"multipart/form-data": PhotoUploadSerializer}, parameters=PROOFS)
    @action(detail=True, methods=["post"], url_path="photo", parser_classes=[MultiPartParser])
    def photo(self, request: Request, pk: str, player: str) -> Response:
        """Set the photograph of a winner: a JPEG, PNG or WebP image of at most 8 MB, which is re-encoded."""
        winner = self._changeable_player(request)
        upload = self.validated(PhotoUploadSerializer)["file"].read(uploaded_images.UPLOAD_BYTES + 1)
        photo_services.set_photo(
            event=self.event, player=winner, upload=upload, identity=identity_of(request)
        )
        return Response(self._winner_data())

    @extend_schema(request=None, responses={204: None}, parameters=PROOFS)
    @photo.mapping.delete
    def remove_photo(self, request: Request, pk: str, player: str) -> Response:
        """Remove the photograph of a winner."""
        winner = self._changeable_player(request)
        photo_services.remove_photo(event=self.event, player=winner, identity=identity_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _changeable_player(self, request: Request) -> Player:
        """Return the player in the URL; 404, as on the page, if the caller may not change the photo."""
        entries = self.event.entries.select_related("player__first", "player__second")
        player = get_or_404(entries.filter(player__code=self.kwargs["player"]).first()).player
        if not may_change_photo(identity_of(request), self.event, player):
            raise Http404
        return player

    def _winner_data(self) -> Any:
        winners = winner_photos.get_winners(self.event)
        return EventWinnerSerializer(winners, many=True, context={"event": self.event}).data
