"""Rating lists of a club: ratings, parameters, previews and logged changes."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import RatingList
from tournaments.rating_systems import fibs
from tournaments.rating_systems.registry import constants_of, parameters
from tournaments.ratings import serializers as ratings_serializers
from tournaments.ratings.queries import rating_tables
from tournaments.ratings.queries import ratings as rating_list_queries
from tournaments.ratings.queries.ratings import get_calibration
from tournaments.ratings.serializers import RatingListSerializer, RatingSerializer
from tournaments.ratings.services import ratings as rating_services
from tournaments.web.api.permissions import IsManager
from tournaments.web.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404


class RatingListViewSet(ClubViewSetMixin[RatingList]):
    """The rating lists of a club."""

    queryset = RatingList.objects.none()
    serializer_class = RatingListSerializer
    lookup_url_kwarg = "rating_list"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsManager]
    orderings = {"id": ("id",), "-id": ("-id",)}

    def list(self, request: Request, slug: str) -> Response:
        """List the rating lists of a club, the oldest first."""
        return self.page_response(rating_tables.rating_lists_of(self.club), RatingListSerializer)

    @extend_schema(request=ratings_serializers.RatingListCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create another rating list."""
        data = self.validated(ratings_serializers.RatingListCreateSerializer)
        data["system"] = data["system"] or fibs.SYSTEM
        row = rating_services.open_rating_list(club=self.club, by=self.actor, **data)
        return Response(RatingListSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=ratings_serializers.RatingListDetailSerializer)
    def retrieve(self, request: Request, slug: str, rating_list: str) -> Response:
        """Read a list's parameters, calibration and changes."""
        row = self._rating_list()
        data = {
            "id": row.pk,
            **rating_list_queries.data_of(row),
            "constants": {**constants_of(row.system), **row.parameters},
            "is_being_counted": rating_tables.is_being_counted(row),
            "calibration": get_calibration(row),
            "changes": rating_list_queries.changes_of(row),
        }
        return Response(ratings_serializers.RatingListDetailSerializer(data).data)

    @extend_schema(request=ratings_serializers.RatingListUpdateSerializer)
    def partial_update(self, request: Request, slug: str, rating_list: str) -> Response:
        """Change the system or the parameters of a list, and recalculate it from its first result."""
        row, data = self._rating_list(), self.validated(ratings_serializers.RatingListUpdateSerializer)
        settings = self._changed_settings(row, data)
        rating_services.change_list(rating_list=row, by=self.actor, reason=data["reason"], **settings)
        row.refresh_from_db()
        return Response(RatingListSerializer(row).data)

    @extend_schema(
        request=ratings_serializers.RatingListUpdateSerializer,
        responses=ratings_serializers.RatingListPreviewSerializer,
    )
    @action(detail=True, methods=["post"], is_dry=True)
    def preview(self, request: Request, slug: str, rating_list: str) -> Response:
        """Preview the ratings under another system or other parameters. Nothing is written."""
        row = self._rating_list()
        settings = self._changed_settings(row, self.validated(ratings_serializers.RatingListUpdateSerializer))
        moves = rating_list_queries.preview_rating_moves(
            row,
            parameters(settings["system"], settings["parameters"]),
            settings["counts"],
            ladders=settings["ladders"],
        )
        return Response(ratings_serializers.RatingListPreviewSerializer({"moved": moves}).data)

    @extend_schema(request=ratings_serializers.StartingRatingsSerializer, responses=RatingListSerializer)
    @action(detail=True, methods=["put"], url_path="starting-ratings")
    def starting_ratings(self, request: Request, slug: str, rating_list: str) -> Response:
        """Set the starting ratings of players, and recalculate the list."""
        row, data = self._rating_list(), self.validated(ratings_serializers.StartingRatingsSerializer)
        rating_services.set_starting_ratings(
            rating_list=row, ratings=data["ratings"], by=self.actor, reason=data["reason"]
        )
        row.refresh_from_db()
        return Response(RatingListSerializer(row).data)

    @extend_schema(responses=RatingSerializer(many=True))
    @action(detail=True)
    def ratings(self, request: Request, slug: str, rating_list: str) -> Response:
        """List the ratings, the highest first."""
        return self.page_response(rating_tables.rating_table(self._rating_list()), RatingSerializer)

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of a row."""
        code: str = row.player.code
        return code

    def _rating_list(self) -> RatingList:
        rows = rating_tables.rating_lists_of(self.club).select_related("club")
        return get_or_404(rows.filter(pk=int(self.kwargs["rating_list"])).first())

    @staticmethod
    def _changed_settings(row: RatingList, data: dict[str, Any]) -> dict[str, Any]:
        """Return the settings of a list, updated with those of the request."""
        settings = rating_list_queries.settings_of(row)
        return {**settings, **{name: data[name] for name in settings if name in data}}
