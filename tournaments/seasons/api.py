"""Seasons of a club in the API: tables, rules, previews and logged changes."""

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
from tournaments.lookups import people_of
from tournaments.models import Season
from tournaments.seasons import serializers, services
from tournaments.seasons.queries import season_tables
from tournaments.seasons.queries import seasons as queries
from tournaments.seasons.queries.season_results import DayRange
from tournaments.seasons.serializers import SeasonStandingsSerializer
from tournaments.standings.season_settings import RULE_PRESETS, SeasonRules
from tournaments.web.api.permissions import IsManager
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404


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
