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
from tournaments.leagues import forms, queries, serializers
from tournaments.leagues.models import Arrangement, LeagueSeason
from tournaments.leagues.services import arrangements, fixtures, seasons
from tournaments.models import Event
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.journal_responses import journal_response
from tournaments.play.api.serializers_events import JournalEntrySerializer
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import CLUB, EVENT, ClubViewSetMixin, EventViewSetMixin, get_or_404


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


class FixtureViewSet(ClubViewSetMixin[Match]):
    """The open league matches of the requesting player, by account or badge."""

    queryset = Match.objects.none()
    serializer_class = serializers.FixtureSerializer
    lookup_url_kwarg = "match"
    lookup_value_regex = r"[-\w]+"

    @extend_schema(parameters=PROOFS)
    def list(self, request: Request, slug: str) -> Response:
        """List the open league matches of the requesting player, the next deadline first."""
        rows = queries.list_fixtures(identity_of(request), self.club, timezone.localdate())
        return self.page_response(rows, serializers.FixtureSerializer)

    @extend_schema(
        request=serializers.ProposalSerializer,
        responses={201: serializers.ArrangementSerializer},
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"])
    def propose(self, request: Request, slug: str, match: str) -> Response:
        """Propose a time to the other player, or write a note."""
        row = self._match()
        form = read_form(
            forms.ProposalForm, {**self.validated(serializers.ProposalSerializer), "match": row.code}
        )
        arrangement = arrangements.propose_time(
            match=row,
            identity=identity_of(request),
            play_at=form.cleaned_data["play_at"],
            note=form.cleaned_data["note"],
        )
        return Response(serializers.ArrangementSerializer(arrangement).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.AgreementSerializer,
        responses=serializers.ArrangementSerializer,
        parameters=PROOFS,
    )
    @action(detail=True, methods=["post"])
    def agree(self, request: Request, slug: str, match: str) -> Response:
        """Accept the time the other player proposed."""
        row = self._match()
        number = self.validated(serializers.AgreementSerializer)["arrangement"]
        rows = Arrangement.objects.select_related("match", "by").filter(match=row, pk=number)
        arrangement = arrangements.accept_proposal(
            arrangement=get_or_404(rows.first()), identity=identity_of(request)
        )
        return Response(serializers.ArrangementSerializer(arrangement).data)

    @staticmethod
    def row_key(row: queries.Fixture) -> str:
        """Return the key of a fixture."""
        return row.match.code

    def _match(self) -> Match:
        return get_or_404(queries.list_league_matches(self.club).filter(code=self.kwargs["match"]).first())


class LeagueEventMixin(EventViewSetMixin[Event]):
    """An event that is a league season."""

    queryset = Event.objects.none()
    write_permission_classes = [IsDirector]

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


class LeagueSeasonViewSet(LeagueEventMixin):
    """A league season: its days, divisions, deadlines and play-offs."""

    serializer_class = serializers.LeagueSeasonSerializer

    @action(detail=True, url_path="league")
    def season_detail(self, request: Request, pk: str) -> Response:
        """Read a season: divisions, open matches with their deadlines, and next placements."""
        return self.season_response()

    @extend_schema(request=serializers.SeasonSpanSerializer)
    @season_detail.mapping.put
    def reschedule(self, request: Request, pk: str) -> Response:
        """Change the days of a season before it begins."""
        season, data = self.season, self.validated(serializers.SeasonSpanSerializer)
        form: Any = read_form(forms.SpanForm, data)
        seasons.reschedule_season(event=season.event, span=form.span(), by=self.actor)
        return self.season_response()

    @extend_schema(request=serializers.PlacementsSerializer)
    @action(detail=True, methods=["put"], url_path="league/divisions")
    def divisions(self, request: Request, pk: str) -> Response:
        """Set the division of entries, before the season begins."""
        season = self.season
        data = self.validated(serializers.PlacementsSerializer, version=season.event.version)
        seasons.place_entries(event=season.event, divisions=_divisions(data), **self.command_arguments(data))
        return self.season_response()

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="league/begin")
    def begin(self, request: Request, pk: str) -> Response:
        """Draw and publish all divisions."""
        seasons.publish_season(event=self.season.event, **self.command_arguments())
        return self.season_response()

    @extend_schema(request=serializers.RoundDeadlineSerializer, responses={201: JournalEntrySerializer})
    @action(detail=True, methods=["post"], url_path="league/deadlines")
    def deadlines(self, request: Request, pk: str) -> Response:
        """Change the deadline of a round of a division."""
        season = self.season
        data = self.validated(serializers.RoundDeadlineSerializer, version=season.event.version)
        entry = fixtures.move_round_deadline(
            event=season.event,
            flight=data["flight"],
            number=data["round"],
            until=data["until"],
            is_after_season=data.get("is_after_season", False),
            **self.command_arguments(data),
        )
        return journal_response(entry)

    @extend_schema(request=serializers.PlayoffDeadlineSerializer)
    @action(detail=True, methods=["post"], url_path="league/playoffs")
    def playoffs(self, request: Request, pk: str) -> Response:
        """Draw the play-offs between divisions, with a deadline."""
        season = self.season
        data = self.validated(serializers.PlayoffDeadlineSerializer, version=season.event.version)
        version = self.command_arguments(data)["version"]
        seasons.draw_playoffs(event=season.event, until=data["until"], by=self.actor, version=version)
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


class LeagueFixtureViewSet(LeagueEventMixin):
    """The unplayed matches of a season."""

    serializer_class = serializers.LeagueSeasonSerializer
    lookup_url_kwarg = "pairing"
    lookup_value_regex = r"[-\w.]+"

    @extend_schema(request=serializers.FixtureDeadlineSerializer, responses=JournalEntrySerializer)
    def update(self, request: Request, pk: str, pairing: str) -> Response:
        """Change the deadline of a match."""
        season = self.season
        data = self.validated(serializers.FixtureDeadlineSerializer, version=season.event.version)
        entry = fixtures.extend_deadline(
            event=season.event,
            pairing=pairing,
            until=data["until"],
            is_after_season=data.get("is_after_season", False),
            **self.command_arguments(data),
        )
        return journal_response(entry, status.HTTP_200_OK)

    @extend_schema(request=serializers.FixtureVerdictSerializer)
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, pk: str, pairing: str) -> Response:
        """Decide an unplayed match: "both" lose, "void", or "entry-7" wins it."""
        season = self.season
        data = self.validated(serializers.FixtureVerdictSerializer, version=season.event.version)
        form = read_form(forms.VerdictForm, {**data, "pairing": pairing})
        command, verdict = self.command_arguments(data), form.cleaned_data["verdict"]
        fixture = {
            "event": season.event,
            "pairing": pairing,
            "reason": form.cleaned_data["reason"],
            "by": command["by"],
            "version": command["version"],
        }
        if verdict == "both":
            fixtures.record_double_loss(**fixture)
        elif verdict == "void":
            fixtures.void_fixture(key=command["key"], **fixture)
        else:
            fixtures.award_walkover(winner=int(verdict.removeprefix("entry-")), **fixture)
        return self.season_response()


def _divisions(data: dict[str, Any]) -> dict[int, int]:
    return {place["entry"]: place["division"] for place in data["places"]}


router = SimpleRouter()
router.register(f"{CLUB}/leagues", LeagueViewSet, basename="api-league")
router.register(f"{CLUB}/fixtures", FixtureViewSet, basename="api-fixture")
router.register("events", LeagueSeasonViewSet, basename="api-league-season")
router.register(f"{EVENT}/league/fixtures", LeagueFixtureViewSet, basename="api-league-fixture")
urlpatterns = router.urls
