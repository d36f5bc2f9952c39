"""A player's performance ratings in the API, and their blunders as study cards."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.viewsets import ApiViewSet
from matches.models import Player
from matches.queries.people import get_canonical_player, get_player
from matches.records.presenting.study_cards import DECK_WRITERS, make_deck_of_player
from matches.records.queries.performance_history import get_performance_history
from matches.records.queries.study_cards import find_blunders_of_player
from matches.records.serializers import DeckSerializer, PerformanceHistorySerializer
from matches.records.study_decks import StudyDeck
from rules.errors import Refusal

ENGINE_PARAMETER = OpenApiParameter(
    "engine", str, description="An engine with its settings, one of `engines` in the response; default: all."
)
DECLARED_PARAMETER = OpenApiParameter(
    "declared", bool, description="Whether only matches count that were declared before they began."
)
# The part of a path that names the kind of file.
DECK_KIND = f"(?P<kind>{'|'.join(DECK_WRITERS)})"
DECK_PARAMETER = OpenApiParameter(
    "kind",
    str,
    OpenApiParameter.PATH,
    enum=list(DECK_WRITERS),
    description="`txt`: a text that Anki imports; `apkg`: a package of Anki.",
)
DECK_RESPONSES: dict[Any, Any] = {
    (200, "text/plain"): OpenApiTypes.STR,
    (200, "application/octet-stream"): OpenApiTypes.BINARY,
}


class PerformanceViewSet(ApiViewSet[Player]):
    """The performance ratings of a player."""

    queryset = Player.objects.none()
    serializer_class = PerformanceHistorySerializer
    lookup_field = "code"
    lookup_value_regex = "[a-z0-9]{1,16}"

    @extend_schema(parameters=[ENGINE_PARAMETER, DECLARED_PARAMETER])
    @action(detail=True)
    def performance(self, request: Request, code: str) -> Response:
        """Read a player's performance ratings by match, their average and the errors by kind of decision."""
        history = get_performance_history(
            self._get_player(),
            request.query_params.get("engine", ""),
            declared_only=read_declared_parameter(request),
        )
        return Response(PerformanceHistorySerializer(history).data)

    @extend_schema(parameters=[DECK_PARAMETER, DeckSerializer], responses=DECK_RESPONSES)
    @action(detail=True, url_path=f"performance/cards/{DECK_KIND}")
    def cards(self, request: Request, code: str, kind: str) -> HttpResponse:
        """Download a player's worst blunders, at most 200, as study cards for Anki."""
        form = DeckSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        player = self._get_player()
        blunders = find_blunders_of_player(player, **form.validated_data)
        return make_deck_response(make_deck_of_player(player, blunders, request.build_absolute_uri), kind)

    def _get_player(self) -> Player:
        player = get_player(self.kwargs["code"])
        if player is None:
            raise Http404
        return get_canonical_player(player)


def read_declared_parameter(request: Request) -> bool:
    """Return whether only declared matches are wanted. Raises `request_invalid` for another value."""
    value = request.query_params.get("declared", "false").lower()
    if value not in ("true", "false"):
        raise Refusal("request_invalid", "", problem="declared")
    return value == "true"


def make_deck_response(deck: StudyDeck, kind: str) -> HttpResponse:
    """Return a deck as the file of a kind."""
    write, content_type = DECK_WRITERS[kind]
    return HttpResponse(write(deck), content_type=content_type)
