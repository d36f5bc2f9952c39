"""Seasons and rating lists of a club: tables, rules, previews and logged changes."""

from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import key_of
from matches.api.pagination import PAGE_PARAMETERS
from matches.models import Player
from rules.errors import Refusal
from tournaments.api import serializers_seasons as serializers
from tournaments.api.permissions import IsManager
from tournaments.api.serializers_seasons import (
    RatingListSerializer,
    RatingSerializer,
    SeasonStandingsSerializer,
)
from tournaments.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404
from tournaments.models import RatingList, Season
from tournaments.queries import rating_tables, season_tables
from tournaments.queries import ratings as rating_list_queries
from tournaments.queries import seasons as queries
from tournaments.queries.imports import people_of
from tournaments.queries.ratings import get_calibration
from tournaments.queries.season_results import DayRange
from tournaments.ratings import fibs
from tournaments.ratings.systems import constants_of, parameters
from tournaments.services import ratings as rating_services
from tournaments.services import seasons as services
from tournaments.standings.season_settings import RULE_PRESETS, SeasonRules


class SeasonViewSet(ClubViewSetMixin[Season]):
    """The seasons of a club."""

    queryset = Season.objects.none()
    serializer_class = serializers.SeasonDetailSerializer
    lookup_url_kwarg = "season"
    lookup_value_regex = r"[-\w]+"
    write_permission_classes = [IsManager]
    orderings = {"-starts_on": ("-starts_on", "-id"), "starts_on": ("starts_on", "id")}

    def list(self, request: Request, slug: str) -> Response:
        """List the seasons of a club with their rules, the newest first."""
        return self.page_response(season_tables.seasons_of(self.club), serializers.SeasonDetailSerializer)

    @extend_schema(request=serializers.SeasonCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create a season."""
        data = self.validated(serializers.SeasonCreateSerializer)
        season = services.open_season(
            club=self.club,
            rules=data["rules"] if "rules" in data else RULE_PRESETS[data["preset"]].to_data(),
            by=self.actor,
            after=self._season(data["after"]) if data["after"] else None,
            **{name: data[name] for name in ("name", "starts_on", "ends_on")},
        )
        return Response(serializers.SeasonDetailSerializer(season).data, status=status.HTTP_201_CREATED)

    def retrieve(self, request: Request, slug: str, season: str) -> Response:
        """Read a season and its rules."""
        return Response(serializers.SeasonDetailSerializer(self._season(season)).data)

    @extend_schema(request=serializers.SeasonUpdateSerializer)
    def partial_update(self, request: Request, slug: str, season: str) -> Response:
        """Change the rules or dates of a season; the changed lines of its table are logged."""
        row, data = self._season(season), self.validated(serializers.SeasonUpdateSerializer)
        services.change_season(
            season=row,
            rules=data.get("rules", row.rules),
            by=self.actor,
            name=data["name"],
            reason=data["reason"],
            key=key_of(request),
            **{name: data.get(name) for name in ("starts_on", "ends_on")},
        )
        row.refresh_from_db()
        return Response(serializers.SeasonDetailSerializer(row).data)

    def destroy(self, request: Request, slug: str, season: str) -> Response:
        """Delete a season in which nothing has counted yet."""
        services.delete_season(season=self._season(season), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=serializers.SeasonUpdateSerializer, responses=serializers.SeasonPreviewSerializer)
    @action(detail=True, methods=["post"], is_dry=True)
    def preview(self, request: Request, slug: str, season: str) -> Response:
        """Preview the lines of the table that other rules or dates would change. Nothing is written."""
        row, data = self._season(season), self.validated(serializers.SeasonUpdateSerializer)
        rules = SeasonRules.from_data(data.get("rules", row.rules))
        days = DayRange(data.get("starts_on", row.starts_on), data.get("ends_on", row.ends_on))
        moves = queries.name_season_moves(queries.preview_season_moves(row, rules, days))
        return Response(serializers.SeasonPreviewSerializer({"moved": moves}).data)

    @extend_schema(responses=serializers.SeasonChangeSerializer(many=True))
    @action(detail=True)
    def changes(self, request: Request, slug: str, season: str) -> Response:
        """List the latest twenty changes of a season, each with the changed lines of its table."""
        return self.page_response(
            queries.changes_of(self._season(season)), serializers.SeasonChangeSerializer
        )

    @extend_schema(parameters=PAGE_PARAMETERS, responses=SeasonStandingsSerializer)
    @action(detail=True)
    def standings(self, request: Request, slug: str, season: str) -> Response:
        """Read the standings of a season; each value comes with its reasons."""
        table = season_tables.get_standings(self._season(season))
        data = {name: getattr(table, name) for name in ("season", "rules")}
        page = self.page_of(table.rows)
        return Response(SeasonStandingsSerializer({**data, "tournaments": table.tournaments, **page}).data)

    @extend_schema(responses=serializers.DivisionsSerializer)
    @action(detail=True)
    def divisions(self, request: Request, slug: str, season: str) -> Response:
        """Read the divisions of a season, and each player's division in the next one."""
        row = self._season(season)
        data = {"names": row.rules.get("divisions", ()), "next": queries.get_next_season(row)}
        return Response(serializers.DivisionsSerializer(data).data)

    @extend_schema(
        request=serializers.DivisionsUpdateSerializer, responses=serializers.SeasonDetailSerializer
    )
    @divisions.mapping.put
    def set_divisions(self, request: Request, slug: str, season: str) -> Response:
        """Assign the players of a season to divisions."""
        row = self._season(season)
        places = self.validated(serializers.DivisionsUpdateSerializer)["places"]
        codes = {place["player"]: place.get("division", 0) for place in places}
        is_of_club = Q(pk__in=people_of(self.club).values("pk")) | Q(
            entries__event__tournament__club=self.club
        )
        players = dict(Player.objects.filter(is_of_club, code__in=codes).values_list("code", "pk"))
        if len(players) != len(codes):
            raise Refusal("not_a_member", player=", ".join(sorted(set(codes) - set(players)))[:80])
        divisions = {players[code]: division for code, division in codes.items()}
        services.set_divisions(season=row, divisions=divisions, by=self.actor)
        return Response(serializers.SeasonDetailSerializer(row).data)

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of a row."""
        return str(row.change.pk) if hasattr(row, "change") else str(row.player.code)

    def _season(self, slug: str) -> Season:
        rows = season_tables.seasons_of(self.club).select_related("club")
        return get_or_404(rows.filter(slug=slug).first())


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

    @extend_schema(request=serializers.RatingListCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create another rating list."""
        data = self.validated(serializers.RatingListCreateSerializer)
        data["system"] = data["system"] or fibs.SYSTEM
        row = rating_services.open_rating_list(club=self.club, by=self.actor, **data)
        return Response(RatingListSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=serializers.RatingListDetailSerializer)
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
        return Response(serializers.RatingListDetailSerializer(data).data)

    @extend_schema(request=serializers.RatingListUpdateSerializer)
    def partial_update(self, request: Request, slug: str, rating_list: str) -> Response:
        """Change the system or the parameters of a list, and recalculate it from its first result."""
        row, data = self._rating_list(), self.validated(serializers.RatingListUpdateSerializer)
        settings = self._changed_settings(row, data)
        rating_services.change_list(rating_list=row, by=self.actor, reason=data["reason"], **settings)
        row.refresh_from_db()
        return Response(RatingListSerializer(row).data)

    @extend_schema(
        request=serializers.RatingListUpdateSerializer, responses=serializers.RatingListPreviewSerializer
    )
    @action(detail=True, methods=["post"], is_dry=True)
    def preview(self, request: Request, slug: str, rating_list: str) -> Response:
        """Preview the ratings under another system or other parameters. Nothing is written."""
        row = self._rating_list()
        settings = self._changed_settings(row, self.validated(serializers.RatingListUpdateSerializer))
        moves = rating_list_queries.preview_rating_moves(
            row,
            parameters(settings["system"], settings["parameters"]),
            settings["counts"],
            ladders=settings["ladders"],
        )
        return Response(serializers.RatingListPreviewSerializer({"moved": moves}).data)

    @extend_schema(request=serializers.StartingRatingsSerializer, responses=RatingListSerializer)
    @action(detail=True, methods=["put"], url_path="starting-ratings")
    def starting_ratings(self, request: Request, slug: str, rating_list: str) -> Response:
        """Set the starting ratings of players, and recalculate the list."""
        row, data = self._rating_list(), self.validated(serializers.StartingRatingsSerializer)
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
