"""The tournaments of a club in the API, with their events."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.forms import Form
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.models import User
from tournaments.messages.names import EVENT_FORMAT_TEXTS
from tournaments.models import (
    Club,
    Tournament,
    TournamentAttachment,
    TournamentCover,
)
from tournaments.models.tournament_page import ATTACHMENT_BYTES
from tournaments.permissions import may_see
from tournaments.play.api import serializers_tournaments
from tournaments.play.api.commands import CommandViewSetMixin
from tournaments.play.api.form_serializers import read_form
from tournaments.play.api.serializers_tournaments import (
    CancelSerializer,
    EventDetailSerializer,
    TournamentDetailSerializer,
    TournamentSummarySerializer,
)
from tournaments.play.api.silenced_fields import (
    refuse_silenced_format_fields,
)
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments import forms as tournaments_forms
from tournaments.play.tournaments.commands import DRAFT_COMMANDS, TOURNAMENT_COMMANDS, CancelTournament
from tournaments.play.tournaments.forms import NewEventForm
from tournaments.play.tournaments.page_forms import CopyForm, PageTextForm
from tournaments.play.tournaments.queries import tournament_pages
from tournaments.play.tournaments.queries import tournaments as tournament_queries
from tournaments.play.tournaments.services import (
    tonight,
    tournament_copies,
    tournament_settings,
    tournaments,
    weekly_nights,
)
from tournaments.play.tournaments.services import tournament_pages as page_services
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.play.tournaments.services.tournaments import add_side_event
from tournaments.web import uploaded_images
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404

FORMAT_LABELS = {name: label for name, (label, _meaning) in EVENT_FORMAT_TEXTS.items()}


def read_forms(data: Any, *form_classes: type[Form]) -> list[Any]:
    """Return each form bound to the data. Raises `request_invalid` and `field_silenced`."""
    if FormatForm in form_classes:
        refuse_silenced_format_fields(data)
    return [read_form(form_class, data) for form_class in form_classes]


def event_settings(format_form: Any, entry_form: Any) -> dict[str, Any]:
    """Return the service arguments of a new event: its plan, match lengths and entry type."""
    lengths = format_form.cleaned_data
    return {
        "plan": format_form.plan(),
        "lengths": (lengths["length"][0], lengths["consolation_length"][0]),
        "entry_type": entry_form.entry_type(),
    }


class TournamentViewSet(CommandViewSetMixin[Tournament], ClubViewSetMixin[Tournament]):
    """The tournaments of a club."""

    queryset = Tournament.objects.none()
    serializer_class = TournamentDetailSerializer
    lookup_url_kwarg = "tournament"
    lookup_value_regex = r"[-\w]+"
    write_permission_classes = [IsDirector]
    orderings = {"-starts_at": ("-starts_at", "-id"), "starts_at": ("starts_at", "id")}
    commands = (*DRAFT_COMMANDS, *TOURNAMENT_COMMANDS)
    bodies = {CancelTournament: CancelSerializer}

    def get_command_options(self) -> dict[str, Any]:
        """Return the tournament and the author of a command."""
        return {"tournament": self._tournament(), "actor": self.actor}

    def row_response(self, serializer_class: type[Serializer[Any]], row: Any, code: int) -> Response:
        """Return a tournament as a response."""
        return make_tournament_response(row, code)

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
        request=serializers_tournaments.TournamentCreateSerializer,
        responses={201: TournamentDetailSerializer},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Create a tournament of one event: name, start, tables, format."""
        data = self.validated(serializers_tournaments.TournamentCreateSerializer)
        tournament_form, format_form, entry_form = read_forms(
            data, tournaments_forms.NewTournamentForm, FormatForm, EntryTypeForm
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
        return make_tournament_response(event.tournament, status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={201: TournamentDetailSerializer})
    @action(detail=False, methods=["post"], url_path="start-now")
    def start_now(self, request: Request, slug: str) -> Response:
        """Start tonight's tournament with the club's usual settings, or return the one not drawn yet."""
        row = tonight.start_tonight(
            club=self.club, name=gettext("Club night"), by=self.actor, now=timezone.now()
        )
        return make_tournament_response(row, status.HTTP_201_CREATED)

    def retrieve(self, request: Request, slug: str, tournament: str) -> Response:
        """Read a tournament with its events."""
        return make_tournament_response(self._tournament())

    @extend_schema(request=serializers_tournaments.TournamentUpdateSerializer(partial=True))
    def partial_update(self, request: Request, slug: str, tournament: str) -> Response:
        """Change the name, the days and the public page of a tournament; its slug stays."""
        row = self._tournament()
        data = self.validated(serializers_tournaments.TournamentUpdateSerializer, partial=True)
        days = {"name": row.name, "starts_at": row.starts_at, "ends_on": row.ends_on}
        text = PageTextForm.get_initial(tournament_pages.get_public_page(row).text)
        dates_form = read_form(tournaments_forms.TournamentDatesForm, {**days, **_pick(data, days)})
        text_form: Any = read_form(PageTextForm, {**text, **_pick(data, text)})
        with transaction.atomic():
            row = tournament_settings.update_tournament(
                tournament=row, by=self.actor, **dates_form.cleaned_data
            )
            if _pick(data, text):
                page_services.update_tournament_page(
                    tournament=row, text=text_form.page_text(), by=self.actor
                )
        return make_tournament_response(row)

    @extend_schema(
        request=serializers_tournaments.TournamentCopySerializer, responses={201: TournamentDetailSerializer}
    )
    @action(detail=True, methods=["post"])
    def copy(self, request: Request, slug: str, tournament: str) -> Response:
        """Create a tournament with the same events, fees, tables, rules and page on another day."""
        form = read_form(CopyForm, self.validated(serializers_tournaments.TournamentCopySerializer))
        row = tournament_copies.copy_tournament(
            tournament=self._tournament(), options=CopyOptions(**form.cleaned_data), by=self.actor
        )
        return make_tournament_response(row, status.HTTP_201_CREATED)

    @extend_schema(request={"multipart/form-data": serializers_tournaments.CoverUploadSerializer})
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def cover(self, request: Request, slug: str, tournament: str) -> Response:
        """Set the cover of a tournament: a JPEG, PNG or WebP image of at most 8 MB, which is re-encoded."""
        data, row = self.validated(serializers_tournaments.CoverUploadSerializer), self._tournament()
        upload = data["file"].read(uploaded_images.UPLOAD_BYTES + 1)
        page_services.set_cover(tournament=row, upload=upload, alt=data.get("alt", ""), by=self.actor)
        return make_tournament_response(row)

    @extend_schema(request=None, responses={204: None})
    @cover.mapping.delete
    def remove_cover(self, request: Request, slug: str, tournament: str) -> Response:
        """Remove the cover of a tournament."""
        page_services.remove_cover(tournament=self._tournament(), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request={"multipart/form-data": serializers_tournaments.AttachmentUploadSerializer},
        responses={201: TournamentDetailSerializer},
    )
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def attachments(self, request: Request, slug: str, tournament: str) -> Response:
        """Attach a PDF file of at most 10 MB to a tournament, which has at most five."""
        data, row = self.validated(serializers_tournaments.AttachmentUploadSerializer), self._tournament()
        upload = data["file"].read(ATTACHMENT_BYTES + 1)
        name = data.get("name") or data["file"].name
        page_services.add_attachment(tournament=row, name=name, upload=upload, by=self.actor)
        return make_tournament_response(row, status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["delete"], url_path="attachments/(?P<number>[0-9]{1,3})")
    def remove_attachment(self, request: Request, slug: str, tournament: str, number: str) -> Response:
        """Remove an attachment of a tournament."""
        page_services.remove_attachment(tournament=self._tournament(), number=int(number), by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=serializers_tournaments.EventCreateSerializer, responses={201: EventDetailSerializer}
    )
    @action(detail=True, methods=["post"])
    def events(self, request: Request, slug: str, tournament: str) -> Response:
        """Add an event to a tournament."""
        row, data = self._tournament(), self.validated(serializers_tournaments.EventCreateSerializer)
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

    @extend_schema(request=None, responses={201: serializers_tournaments.WeeklyTournamentSerializer})
    @action(detail=True, methods=["post"], url_path="repeat-weekly")
    def repeat_weekly(self, request: Request, slug: str, tournament: str) -> Response:
        """Create a weekly tournament with the settings of this one."""
        night = weekly_nights.save_night_from_tournament(tournament=self._tournament(), by=self.actor)
        return Response(
            serializers_tournaments.WeeklyTournamentSerializer(night).data, status=status.HTTP_201_CREATED
        )

    def _tournament(self) -> Tournament:
        return visible_tournament(self.club, self.kwargs["tournament"], self.account)


def visible_tournament(club: Club, slug: str, account: User | None) -> Tournament:
    """Return the tournament of a club by its slug; 404 also for a draft if the account is no official."""
    row = get_or_404(tournament_queries.tournament_by_slug(club, slug))
    return get_or_404(row if may_see(account, row) else None)


def _pick(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}


def make_tournament_response(tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
    """Return a tournament with its page, its events and the number of its players."""
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
