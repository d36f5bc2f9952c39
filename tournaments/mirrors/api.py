"""API of mirrors: what another site publishes here, copies of a club, and the publication of a tournament."""

from collections.abc import Mapping
from functools import cached_property
from io import BytesIO
from typing import IO, Any, cast

from django.urls import re_path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.api.viewsets import PlainJSON
from rules.errors import Refusal
from tournaments.mirrors import queries, serializers
from tournaments.mirrors.commands import COPY_COMMANDS, PUBLICATION_COMMANDS
from tournaments.mirrors.copy_messages import decompress_message
from tournaments.mirrors.models import CopiedTournament, Publication
from tournaments.mirrors.services import first_tries, receiving
from tournaments.models import Token, Tournament
from tournaments.play.api.commands import CommandViewSetMixin
from tournaments.play.api.tournaments import visible_tournament
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404

KEY = "[0-9a-f]{32}"
EVENT_KEY = OpenApiParameter("event", str, OpenApiParameter.PATH)


class CompressedJSON(PlainJSON):
    """A parser of JSON that may be compressed with gzip, as another site sends it."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the parsed body. Raises `copy_damaged`, and what the parser of JSON raises."""
        request = (parser_context or {})["request"]
        if request.headers.get("Content-Encoding") == "gzip":
            stream = BytesIO(decompress_message(stream.read()))
        return super().parse(stream, media_type, parser_context)


class IsPublisher(BasePermission):
    """Permission for another site, which has a token of the club to publish its tournaments."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return true. Raises `publish_token_needed`."""
        if not isinstance(request.auth, Token) or not request.auth.may_publish:
            raise Refusal("publish_token_needed")
        return True


class ReceivedEventViewSet(ClubViewSetMixin[CopiedTournament]):
    """What another site publishes here: events, and the deletion of their tournament."""

    queryset = CopiedTournament.objects.none()
    serializer_class = serializers.CopyReceiptSerializer
    lookup_url_kwarg = "event"
    write_permission_classes = (IsPublisher,)
    receives_publications = True
    parser_classes = (CompressedJSON,)

    @extend_schema(request=serializers.EventCopySerializer, responses=serializers.CopyReceiptSerializer)
    def update(self, request: Request, slug: str, copy: str, event: str) -> Response:
        """Create or update the copy of an event; its journal here must be the beginning of the one sent."""
        data = self.validated(serializers.EventCopySerializer)
        message = receiving.read_copy(tournament=copy, event=event, data=data)
        receipt = receiving.receive_event(club=self.club, token=cast(Token, request.auth), message=message)
        return Response(serializers.CopyReceiptSerializer(receipt).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, slug: str, copy: str) -> Response:
        """Delete the copy of a tournament, with the players whom only it brought."""
        rows = CopiedTournament.objects.select_related("club", "tournament__club", "tournament__desk")
        row = get_or_404(rows.filter(club=self.club, key=copy).first())
        receiving.delete_copy(copy=row, by=self.actor)
        return Response(status=204)


class CopyViewSet(CommandViewSetMixin[CopiedTournament], ClubViewSetMixin[CopiedTournament]):
    """The tournaments of a club that other sites direct, for its directors."""

    queryset = CopiedTournament.objects.none()
    serializer_class = serializers.CopySerializer
    lookup_url_kwarg = "copy"
    lookup_value_regex = KEY
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]
    commands = COPY_COMMANDS

    def get_command_options(self) -> dict[str, Any]:
        """Return the copy and the author of a command."""
        row = get_or_404(queries.list_copies(self.club).filter(key=self.kwargs["copy"]).first())
        return {"copy": row, "actor": self.actor}

    def list(self, request: Request, slug: str) -> Response:
        """List the copies of a club, the newest first."""
        return self.page_response(queries.list_copies(self.club), serializers.CopySerializer)


class PublicationViewSet(CommandViewSetMixin[Publication], ClubViewSetMixin[Publication]):
    """The publication of a tournament to another site, for its directors."""

    queryset = Publication.objects.none()
    serializer_class = serializers.PublicationSerializer
    lookup_url_kwarg = "tournament"
    lookup_value_regex = r"[-\w]+"
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]
    commands = PUBLICATION_COMMANDS

    @cached_property
    def tournament(self) -> Tournament:
        """Return the tournament in the URL, or raise 404."""
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    @property
    def scope_object(self) -> Any:
        """Return the object that permissions check."""
        return self.tournament

    def get_command_options(self) -> dict[str, Any]:
        """Return the publication and the author of a command."""
        return {"publication": get_or_404(queries.find_publication(self.tournament)), "actor": self.actor}

    @action(detail=True, methods=["get"])
    def publication(self, request: Request, slug: str, tournament: str) -> Response:
        """Read to which site a tournament is published, until when, and why not further."""
        row = get_or_404(queries.find_publication(self.tournament))
        return Response(serializers.PublicationSerializer(row).data)

    @extend_schema(request=serializers.PublicationRequestSerializer)
    @publication.mapping.put
    def publish(self, request: Request, slug: str, tournament: str) -> Response:
        """Publish a tournament to a club of another site, or change the token."""
        data = self.validated(serializers.PublicationRequestSerializer)
        row = first_tries.publish_at_once(tournament=self.tournament, **data, by=self.actor)
        return Response(serializers.PublicationSerializer(row).data)


router = SimpleRouter()
router.register(f"{CLUB}/copies", CopyViewSet, basename="api-copy")
router.register(f"{CLUB}/tournaments", PublicationViewSet, basename="api-publication")
urlpatterns = [
    *router.urls,
    re_path(
        rf"^{CLUB}/copies/(?P<copy>{KEY})/events/(?P<event>{KEY})/$",
        ReceivedEventViewSet.as_view({"put": "update"}, basename="api-copy"),
        name="api-received-event",
    ),
    re_path(
        rf"^{CLUB}/copies/(?P<copy>{KEY})/$",
        ReceivedEventViewSet.as_view({"delete": "destroy"}, basename="api-copy"),
        name="api-received-copy",
    ),
]
