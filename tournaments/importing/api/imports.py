"""Imports into a club in the API: earlier results, lists of members, event files and Swiss reports."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.viewsets import PlainJSON
from rules.errors import Refusal
from tournaments.exchange import event_file, text_files, trf
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.chosen_columns import list_unused
from tournaments.exchange.lists.headings import ONE, OTHER
from tournaments.exchange.lists.list_results import OFFERED_ROLES, USED_ROLES, NewResults, select_results
from tournaments.exchange.lists.names_by_row import name_rows
from tournaments.exchange.lists.new_members import USED_OF_MEMBERS, select_members
from tournaments.exchange.lists.reading import MEMBERS, RESULTS
from tournaments.exchange.past_results import ParsedResults, WholeTable
from tournaments.importing.api import serializers as api_serializers
from tournaments.importing.forms.imports import MAX_REPORT_LENGTH
from tournaments.importing.forms.imports import MOST_FILE_BYTES as MOST_EVENT_BYTES
from tournaments.importing.queries import imports, listed_names
from tournaments.importing.queries.bracketed_names import drop_seeds
from tournaments.importing.queries.imports import get_import_status, import_by_code
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.importing.services import history_import, member_enrolment
from tournaments.importing.services import imports as import_services
from tournaments.importing.services.event_files import import_event_file
from tournaments.importing.services.imports import ImportedList
from tournaments.importing.services.listed_fees import FeesOfList
from tournaments.importing.services.listed_records import get_own_fields, list_row_notes
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.lookups import list_known_names
from tournaments.models import Club, FileImport, PastImport
from tournaments.models.imports import REPORT_AT_ONCE, RESULTS_AT_ONCE
from tournaments.play.api.serializers_tournaments import EventSerializer
from tournaments.web.api.lists import UploadedList, check_questions, read_uploaded_list
from tournaments.web.api.permissions import IsDirector, IsManager
from tournaments.web.api.uploads import multipart
from tournaments.web.api.viewsets import ID_PATTERN, ClubViewSetMixin, get_or_404
from tournaments.web.list_messages import describe_fault

CODE = OpenApiParameter("code", str, OpenApiParameter.PATH)
TASK_STARTED = {202: api_serializers.FileImportSerializer}


class ImportViewSet(ClubViewSetMixin[PastImport]):
    """Imports into a club. A large file is imported by a Celery task, and answered with 202."""

    queryset = PastImport.objects.none()
    serializer_class = api_serializers.ImportSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = ID_PATTERN
    permission_classes = [*ClubViewSetMixin.permission_classes, IsManager]
    parser_classes = [MultiPartParser]

    def list(self, request: Request, slug: str) -> Response:
        """List the imported files of results, the latest first."""
        return self.page_response(imports.files_of(self.club), api_serializers.ImportSerializer)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], parser_classes=[PlainJSON])
    def undo(self, request: Request, slug: str, number: str) -> Response:
        """Undo an import of results: its matches are void."""
        rows = PastImport.objects.select_related("club").filter(club=self.club, pk=int(number))
        batch = history_import.undo_import(batch=get_or_404(rows.first()), by=self.actor)
        return Response(api_serializers.ImportSerializer(batch).data)

    @extend_schema(parameters=[CODE], responses=api_serializers.FileImportSerializer)
    @action(detail=False, url_path="tasks/(?P<code>[a-z0-9]{1,16})")
    def task(self, request: Request, slug: str, code: str) -> Response:
        """Read the progress of an import answered with 202, and its result."""
        row = get_or_404(import_by_code(self.club, code))
        return Response(api_serializers.FileImportSerializer(get_import_status(row)).data)

    @extend_schema(
        request=multipart(api_serializers.ResultsImportSerializer),
        responses={201: api_serializers.ImportSerializer, **TASK_STARTED},
    )
    @action(detail=False, methods=["post"], prepare="prepare_results")
    def results(self, request: Request, slug: str) -> Response:
        """Import results of earlier years, all or nothing; a large file is imported by a task."""
        if not hasattr(self, "_write_results"):
            self.prepare_results(request)
        imported = self._write_results()
        if isinstance(imported, FileImport):
            return task_response(imported)
        return Response(api_serializers.ImportSerializer(imported).data, status=status.HTTP_201_CREATED)

    def prepare_results(self, request: Request, **kwargs: Any) -> None:
        """Read the file and match its names, before the transaction of `results` takes locks.

        Raises `list_questions_open` and `past_unready`.
        """
        data = self.validated(api_serializers.ResultsImportSerializer)
        uploaded, common, new_results = _read_results(self.club, data)
        check_questions(new_results.questions)
        if not new_results.is_ready:
            raise Refusal("past_unready", faults=len(new_results.results.faults))
        arguments = {
            "club": self.club,
            "name": data["file"].name,
            "choices": _choices(data),
            "with_known": data["with_known"],
            "by": self.actor,
        }
        results_list = ImportedList(uploaded.text, uploaded.answers, common)
        self._write_results = self._results_writer(results_list, new_results.results, arguments)

    @staticmethod
    def row_key(row: PastImport) -> str:
        """Return the key of a row."""
        return str(row.pk)

    def _results_writer(
        self, results_list: ImportedList, results: ParsedResults, arguments: dict[str, Any]
    ) -> Callable[[], PastImport | FileImport]:
        """Return the function that writes the results, or starts the task that does."""
        if results.row_count > RESULTS_AT_ONCE:
            return lambda: import_services.enqueue_results_import(results_list=results_list, **arguments)
        prepared = history_import.prepare_import(results=results, **arguments)
        return lambda: history_import.write_import(club=self.club, prepared_import=prepared, by=self.actor)

    @extend_schema(
        request=multipart(api_serializers.ResultsPreviewRequestSerializer),
        responses=api_serializers.ResultsPreviewSerializer,
    )
    @action(detail=False, methods=["post"], url_path="results/preview", is_dry=True)
    def preview_results(self, request: Request, slug: str) -> Response:
        """Preview the content of a results file, and candidates for its names. Nothing is written."""
        request_data = self.validated(api_serializers.ResultsPreviewRequestSerializer)
        uploaded, _common, new_results = _read_results(self.club, request_data)
        results = new_results.results
        preview = imports.preview_past_results(self.club, results, choices=_choices(request_data))
        stored_results = preview.known_results.known
        players = (ONE, OTHER) if new_results.is_without_players else ()
        data = {
            **uploaded.describe(),
            "missing": (*results.missing, *players),
            "questions": new_results.questions,
            **{name: getattr(results, name) for name in ("rows", "places", "points", "without_score")},
            "left_out": new_results.left_out,
            "unused": list_unused(uploaded.reading, USED_ROLES),
            "hidden_rows": uploaded.hidden_rows,
            "faults": [
                {
                    "line": fault.line,
                    "sheet": fault.sheet,
                    "code": fault.code,
                    "sentence": describe_fault(fault),
                }
                for fault in results.faults
            ],
            **{
                name: getattr(preview, name)
                for name in ("names", "first", "last", "evenings", "here", "differing")
            },
            "known_rows": stored_results.rows,
            "known_places": stored_results.places,
            "known_points": stored_results.points,
            "is_ready": new_results.is_ready,
        }
        return Response(api_serializers.ResultsPreviewSerializer(data).data)

    @extend_schema(
        request=multipart(api_serializers.MembersImportSerializer),
        responses={201: api_serializers.ImportedMembersSerializer},
    )
    @action(detail=False, methods=["post"])
    def players(self, request: Request, slug: str) -> Response:
        """Add the people of a list as members: all of them, or none if one cannot be added."""
        data = self.validated(api_serializers.MembersImportSerializer)
        uploaded = _read_members(self.club, data)
        members = select_members(uploaded.reading, uploaded.answers)
        check_questions(members.questions)
        choices = _choices(data)
        names = listed_names.match_listed_people(self.club, members.people)
        enrolled = member_enrolment.enrol_people(
            club=self.club,
            people=members.people,
            choices=choices,
            distinctions=imports.propose_distinctions(members.people, names, choices),
            fees=_read_fees(data),
            list_name=data["file"].name,
            by=self.actor,
        )
        data = {
            "count": enrolled.members,
            "former": enrolled.former,
            "unchanged": [player.desk_name for player in enrolled.unchanged],
            "fees": enrolled.fees,
            "own_fees": enrolled.own_fees,
            "fees_left_out": enrolled.exceeding,
            "hidden_rows": uploaded.hidden_rows,
        }
        answer = api_serializers.ImportedMembersSerializer(data)
        return Response(answer.data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=api_serializers.MemberListSerializer(many=True))
    @players.mapping.get
    def list_players(self, request: Request, slug: str) -> Response:
        """List the imported lists of members, the latest first."""
        return self.page_response(get_member_lists(self.club), api_serializers.MemberListSerializer)

    @extend_schema(
        request=api_serializers.MemberListWithdrawalSerializer,
        responses=api_serializers.UndoneMemberListSerializer,
    )
    @action(
        detail=False,
        methods=["post"],
        url_path=f"players/(?P<number>{ID_PATTERN})/undo",
        parser_classes=[PlainJSON],
    )
    def undo_players(self, request: Request, slug: str, number: str) -> Response:
        """Remove the members whom a list brought to the club; the answer says who stays, and why."""
        data = self.validated(api_serializers.MemberListWithdrawalSerializer)
        log_entry = get_or_404(get_member_lists(self.club).filter(pk=int(number)).first())
        undone = undo_member_list(log_entry=log_entry, by=self.actor, keep_fees=data["keep_fees"])
        return Response(api_serializers.UndoneMemberListSerializer(undone).data)

    @extend_schema(
        request=multipart(api_serializers.MembersPreviewRequestSerializer),
        responses=api_serializers.MembersPreviewSerializer,
    )
    @action(detail=False, methods=["post"], url_path="players/preview", is_dry=True)
    def preview_players(self, request: Request, slug: str) -> Response:
        """Preview candidates for the names of a list. Nothing is written."""
        data = self.validated(api_serializers.MembersPreviewRequestSerializer)
        uploaded = _read_members(self.club, data)
        members = select_members(uploaded.reading, uploaded.answers)
        names = listed_names.match_listed_people(self.club, members.people)
        data = {
            **uploaded.describe(),
            "hidden_rows": uploaded.hidden_rows,
            "questions": members.questions,
            "names": names,
            "left_out": members.left_out,
            "unused": list_unused(uploaded.reading, USED_OF_MEMBERS | get_own_fields(self.club).keys()),
            "former": [number for number, person in enumerate(members.people) if person.is_former],
            "notes": list_row_notes(
                club=self.club,
                people=members.people,
                players={one.number: one.player.pk for one in names if one.player},
                today=timezone.localdate(),
            ),
        }
        return Response(api_serializers.MembersPreviewSerializer(data).data)

    @extend_schema(request=multipart(api_serializers.FileSerializer), responses={201: EventSerializer})
    @action(
        detail=False, methods=["post"], permission_classes=[*ClubViewSetMixin.permission_classes, IsDirector]
    )
    def events(self, request: Request, slug: str) -> Response:
        """Import an event file as a new event, or as the continuation of an event of this club."""
        data = self.validated(api_serializers.FileSerializer)["file"].read(MOST_EVENT_BYTES + 1)
        file = event_file.read(data)
        event = import_event_file(club=self.club, file=file, by=self.actor)
        return Response(EventSerializer(event).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=multipart(api_serializers.ReportImportSerializer),
        responses={201: EventSerializer, **TASK_STARTED},
    )
    @action(
        detail=False, methods=["post"], permission_classes=[*ClubViewSetMixin.permission_classes, IsDirector]
    )
    def reports(self, request: Request, slug: str) -> Response:
        """Create an event from a Swiss report (TRF) of another program; a large one is imported by a task."""
        data = self.validated(api_serializers.ReportImportSerializer)
        text, length = _report_text(data), data["length"]
        report = trf.read(text)
        if imports.count_report_results(report) > REPORT_AT_ONCE:
            return task_response(
                import_services.enqueue_report_import(
                    club=self.club, text=text.decode(), length=length, by=self.actor
                )
            )
        event = import_services.import_report(club=self.club, report=report, length=length, by=self.actor)
        return Response(EventSerializer(event).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=multipart(api_serializers.ReportImportSerializer),
        responses=api_serializers.ReportPreviewSerializer,
    )
    @action(
        detail=False,
        methods=["post"],
        url_path="reports/preview",
        is_dry=True,
        permission_classes=[*ClubViewSetMixin.permission_classes, IsDirector],
    )
    def preview_report(self, request: Request, slug: str) -> Response:
        """Preview the event of a report. Nothing is written."""
        report = trf.read(_report_text(self.validated(api_serializers.ReportImportSerializer)))
        return Response(
            api_serializers.ReportPreviewSerializer(imports.preview_report(self.club, report)).data
        )


def task_response(task: FileImport) -> Response:
    """Return the response for a file imported by a task."""
    return Response(
        api_serializers.FileImportSerializer(get_import_status(task)).data, status=status.HTTP_202_ACCEPTED
    )


def _read_members(club: Club, data: Mapping[str, Any]) -> UploadedList:
    """Return the list of members of a request."""
    own_fields = get_own_fields(club)
    return read_uploaded_list(data, MEMBERS, member_lists.NAMES, list_known_names(club), own_fields)


def _read_results(club: Club, data: dict[str, Any]) -> tuple[UploadedList, WholeTable, NewResults]:
    """Return the list, what holds for rows that do not say it, and what the list brings."""
    uploaded = read_uploaded_list(data, RESULTS, OFFERED_ROLES)
    common = WholeTable(data["day"], data["tournament"], data["length"])
    new_results = select_results(uploaded.reading, uploaded.answers, common, timezone.localdate())
    results = name_rows(drop_seeds(club, new_results.results), uploaded.answers)
    return uploaded, common, new_results._replace(results=results)


def _choices(data: dict[str, Any]) -> dict[int, str]:
    """Return which person each ambiguous name means, by the number of the name."""
    pairs = (choice.partition(":") for choice in data["choices"])
    return {int(number): choice for number, _, choice in pairs}


def _read_fees(data: dict[str, Any]) -> FeesOfList | None:
    """Return what holds for the fees of a list; None if they are not recorded."""
    if data.get("fee_year") is None:
        return None
    return FeesOfList(
        data["fee_year"],
        data["fee_method"],
        data.get("fee_amount"),
        data.get("fee_paid_on"),
        sets_own_fees=data["fee_own"],
    )


def _report_text(data: dict[str, Any]) -> bytes:
    """Return the uploaded report as UTF-8. Raises `text_letters_unknown`."""
    return text_files.decode(data["file"].read(MAX_REPORT_LENGTH + 1)).encode()
