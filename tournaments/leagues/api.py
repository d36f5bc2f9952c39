"""API of leagues: seasons of a club, their divisions and fixtures, and the fixtures of a player."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from matches.api.authentication import PROOFS, identity_of
from matches.models import Match
from tournaments.leagues import commands, forms, queries, serializers
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services import seasons
from tournaments.models import Event
from tournaments.play.api.commands import CommandViewSetMixin, EventCommandViewSet
from tournaments.play.api.form_serializers import read_form
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, ClubViewSetMixin, get_or_404
from tournaments.web.command import Command


class LeagueViewSet(ClubViewSetMixin[LeagueSeason]):
    """The league seasons of a club."""

    queryset = LeagueSeason.objects.none()
    serializer_class = serializers.LeagueSerializer
    write_permission_classes = [IsDirector]
    orderings = {"-starts_on": ("-starts_on", "-id"), "starts_on": ("starts_on", "id")}

    def list(self, request: Request, slug: str) -> Response:
        """List the league seasons of a club, the newest first."""
        return self.page_response(queries.list_seasons(self.club, self.account), serializers.LeagueSerializer)

    @extend_schema(request=serializers.LeagueCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create a season with its players, divisions and terms."""
        data = self.validated(serializers.LeagueCreateSerializer)
        form: Any = read_form(forms.LeagueForm, data)
        league = seasons.open_league(
            club=self.club,
            name=form.cleaned_data["name"],
            terms=form.terms(),
            span=form.span(),
            roster=form.roster(),
            by=self.actor,
            policy=form.cleaned_data["policy"],
        )
        return Response(serializers.LeagueSerializer(league).data, status=status.HTTP_201_CREATED)


class FixtureViewSet(CommandViewSetMixin[Match], ClubViewSetMixin[Match]):
    """The open league matches of the requesting player, by account or badge."""

    queryset = Match.objects.none()
    serializer_class = serializers.FixtureSerializer
    lookup_url_kwarg = "match"
    lookup_value_regex = r"[-\w]+"
    commands = commands.FIXTURE_COMMANDS
    command_parameters = PROOFS

    @extend_schema(parameters=PROOFS)
    def list(self, request: Request, slug: str) -> Response:
        """List the open league matches of the requesting player, the next deadline first."""
        rows = queries.list_fixtures(identity_of(request), self.club, timezone.localdate())
        return self.page_response(rows, serializers.FixtureSerializer)

    def get_command_options(self) -> dict[str, Any]:
        """Return the match, and who gives the command."""
        rows = queries.list_league_matches(self.club).filter(code=self.kwargs["match"])
        return {"match": get_or_404(rows.first()), "identity": identity_of(self.request)}

    @staticmethod
    def row_key(row: queries.Fixture) -> str:
        """Return the key of a fixture."""
        return row.match.code


class LeagueSeasonViewSet(EventCommandViewSet[Event]):
    """A league season: its days, divisions, deadlines, decisions and play-offs."""

    queryset = Event.objects.none()
    serializer_class = serializers.LeagueSeasonSerializer
    write_permission_classes = [IsDirector]
    commands = commands.SEASON_COMMANDS

    @property
    def season(self) -> LeagueSeason:
        """The season in the URL, or 404."""
        season = get_or_404(LeagueSeason.objects.filter(event=self.event).select_related("previous").first())
        season.event = self.event
        return season

    def season_response(self) -> Response:
        """Return the season as a response."""
        self.event.refresh_from_db(fields=["status", "version"])
        page = queries.get_season_page(self.season, timezone.localdate(), self.account)
        return Response(serializers.LeagueSeasonSerializer(page).data)

    def get_command_options(self) -> dict[str, Any]:
        """Return the event of the season and the author of a command."""
        return {"event": self.season.event, "actor": self.actor}

    def command_response(self, command: Command, result: Any) -> Response:
        """Return the row that a command wrote, if it answers with that, or the season."""
        return super().command_response(command, result) if command.answer else self.season_response()

    @action(detail=True, url_path="league")
    def season_detail(self, request: Request, pk: str) -> Response:
        """Read a season: divisions, open matches with their deadlines, and next placements."""
        return self.season_response()

    @extend_schema(request=serializers.PlacementsSerializer)
    @action(detail=True, methods=["put"], url_path="league/divisions")
    def divisions(self, request: Request, pk: str) -> Response:
        """Set the division of entries, before the season begins."""
        season = self.season
        data = self.validated(serializers.PlacementsSerializer, version=season.event.version)
        seasons.place_entries(event=season.event, divisions=_divisions(data), **self.command_arguments(data))
        return self.season_response()

    @extend_schema(request=serializers.PlacementsSerializer, responses={201: serializers.LeagueSerializer})
    @action(detail=True, methods=["post"], url_path="league/next")
    def start_next(self, request: Request, pk: str) -> Response:
        """Start the next season with the final divisions of this one, except for the entries in `places`."""
        season = self.season
        data = self.validated(serializers.PlacementsSerializer, version=season.event.version)
        version = self.command_arguments(data)["version"]
        next_season = seasons.start_next_season(
            league=season, by=self.actor, divisions=_divisions(data), version=version
        )
        return Response(serializers.LeagueSerializer(next_season).data, status=status.HTTP_201_CREATED)


def _divisions(data: dict[str, Any]) -> dict[int, int]:
    return {place["entry"]: place["division"] for place in data["places"]}


router = SimpleRouter()
router.register(f"{CLUB}/leagues", LeagueViewSet, basename="api-league")
router.register(f"{CLUB}/fixtures", FixtureViewSet, basename="api-fixture")
router.register("events", LeagueSeasonViewSet, basename="api-league-season")
urlpatterns = router.urls
