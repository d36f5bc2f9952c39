"""What engines say of a record, over HTTP: read by anyone, given by those of its match."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from matches.api.authentication import PROOFS, identity_of
from matches.api.loading import match_at
from matches.api.viewsets import ApiMixin, read
from matches.models import Figure, Match, Transcript
from matches.models.figure import MOST_DECISIONS, MOST_LOST
from matches.performance import lost_by
from matches.queries import listing
from matches.queries.figures import figures_of
from matches.services import figures
from matches.services.figures import Said
from rules.errors import Refusal

RECORD = OpenApiParameter("record", int, OpenApiParameter.PATH)


class FigureIn(serializers.Serializer[Any]):
    """What an engine says of one side: the equity lost in all, or its rating, over so many decisions."""

    side = serializers.ChoiceField(choices=["white", "black"])
    engine = serializers.CharField(max_length=60, help_text="Its name and version.")
    settings = serializers.CharField(max_length=120, required=False, help_text="Such as 2-ply.")
    decisions = serializers.IntegerField(min_value=1, max_value=MOST_DECISIONS)
    lost = serializers.FloatField(
        min_value=0, max_value=MOST_LOST, required=False, help_text="Equity lost in all decisions, in points."
    )
    rating = serializers.FloatField(
        min_value=0,
        max_value=500,
        required=False,
        help_text="PR, 500 times the equity lost a decision, instead of `lost`.",
    )
    cube_lost = serializers.FloatField(min_value=0, max_value=MOST_LOST, required=False)
    cube_decisions = serializers.IntegerField(min_value=0, max_value=MOST_DECISIONS, required=False)
    luck = serializers.FloatField(min_value=-MOST_LOST, max_value=MOST_LOST, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways of saying it, in the sum that is stored."""
        rating = attrs.pop("rating", None)
        if (rating is None) == ("lost" not in attrs):
            raise serializers.ValidationError("Give `lost` or `rating`, one of the two.")
        return attrs if rating is None else attrs | {"lost": lost_by(rating, attrs["decisions"])}


class FigureOut(serializers.Serializer[Any]):
    """A figure as it is kept, with who said so."""

    side = serializers.CharField()
    engine = serializers.CharField()
    settings = serializers.CharField()
    decisions = serializers.IntegerField()
    lost = serializers.FloatField()
    rating = serializers.FloatField(source="tally.rating")
    cube_lost = serializers.FloatField(allow_null=True)
    cube_decisions = serializers.IntegerField(allow_null=True)
    luck = serializers.FloatField(allow_null=True)
    origin = serializers.SerializerMethodField(help_text="entered, file or house")
    said_by = serializers.CharField(
        source="source", help_text="Who entered it, handed the file in or asked for it."
    )
    at = serializers.DateTimeField()

    def get_origin(self, figure: Figure) -> str:
        """Where it comes from."""
        return figure.analysis.origin if figure.analysis else "entered"


class FigureViewSet(ApiMixin, GenericViewSet[Figure]):
    """The figures of a record; to give one, prove a session, a badge, or the table's card and a device."""

    queryset = Figure.objects.none()
    pagination_class = None
    scope_kind = "match"

    @extend_schema(
        operation_id="record_figures",
        parameters=[RECORD],
        responses={200: FigureOut(many=True)},
    )
    def list(self, request: Request, code: str, record: str) -> Response:
        """The figures that count: the last of each side, engine and settings."""
        match, found = _record(code, record)
        return Response(FigureOut([each.figure for each in figures_of(found, match)], many=True).data)

    @extend_schema(
        operation_id="record_give_figure",
        request=FigureIn,
        responses={201: FigureOut},
        parameters=[RECORD, *PROOFS],
    )
    def create(self, request: Request, code: str, record: str) -> Response:
        """Keep what an engine says of a side; the same again answers with the one that is kept."""
        match, found = _record(code, record)
        said = Said(**read(FigureIn, request, version=match.version))
        figure = figures.enter(match=match, transcript=found, said=said, identity=identity_of(request))
        return Response(FigureOut(figure).data, status=status.HTTP_201_CREATED)


def _record(code: str, record: str) -> tuple[Match, Transcript]:
    match = match_at(code)
    found = listing.record_of(match, int(record))
    if found is None:
        raise Refusal("record_absent")
    return match, found
