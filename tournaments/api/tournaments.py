"""The tournaments of a club with their events and officials, weekly tournaments, and casual matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.forms import Form
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import PROOFS, identity_of, key_of
from matches.api.serializers import MatchSerializer
from matches.models import Match, User
from matches.views import visitors
from tournaments import uploaded_images
from tournaments.api import serializers_clubs as serializers
from tournaments.api.form_serializers import read_form
from tournaments.api.permissions import IsDirector
from tournaments.api.serializers_tournaments import (
    CancelSerializer,
    EventDetailSerializer,
    RecordExportRequestSerializer,
    RecordExportSerializer,
    TournamentDetailSerializer,
    TournamentSummarySerializer,
)
from tournaments.api.silenced_fields import (
    refuse_silenced_format_fields,
    refuse_silenced_night_fields,
)
from tournaments.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404
from tournaments.forms import clubs as club_forms
from tournaments.forms import desk as forms
from tournaments.forms.plans import FormatForm, NewEventForm
from tournaments.forms.teams import EntryTypeForm
from tournaments.forms.tournament_pages import CopyForm, PageTextForm
from tournaments.messages.names import EVENT_FORMAT_TEXTS
from tournaments.models import (
    Club,
    RecordExport,
    Tournament,
    TournamentAttachment,
    TournamentCover,
    WeeklyNight,
)
from tournaments.models.tournament_page import ATTACHMENT_BYTES
from tournaments.permissions import may_see
from tournaments.queries import casual_matches as casual_match_queries
from tournaments.queries import record_exports, tournament_pages
from tournaments.queries import tournaments as tournament_queries
from tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.queries.members import get_club_players, get_official, officials_of
from tournaments.queries.office_offers import offers_of_tournament
from tournaments.registry import weekly_night_extensions
from tournaments.services import (
    casual_matches,
    office_offers,
    officials,
    tournament_copies,
    tournament_drafts,
    tournament_settings,
    tournaments,
    weekly_nights,
)
from tournaments.services import record_exports as record_export_services
from tournaments.services import tournament_pages as page_services
from tournaments.services.currency import choose_currency
from tournaments.services.tournament_copies import CopyOptions
from tournaments.services.tournaments import add_side_event

EXPORTS_PER_HOUR = 30
FORMAT_LABELS = {name: label for name, (label, _meaning) in EVENT_FORMAT_TEXTS.items()}


def read_forms(data: Any, *form_classes: type[Form]) -> list[Any]:
    """Return each form bound to the data. Raises `request_invalid` and `field_silenced`."""
    if FormatForm in form_classes:
        refuse_silenced_format_fields(data)
    return [read_form(form_class, data) for form_class in form_classes]


def _read_extensions(data: Any, currency: str) -> dict[str, Any]:
    """Return the forms that feature apps add to weekly tournaments, bound to the data, by app name."""
    return {
        name: read_form(extension.form, data, currency=currency)
        for name, extension in weekly_night_extensions.items()
    }


def event_settings(format_form: Any, entry_form: Any) -> dict[str, Any]:
    """Return the service arguments of a new event: its plan, match lengths and entry type."""
    lengths = format_form.cleaned_data
    return {
        "plan": format_form.plan(),
        "lengths": (lengths["length"][0], lengths["consolation_length"][0]),
        "entry_type": entry_form.entry_type(),
    }


class TournamentViewSet(ClubViewSetMixin[Tournament]):
    """The tournaments of a club."""

    queryset = Tournament.objects.none()
    serializer_class = TournamentDetailSerializer
    lookup_url_kwarg = "tournament"
    lookup_value_regex = r"[-\w]+"
    write_permission_classes = [IsDirector]
    # An export needs no more rights than reading the tournament, whose match files are public with it.
    action_permissions = {"export_records": ()}
    orderings = {"-starts_at": ("-starts_at", "-id"), "starts_at": ("starts_at", "id")}

    @extend_schema(responses=TournamentSummarySerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the tournaments of a club, the newest first, with events and winners."""
        page = (
            self.paginate_queryset(
                Tournament.objects.filter(tournament_queries.visible_to(self.account), club=self.club)
            )
            or ()
        )
        summaries = tournament_queries.summarise_tournaments(list(page))
        return self.get_paginated_response(TournamentSummarySerializer(summaries, many=True).data)

    @extend_schema(
        request=serializers.TournamentCreateSerializer,
        responses={201: TournamentDetailSerializer},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Create a tournament of one event: name, start, tables, format."""
        data = self.validated(serializers.TournamentCreateSerializer)
        tournament_form, format_form, entry_form = read_forms(
            data, forms.NewTournamentForm, FormatForm, EntryTypeForm
        )
        settings = tournament_form.cleaned_data
        event = tournaments.create_tournament_with_event(
            club=self.club,
            by=self.actor,
            name=settings["name"],
            starts_at=settings["starts_at"],
            setup=tournaments.TournamentSetup(settings["tables"], settings["policy"], settings["is_draft"]),
            **event_settings(format_form, entry_form),
        )
        return _detail_response(event.tournament, status.HTTP_201_CREATED)

    def retrieve(self, request: Request, slug: str, tournament: str) -> Response:
        """Read a tournament with its events."""
        return _detail_response(self._tournament())

    @extend_schema(request=serializers.TournamentUpdateSerializer(partial=True))
    def partial_update(self, request: Request, slug: str, tournament: str) -> Response:
        """Change the name, the days and the public page of a tournament; its slug stays."""
        row = self._tournament()
        data = self.validated(serializers.TournamentUpdateSerializer, partial=True)
        days = {"name": row.name, "starts_at": row.starts_at, "ends_on": row.ends_on}
        text = PageTextForm.get_initial(tournament_pages.get_public_page(row).text)
        dates_form = read_form(forms.TournamentDatesForm, {**days, **_pick(data, days)})
        text_form: Any = read_form(PageTextForm, {**text, **_pick(data, text)})
        with transaction.atomic():
            row = tournament_settings.update_tournament(
                tournament=row, by=self.actor, **dates_form.cleaned_data
            )
            if _pick(data, text):
                page_services.update_tournament_page(
                    tournament=row, text=text_form.page_text(), by=self.actor
                )
        return _detail_response(row)

    def destroy(self, request: Request, slug: str, tournament: str) -> Response:
        """Delete a tournament without results, match files and money, with its events and tables."""
        tournament_settings.delete_tournament(tournament=self._tournament(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=CancelSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, slug: str, tournament: str) -> Response:
        """Cancel a tournament: nothing is entered or played until it is reinstated."""
        data = self.validated(CancelSerializer)
        return _detail_response(
            tournament_settings.cancel_tournament(tournament=self._tournament(), by=self.actor, **data)
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, slug: str, tournament: str) -> Response:
        """Reinstate a cancelled tournament."""
        return _detail_response(
            tournament_settings.reinstate_tournament(tournament=self._tournament(), by=self.actor)
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, slug: str, tournament: str) -> Response:
        """Archive a tournament: it leaves the lists of the pages and can only be read."""
        return _detail_response(
            tournament_settings.archive_tournament(tournament=self._tournament(), by=self.actor)
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, slug: str, tournament: str) -> Response:
        """Restore a tournament from the archive."""
        return _detail_response(
            tournament_settings.restore_tournament(tournament=self._tournament(), by=self.actor)
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def publish(self, request: Request, slug: str, tournament: str) -> Response:
        """Publish a draft, so that everybody can see it."""
        return _detail_response(
            tournament_drafts.publish_tournament(tournament=self._tournament(), by=self.actor)
        )

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def hide(self, request: Request, slug: str, tournament: str) -> Response:
        """Make a tournament a draft that only its officials see, until a draw is published."""
        return _detail_response(
            tournament_drafts.hide_tournament(tournament=self._tournament(), by=self.actor)
        )

    @extend_schema(request=serializers.TournamentCopySerializer, responses={201: TournamentDetailSerializer})
    @action(detail=True, methods=["post"])
    def copy(self, request: Request, slug: str, tournament: str) -> Response:
        """Create a tournament with the same events, fees, tables, rules and page on another day."""
        form = read_form(CopyForm, self.validated(serializers.TournamentCopySerializer))
        row = tournament_copies.copy_tournament(
            tournament=self._tournament(), options=CopyOptions(**form.cleaned_data), by=self.actor
        )
        return _detail_response(row, status.HTTP_201_CREATED)

    @extend_schema(request={"multipart/form-data": serializers.CoverUploadSerializer})
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def cover(self, request: Request, slug: str, tournament: str) -> Response:
        """Set the cover of a tournament: a JPEG, PNG or WebP image of at most 8 MB, which is re-encoded."""
        data, row = self.validated(serializers.CoverUploadSerializer), self._tournament()
        upload = data["file"].read(uploaded_images.UPLOAD_BYTES + 1)
        page_services.set_cover(tournament=row, upload=upload, alt=data.get("alt", ""), by=self.actor)
        return _detail_response(row)

    @extend_schema(request=None, responses={204: None})
    @cover.mapping.delete
    def remove_cover(self, request: Request, slug: str, tournament: str) -> Response:
        """Remove the cover of a tournament."""
        page_services.remove_cover(tournament=self._tournament(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request={"multipart/form-data": serializers.AttachmentUploadSerializer},
        responses={201: TournamentDetailSerializer},
    )
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def attachments(self, request: Request, slug: str, tournament: str) -> Response:
        """Attach a PDF file of at most 10 MB to a tournament, which has at most five."""
        data, row = self.validated(serializers.AttachmentUploadSerializer), self._tournament()
        upload = data["file"].read(ATTACHMENT_BYTES + 1)
        name = data.get("name") or data["file"].name
        page_services.add_attachment(tournament=row, name=name, upload=upload, by=self.actor)
        return _detail_response(row, status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["delete"], url_path="attachments/(?P<number>[0-9]{1,3})")
    def remove_attachment(self, request: Request, slug: str, tournament: str, number: str) -> Response:
        """Remove an attachment of a tournament."""
        page_services.remove_attachment(tournament=self._tournament(), number=int(number), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=serializers.EventCreateSerializer, responses={201: EventDetailSerializer})
    @action(detail=True, methods=["post"])
    def events(self, request: Request, slug: str, tournament: str) -> Response:
        """Add an event to a tournament."""
        row, data = self._tournament(), self.validated(serializers.EventCreateSerializer)
        form = read_form(NewEventForm, data, events=tournament_queries.event_summaries(row))
        format_form, entry_form = read_forms(data, FormatForm, EntryTypeForm)
        event = add_side_event(
            tournament=row,
            name=form.cleaned_data["name"],
            default_name=str(FORMAT_LABELS[format_form.cleaned_data["scheme"]]),
            by=self.actor,
            entries_to_copy=tournament_queries.get_entries_to_copy(row, form.cleaned_data["players_of"]),
            **event_settings(format_form, entry_form),
        )
        return Response(EventDetailSerializer(event).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={201: serializers.WeeklyTournamentSerializer})
    @action(detail=True, methods=["post"], url_path="repeat-weekly")
    def repeat_weekly(self, request: Request, slug: str, tournament: str) -> Response:
        """Create a weekly tournament with the settings of this one."""
        night = weekly_nights.save_night_from_tournament(tournament=self._tournament(), by=self.actor)
        return Response(serializers.WeeklyTournamentSerializer(night).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=RecordExportRequestSerializer, responses={201: RecordExportSerializer})
    @action(detail=True, methods=["post"], url_path="record-exports")
    def export_records(self, request: Request, slug: str, tournament: str) -> Response:
        """Prepare a zip of the match files in a format; many files are converted in the background."""
        row, data = self._tournament(), self.validated(RecordExportRequestSerializer)
        visitors.throttle_identity(
            "record-export",
            request._request,
            identity_of(request),
            at=row.slug,
            limit=EXPORTS_PER_HOUR,
            seconds=3600,
        )
        export = record_export_services.request_export(
            tournament=row,
            format=data["format"],
            language=get_language() or "en",
            identity=identity_of(request),
        )
        return Response(_export_data(export), status=status.HTTP_201_CREATED)

    @extend_schema(responses=RecordExportSerializer)
    @action(detail=True, methods=["get"], url_path=r"record-exports/(?P<code>[a-z0-9]+)")
    def record_export(self, request: Request, slug: str, tournament: str, code: str) -> Response:
        """Read how far a zip of match files is."""
        export = get_or_404(record_exports.get_export(self._tournament(), code))
        return Response(_export_data(export))

    def _tournament(self) -> Tournament:
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)


class OfficialViewSet(ClubViewSetMixin[Tournament]):
    """Officials of a tournament other than the club's directors."""

    queryset = Tournament.objects.none()
    serializer_class = serializers.OfficialSerializer
    lookup_url_kwarg = "username"
    lookup_value_regex = r"[^/]{1,150}"
    permission_classes = [*ClubViewSetMixin.permission_classes, IsDirector]

    def list(self, request: Request, slug: str, tournament: str) -> Response:
        """List the officials of a tournament and pending offers."""
        return self.page_response(self._officials(), serializers.OfficialSerializer)

    @extend_schema(request=serializers.UsernameSerializer)
    def create(self, request: Request, slug: str, tournament: str) -> Response:
        """Offer a username to run a tournament; it starts on acceptance."""
        self.throttle_user_names()
        username = self.validated(serializers.UsernameSerializer)["username"]
        office_offers.offer_desk(tournament=self._tournament(), username=username, by=self.actor)
        official = {"username": username, "has_accepted": False}
        return Response(serializers.OfficialSerializer(official).data, status=status.HTTP_201_CREATED)

    def destroy(self, request: Request, slug: str, tournament: str, username: str) -> Response:
        """Dismiss an official."""
        row = self._tournament()
        officials.dismiss_official(tournament=row, user=get_official(row, username), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def row_key(row: dict[str, Any]) -> str:
        """Return the key of a row."""
        return f"{row['has_accepted']:d} {row['username']}"

    def _tournament(self) -> Tournament:
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)

    def _officials(self) -> Sequence[dict[str, Any]]:
        row = self._tournament()
        offers = offers_of_tournament(row).filter(kind="official")
        return [
            *({"username": user.get_username(), "has_accepted": True} for user, _ in officials_of(row)),
            *({"username": offer.username, "has_accepted": False} for offer in offers),
        ]


class WeeklyTournamentViewSet(ClubViewSetMixin[WeeklyNight]):
    """The weekly tournaments of a club, each a template of tournaments on the same weekday."""

    queryset = WeeklyNight.objects.none()
    serializer_class = serializers.WeeklyTournamentSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    write_permission_classes = [IsDirector]

    def list(self, request: Request, slug: str) -> Response:
        """List the weekly tournaments."""
        return self.page_response(
            weekly_night_queries.get_nights(self.club), serializers.WeeklyTournamentSerializer
        )

    @extend_schema(request=serializers.WeeklyCreateSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Create a weekly tournament: day, time, tables, format, entry fee."""
        data = self.validated(serializers.WeeklyCreateSerializer)
        form, format_form, entry_form = read_forms(
            data, club_forms.WeeklyNightForm, FormatForm, EntryTypeForm
        )
        extensions = _read_extensions(data, choose_currency(form.cleaned_data["currency"]))
        template = club_forms.build_template(form, format_form, entry_form, extensions)
        night = weekly_nights.save_night(club=self.club, template=template, by=self.actor)
        return Response(serializers.WeeklyTournamentSerializer(night).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=serializers.WeeklyUpdateSerializer)
    def update(self, request: Request, slug: str, number: str) -> Response:
        """Change a weekly tournament from now on; its format changes only if `anew` is set."""
        night, data = self._night(), self.validated(serializers.WeeklyUpdateSerializer)
        stated: Any = request.data
        refuse_silenced_night_fields(stated, is_new_format=bool(data.get("anew")))
        form, format_form, entry_form = read_forms(
            data, club_forms.WeeklyNightChangeForm, FormatForm, EntryTypeForm
        )
        extensions = _read_extensions(data, form.cleaned_data["currency"] or night.currency)
        template = club_forms.build_changed_template(night, form, format_form, entry_form, extensions)
        changed = weekly_nights.change_night(night=night, template=template, by=self.actor)
        return Response(serializers.WeeklyTournamentSerializer(changed).data)

    def destroy(self, request: Request, slug: str, number: str) -> Response:
        """End a weekly tournament."""
        weekly_nights.end_night(night=self._night(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={201: TournamentDetailSerializer})
    @action(detail=True, methods=["post"])
    def start(self, request: Request, slug: str, number: str) -> Response:
        """Start this week's tournament; the response has its events."""
        tournament = weekly_nights.start_night(night=self._night(), by=self.actor, now=timezone.now())
        return _detail_response(tournament, status.HTTP_201_CREATED)

    @extend_schema(request=serializers.WeekSerializer)
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, slug: str, number: str) -> Response:
        """Skip a week."""
        night, week = self._night(), self.validated(serializers.WeekSerializer)
        weekly_nights.skip_night(night=night, day=week["day"], reason=week.get("reason", ""), by=self.actor)
        return Response(serializers.WeeklyTournamentSerializer(night).data)

    @extend_schema(request=serializers.WeekSerializer)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, slug: str, number: str) -> Response:
        """Restore a skipped week."""
        night = self._night()
        weekly_nights.restore_night(
            night=night, day=self.validated(serializers.WeekSerializer)["day"], by=self.actor
        )
        return Response(serializers.WeeklyTournamentSerializer(night).data)

    @staticmethod
    def row_key(row: WeeklyNight) -> str:
        """Return the key of a row."""
        return str(row.pk)

    def _night(self) -> WeeklyNight:
        rows = WeeklyNight.objects.select_related("club__desk").filter(club=self.club)
        return get_or_404(rows.filter(pk=int(self.kwargs["number"])).first())


class CasualMatchViewSet(ClubViewSetMixin[Match]):
    """Casual matches of a club that are in play."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer

    def list(self, request: Request, slug: str) -> Response:
        """List the casual matches in play."""
        return self.page_response(
            [row.match for row in casual_match_queries.open_matches(self.club)], MatchSerializer
        )

    @extend_schema(request=serializers.CasualMatchCreateSerializer, parameters=PROOFS)
    def create(self, request: Request, slug: str) -> Response:
        """Start a casual match of two members: by the desk, or by one of the two if allowed."""
        data = self.validated(serializers.CasualMatchCreateSerializer)
        people = {player.code: player for player in get_club_players(self.club)}
        white, black = (get_or_404(people.get(data[side])) for side in ("white", "black"))
        row = casual_matches.open_casual_match(
            club=self.club,
            white=white,
            black=black,
            length=data["length"],
            identity=identity_of(request),
            key=key_of(request),
        )
        return Response(MatchSerializer(row.match).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: Match) -> str:
        """Return the key of a row."""
        return row.code


def visible_tournament(club: Club, slug: str, account: User | None) -> Tournament:
    """Return the tournament of a club by its slug; 404 also for a draft if the account is no official."""
    row = get_or_404(tournament_queries.tournament_by_slug(club, slug))
    return get_or_404(row if may_see(account, row) else None)


def _pick(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}


def _detail_response(tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
    public_page = tournament_pages.get_public_page(tournament)
    names = (
        *("slug", "name", "starts_at", "ends_on", "currency"),
        *("is_draft", "cancelled_at", "cancel_reason", "archived_at", "club", "desk"),
    )
    summary = tournament_queries.summarise_tournaments([tournament])[0]
    data = {
        **{name: getattr(tournament, name) for name in names},
        **PageTextForm.get_initial(public_page.text),
        "attachments": [_attachment_data(tournament, file) for file in public_page.attachments],
        "cover": _cover_data(tournament, public_page.cover),
        "events": tournament_queries.events_of(tournament),
        "policy": tournament.desk.confirm_policy,
        "tables": tournament.desk.tables.count(),
        "players": summary.players,
        "signed_up": summary.signed_up,
        "winners": summary.winners,
    }
    return Response(TournamentDetailSerializer(data).data, status=code)


def _export_data(export: RecordExport) -> dict[str, Any]:
    status = record_exports.get_status(export)
    tournament = export.tournament
    arguments = [tournament.club.slug, tournament.slug, export.code]
    is_ready = export.is_done and not status.is_outdated
    path = reverse("record-export-file", args=arguments) if is_ready else None
    fields = ("code", "format", "state", "records", "left_out")
    data = {name: getattr(export, name) for name in fields}
    data |= {"percent": status.percent, "is_outdated": status.is_outdated, "path": path}
    return dict(RecordExportSerializer(data).data)


def _attachment_data(tournament: Tournament, file: TournamentAttachment) -> dict[str, Any]:
    arguments = [tournament.club.slug, tournament.slug, file.number]
    return {
        "number": file.number,
        "name": file.name,
        "size": file.size,
        "path": reverse("tournament-attachment", args=arguments),
    }


def _cover_data(tournament: Tournament, cover: TournamentCover | None) -> dict[str, Any] | None:
    if cover is None:
        return None
    path = reverse("tournament-cover", args=[tournament.club.slug, tournament.slug])
    return {"alt": cover.alt, "width": cover.width, "height": cover.height, "path": path}
