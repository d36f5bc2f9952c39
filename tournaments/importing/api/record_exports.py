"""Zips of the match files of a tournament in the API."""

from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import identity_of
from matches.views import visitors
from tournaments.importing.api.serializers import RecordExportRequestSerializer, RecordExportSerializer
from tournaments.importing.queries import record_exports as queries
from tournaments.importing.services import record_exports as services
from tournaments.models import RecordExport, Tournament
from tournaments.play.api.tournaments import visible_tournament
from tournaments.web.api.viewsets import ClubViewSetMixin, get_or_404

EXPORTS_PER_HOUR = 30


class RecordExportViewSet(ClubViewSetMixin[Tournament]):
    """The zips of match files of a tournament.

    One needs no more rights than reading the tournament, whose match files are public with it.
    """

    queryset = Tournament.objects.none()
    serializer_class = RecordExportSerializer
    collections = ("tournaments",)
    lookup_url_kwarg = "tournament"
    lookup_value_regex = r"[-\w]+"

    @extend_schema(request=RecordExportRequestSerializer, responses={201: RecordExportSerializer})
    @action(detail=True, methods=["post"], url_path="record-exports")
    def export_records(self, request: Request, slug: str, tournament: str) -> Response:
        """Prepare a zip of the match files in a format; many files are converted in the background."""
        row, data = (
            visible_tournament(self.club, tournament, self.account),
            self.validated(RecordExportRequestSerializer),
        )
        visitors.throttle_identity(
            "record-export",
            request._request,
            identity_of(request),
            at=row.slug,
            limit=EXPORTS_PER_HOUR,
            seconds=3600,
        )
        export = services.request_export(
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
        export = get_or_404(queries.get_export(visible_tournament(self.club, tournament, self.account), code))
        return Response(_export_data(export))


def _export_data(export: RecordExport) -> dict[str, Any]:
    status = queries.get_status(export)
    tournament = export.tournament
    arguments = [tournament.club.slug, tournament.slug, export.code]
    is_ready = export.is_done and not status.is_outdated
    path = reverse("record-export-file", args=arguments) if is_ready else None
    fields = ("code", "format", "state", "records", "left_out")
    data = {name: getattr(export, name) for name in fields}
    data |= {"percent": status.percent, "is_outdated": status.is_outdated, "path": path}
    return dict(RecordExportSerializer(data).data)
