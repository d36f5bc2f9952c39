"""Weekly tournaments of a club in the API."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.actors import Identity
from matches.api.authentication import PROOFS, identity_of
from tournaments.models import WeeklyNight
from tournaments.permissions import may_direct
from tournaments.play.api import serializers_tournaments
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.serializers_tournaments import TournamentDetailSerializer
from tournaments.play.api.silenced_fields import refuse_silenced_night_fields
from tournaments.play.api.tournaments import make_tournament_response, read_forms
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments import limits, weekly_night_forms
from tournaments.play.tournaments.queries import expected_players
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.queries.expected_players import ExpectedList
from tournaments.play.tournaments.services import expected_players as expected_player_services
from tournaments.play.tournaments.services import weekly_nights
from tournaments.play.tournaments.services.currency import choose_currency
from tournaments.registry import weekly_night_extensions
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404


def _read_extensions(data: Any, currency: str) -> dict[str, Any]:
    """Return the forms that feature apps add to weekly tournaments, bound to the data, by app name."""
    return {
        name: read_form(extension.form, data, currency=currency)
        for name, extension in weekly_night_extensions.items()
    }


def _list_readable(open_list: ExpectedList, identity: Identity) -> list[dict[str, Any]]:
    """Return the people that the caller may read: a director all of them, others their own."""
    if may_direct(identity.user, open_list.night.club):
        rows = [(person, person.number, person.name) for person in open_list.people]
    else:
        own_places = expected_players.find_own_places(open_list.people, identity)
        rows = [(own.person, own.row.pk, own.name or own.person.name) for own in own_places]
    return [
        {"number": number, "name": name, "place": person.place, "is_waiting": person.is_waiting}
        for person, number, name in rows
    ]


class WeeklyTournamentViewSet(ClubViewSetMixin[WeeklyNight]):
    """The weekly tournaments of a club, each a template of tournaments on the same weekday."""

    queryset = WeeklyNight.objects.none()
    serializer_class = serializers_tournaments.WeeklyTournamentSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsDirector]
    action_permissions = {"join_list": [], "leave_list": []}

    def list(self, request: Request, slug: str) -> Response:
        """List the weekly tournaments."""
        return self.page_response(
            weekly_night_queries.get_nights(self.club), serializers_tournaments.WeeklyTournamentSerializer
        )

    @extend_schema(request=serializers_tournaments.WeeklyCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create a weekly tournament: day, time, tables, format, entry fee."""
        data = self.validated(serializers_tournaments.WeeklyCreateSerializer)
        form, format_form, entry_form = read_forms(
            data, weekly_night_forms.WeeklyNightForm, FormatForm, EntryTypeForm
        )
        extensions = _read_extensions(data, choose_currency(form.cleaned_data["currency"]))
        template = weekly_night_forms.build_template(form, format_form, entry_form, extensions)
        night = weekly_nights.save_night(club=self.club, template=template, by=self.actor)
        return Response(
            serializers_tournaments.WeeklyTournamentSerializer(night).data, status=status.HTTP_201_CREATED
        )

    @extend_schema(request=serializers_tournaments.WeeklyUpdateSerializer)
    def update(self, request: Request, slug: str, number: str) -> Response:
        """Change a weekly tournament from now on; its format changes only if `anew` is set."""
        night, data = self._night(), self.validated(serializers_tournaments.WeeklyUpdateSerializer)
        stated: Any = request.data
        refuse_silenced_night_fields(stated, is_new_format=bool(data.get("anew")))
        form, format_form, entry_form = read_forms(
            data, weekly_night_forms.WeeklyNightChangeForm, FormatForm, EntryTypeForm
        )
        extensions = _read_extensions(data, form.cleaned_data["currency"] or night.currency)
        template = weekly_night_forms.build_changed_template(night, form, format_form, entry_form, extensions)
        changed = weekly_nights.change_night(night=night, template=template, by=self.actor)
        return Response(serializers_tournaments.WeeklyTournamentSerializer(changed).data)

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """End a weekly tournament."""
        weekly_nights.end_night(night=self._night(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={201: TournamentDetailSerializer})
    @action(detail=True, methods=["post"])
    def start(self, request: Request, slug: str, number: str) -> Response:
        """Start this week's tournament; the response has its events."""
        tournament = weekly_nights.start_night(night=self._night(), by=self.actor, now=timezone.now())
        return make_tournament_response(tournament, status.HTTP_201_CREATED)

    @extend_schema(request=serializers_tournaments.WeekSerializer)
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, slug: str, number: str) -> Response:
        """Skip a week."""
        night, week = self._night(), self.validated(serializers_tournaments.WeekSerializer)
        weekly_nights.skip_night(night=night, day=week["day"], reason=week.get("reason", ""), by=self.actor)
        return Response(serializers_tournaments.WeeklyTournamentSerializer(night).data)

    @extend_schema(request=serializers_tournaments.WeekSerializer)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, slug: str, number: str) -> Response:
        """Restore a skipped week."""
        night = self._night()
        weekly_nights.restore_night(
            night=night, day=self.validated(serializers_tournaments.WeekSerializer)["day"], by=self.actor
        )
        return Response(serializers_tournaments.WeeklyTournamentSerializer(night).data)

    @extend_schema(
        methods=["GET"], parameters=PROOFS, responses=serializers_tournaments.ExpectedListSerializer
    )
    @extend_schema(
        methods=["POST"],
        parameters=PROOFS,
        request=serializers_tournaments.ComingSerializer,
        responses={201: serializers_tournaments.ExpectedListSerializer},
    )
    @action(detail=True, methods=["get", "post"], url_path="coming", pagination_class=None)
    def join_list(self, request: Request, slug: str, number: str) -> Response:
        """Read how many come to the next date, or put somebody on its list, with or without an account."""
        night, identity = self._active_night(), identity_of(request)
        if request.method == "POST":
            data = self.validated(serializers_tournaments.ComingSerializer)
            limits.throttle_coming(request._request, identity, night)
            expected_player_services.expect_player(
                night=night,
                day=data["day"],
                name=data.get("name", ""),
                identity=identity,
                now=timezone.now(),
            )
        open_list = get_or_404(expected_players.get_open_list(night, timezone.now()))
        body = serializers_tournaments.ExpectedListSerializer(
            open_list, context={"people": _list_readable(open_list, identity)}
        )
        code = status.HTTP_201_CREATED if request.method == "POST" else status.HTTP_200_OK
        return Response(body.data, status=code)

    @extend_schema(parameters=PROOFS, responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"coming/(?P<expected>{ID_PATTERN})")
    def leave_list(self, request: Request, slug: str, number: str, expected: str) -> Response:
        """Take a person off the list: who put them there, who is that person, or a director."""
        night, identity = self._active_night(), identity_of(request)
        limits.throttle_coming(request._request, identity, night)
        expected_player_services.remove_expected_player(night=night, number=int(expected), identity=identity)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=serializers_tournaments.IdentifySerializer, responses={204: None})
    @leave_list.mapping.patch
    def identify_on_list(self, request: Request, slug: str, number: str, expected: str) -> Response:
        """Say which member a name on the list means, as a director; the place stays."""
        data = self.validated(serializers_tournaments.IdentifySerializer)
        expected_player_services.identify_expected_player(
            night=self._active_night(),
            number=int(expected),
            player=data["player"],
            by=self.actor,
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: WeeklyNight) -> str:
        """Return the key of a row."""
        return str(row.pk)

    def _night(self) -> WeeklyNight:
        rows = WeeklyNight.objects.select_related("club__desk").filter(club=self.club)
        return get_or_404(rows.filter(pk=int(self.kwargs["number"])).first())

    def _active_night(self) -> WeeklyNight:
        night = self._night()
        return get_or_404(night if night.ended_at is None else None)
