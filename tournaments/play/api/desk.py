"""The desk of an event: draws, rounds, changes, small knockouts, settings, tables, quick results."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import Http404, QueryDict
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import identity_of, key_of
from matches.api.serializers import MatchSerializer, get_match_places
from matches.models import Desk
from matches.queries import matches
from matches.services import reporting
from rules.errors import Refusal
from tournaments.models import Event, JournalEntry
from tournaments.permissions import may_read_records
from tournaments.play.api import serializers_commands, serializers_desk, serializers_events
from tournaments.play.api.commands import EventCommandViewSet
from tournaments.play.api.form_serializers import form_serializer, read_form
from tournaments.play.api.journal_responses import journal_response
from tournaments.play.api.silenced_fields import (
    refuse_silenced_change_fields,
    refuse_silenced_round_fields,
    refuse_silenced_seeds,
)
from tournaments.play.changes.draw_change_actions import FLIGHT_PREVIEWS, PREVIEWS, execute_change
from tournaments.play.changes.queries import undo_previews
from tournaments.play.desk import forms
from tournaments.play.desk.check_in_commands import CHECK_IN_COMMANDS
from tournaments.play.desk.draw_commands import CloseKnockouts, OpenKnockout, StartKnockout
from tournaments.play.desk.event_commands import EVENT_COMMANDS, RedoCommand, UndoCommand
from tournaments.play.desk.queries import desk_search, quick_lines
from tournaments.play.desk.table_commands import TABLE_COMMANDS
from tournaments.play.draws import queries as draws
from tournaments.play.draws import services as draw_services
from tournaments.play.draws.forms import REQUIRED_FIELDS, DrawChangeForm, read_left_out_sign_ups
from tournaments.play.entrants.queries.entries import read_entrant
from tournaments.play.entries.services import entries as entry_services
from tournaments.play.events import event_state, events
from tournaments.play.events import stages as stage_queries
from tournaments.play.events.desk_line_parser import LONGEST
from tournaments.play.events.stages import AGAIN, LATE, PairingOptions, make_pairing_command
from tournaments.play.schedule.services.calling import (
    start_called_matches,
)
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.web.command import Command
from tournaments.web.paid_prizes import check_paid_prizes

JOURNAL_ENTRY_CREATED = {201: serializers_events.JournalEntrySerializer}


class EventCommandsViewSet(EventCommandViewSet[Event]):
    """The commands of the director that are written to the journal."""

    queryset = Event.objects.none()
    serializer_class = serializers_events.JournalEntrySerializer
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]
    collections = ("entries",)
    commands = EVENT_COMMANDS
    bodies = dict.fromkeys((UndoCommand, RedoCommand), serializers_commands.UndoSerializer)

    @extend_schema(responses=serializers_events.UndoPreviewSerializer)
    @action(detail=True)
    def undo(self, request: Request, pk: str) -> Response:
        """Preview which command would be undone, and each pairing that would change. 409 if there is none."""
        return Response(serializers_events.UndoPreviewSerializer(undo_previews.preview_undo(self.event)).data)

    @extend_schema(responses=serializers_events.UndoPreviewSerializer)
    @action(detail=True)
    def redo(self, request: Request, pk: str) -> Response:
        """Preview which command would be redone, and each pairing that would change. 409 if there is none."""
        return Response(serializers_events.UndoPreviewSerializer(undo_previews.preview_redo(self.event)).data)


class RoundViewSet(EventViewSetMixin[Event]):
    """The director's commands of the draw: draws, rounds and changes."""

    queryset = Event.objects.none()
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @extend_schema(request=serializers_commands.DrawSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"])
    def draws(self, request: Request, pk: str) -> Response:
        """Draw a stage (default: the first); only the desk sees it until it is published."""
        data = self.validated(serializers_commands.DrawSerializer, version=self.event.version)
        draw = entry_services.draw_present_entries if data["absent"] else draw_services.draw
        only = {"only": data["only"]} if data["only"] else {}
        if only and data["absent"]:
            raise Refusal("request_invalid", "", problem="only")
        line: JournalEntry = draw(
            event=self.event,
            flight=data["flight"],
            seeds=_seeds(self.event, data),
            options=_draw_options(self.event, data),
            leaves_out_sign_ups=read_left_out_sign_ups(data["sign_ups"]),
            **only,
            **self.command_arguments(data),
        )
        return journal_response(line)

    @extend_schema(request=serializers_commands.RoundSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"])
    def rounds(self, request: Request, pk: str) -> Response:
        """Pair a round, with the given manual boards, and seat its matches."""
        data = self.validated(serializers_commands.RoundSerializer, version=self.event.version)
        options = _round_options(data)
        arguments: dict[str, Any] = {
            "event": self.event,
            "flight": data["flight"],
            **self.command_arguments(data),
        }
        if options.mode == LATE:
            return journal_response(draw_services.pair_late(arrivals=options.arrivals, **arguments))
        arguments["reason"] = data["reason"].strip()
        pair = draw_services.pair_again
        if options.mode != AGAIN:
            pair = partial(
                draw_services.pair_round, leaves_out_sign_ups=read_left_out_sign_ups(data["sign_ups"])
            )
        return journal_response(
            pair(away=options.away, asking=options.asking, fixed=options.fixed, **arguments)
        )

    @extend_schema(
        request=serializers_commands.RoundSerializer, responses=serializers_events.RoundPreviewSerializer
    )
    @action(detail=True, methods=["post"], url_path="rounds/preview", is_dry=True)
    def preview_round(self, request: Request, pk: str) -> Response:
        """Preview the pairings of a round and their reasons. Nothing is written."""
        data = self.validated(serializers_commands.RoundSerializer, version=self.event.version)
        paired = make_pairing_command(
            event_state.get_event_state(self.event), data["flight"], _round_options(data)
        )
        return Response(serializers_events.RoundPreviewSerializer(paired.payload).data)

    @extend_schema(request=serializers_desk.PairSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"], url_path="rounds/forbid")
    def forbid_pair(self, request: Request, pk: str) -> Response:
        """Exclude a pairing of two entries."""
        return self._run_pair_command(draw_services.forbid_pair)

    @extend_schema(request=serializers_desk.PairSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"], url_path="rounds/allow")
    def allow_pair(self, request: Request, pk: str) -> Response:
        """Allow an excluded pairing again."""
        return self._run_pair_command(draw_services.allow_pair)

    @extend_schema(
        request=serializers_desk.RoundCountSerializer, responses=serializers_events.JournalEntrySerializer
    )
    @action(detail=True, methods=["put"], url_path="rounds/count")
    def round_count(self, request: Request, pk: str) -> Response:
        """Set the number of rounds of a stage."""
        data = self.validated(serializers_desk.RoundCountSerializer, version=self.event.version)
        line = draw_services.change_round_count(
            event=self.event, flight=data["flight"], rounds=data["rounds"], **self.command_arguments(data)
        )
        return journal_response(line, 200)

    @extend_schema(request=serializers_commands.ChangeSerializer, responses=JOURNAL_ENTRY_CREATED)
    @action(detail=True, methods=["post"])
    def changes(self, request: Request, pk: str) -> Response:
        """Make a late entry, swap, substitution, withdrawal or re-entry; change a length; split or merge."""
        data = self.validated(serializers_commands.ChangeSerializer, version=self.event.version)
        change = _change(self.event, data)
        with check_paid_prizes(events=[self.event], accepted=data["accepted_prizes"]):
            line = execute_change(self.event, change, self.command_arguments(data))
        return journal_response(line)

    @extend_schema(
        request=serializers_commands.ChangeSerializer, responses=serializers_events.ChangePreviewSerializer
    )
    @action(detail=True, methods=["post"], url_path="changes/preview", is_dry=True)
    def preview_change(self, request: Request, pk: str) -> Response:
        """Preview every changed pairing, or the players of each flight. Nothing is written."""
        change = _change(
            self.event, self.validated(serializers_commands.ChangeSerializer, version=self.event.version)
        )
        act = change["act"]
        is_named = "name" in REQUIRED_FIELDS[act]
        with_records = may_read_records(self.actor, self.event.tournament.club)
        entrant = (
            read_entrant(event=self.event, text=change["name"], with_records=with_records)
            if is_named
            else None
        )
        preview = {
            "pairings": () if act in FLIGHT_PREVIEWS else PREVIEWS[act](self.event, change, self.actor),
            "flights": FLIGHT_PREVIEWS[act](self.event, change) if act in FLIGHT_PREVIEWS else (),
            "similar": [entrant.line] if entrant is not None and entrant.line.near else [],
        }
        return Response(serializers_events.ChangePreviewSerializer(preview).data)

    def _run_pair_command(self, command: Callable[..., JournalEntry]) -> Response:
        data = self.validated(serializers_desk.PairSerializer, version=self.event.version)
        names = ("flight", "one", "other", "reason")
        return journal_response(
            command(event=self.event, **{name: data[name] for name in names}, **self.command_arguments(data))
        )


class RollingViewSet(EventCommandViewSet[Event]):
    """Small knockouts that start one after the other, as soon as enough players wait."""

    queryset = Event.objects.none()
    serializer_class = serializers_events.JournalEntrySerializer
    commands = (StartKnockout, CloseKnockouts, OpenKnockout)
    bodies = {
        StartKnockout: serializers_desk.KnockoutSerializer,
        CloseKnockouts: serializers_commands.VersionSerializer,
        OpenKnockout: serializers_commands.VersionSerializer,
    }
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @extend_schema(responses=serializers_desk.RollingSerializer)
    @action(detail=True)
    def rolling(self, request: Request, pk: str) -> Response:
        """Read the queue for the next small knockout."""
        self._check_rolling()
        queue = stage_queries.get_rolling_queue(self.event, timezone.now())
        return Response(
            serializers_desk.RollingSerializer({"version": self.event.version, "queue": queue}).data
        )

    def execute(self, command: Command) -> Any:
        """Run a valid command, or raise 404."""
        self._check_rolling()
        return super().execute(command)

    def _check_rolling(self) -> None:
        """Raise 404 if the event does not play rolling knockouts."""
        if not stage_queries.is_rolling(self.event):
            raise Http404


def _seeds(event: Event, data: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the seeded entries, strongest first."""
    refuse_silenced_seeds(data)
    if data["seeding"] == "rating":
        return draws.get_rated_seeds(event, data.get("count"), is_without_unmarked=bool(data["absent"]))
    if data["seeding"] == "same":
        return draws.get_current_seeds(event, data["flight"])
    return tuple(data["seeds"])


def _draw_options(event: Event, data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return how a draw separates players and draws blocks of seeds; None: as planned."""
    if "apart" not in data and "blocks" not in data:
        return None
    blocks = "blocks" if data.get("blocks") else "fixed"
    return dict(draws.get_draw_options(event, blocks=blocks, apart=tuple(data.get("apart", ()))))


def _round_options(data: Mapping[str, Any]) -> PairingOptions:
    refuse_silenced_round_fields(data, LATE)
    return PairingOptions(
        mode=data["mode"],
        away=frozenset(data["away"]),
        asking=frozenset(data["asking"]),
        fixed=tuple((one, other) for one, other in data["boards"]),
        arrivals=tuple(data["arrivals"]),
    )


def _change(event: Event, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Validate a change by the form of the desk, and return its cleaned data; 404 for an unknown entry."""
    refuse_silenced_change_fields(data)
    form_data = QueryDict(mutable=True)
    for name, value in data.items():
        form_data.setlist(name, [str(each) for each in value] if isinstance(value, list) else [str(value)])
    form = DrawChangeForm(form_data)
    if not form.is_valid():
        raise Refusal("request_invalid", "", problem=", ".join(form.errors))
    change: Mapping[str, Any] = form.cleaned_data
    numbers = {entry.number for entry in events.entries_of(event)}
    if any(
        name in REQUIRED_FIELDS[change["act"]] and change[name] not in numbers for name in ("entry", "other")
    ):
        raise Http404
    return change


SEARCH = OpenApiParameter(
    "search", {"type": "string", "maxLength": LONGEST}, description="Beginnings of the words of a name."
)
QuickResultSerializer = form_serializer(forms.QuickResultForm, "QuickResult", without=("seen",))


class DeskViewSet(EventCommandViewSet[Desk]):
    """The desk of an event; all events of a tournament share it."""

    queryset = Desk.objects.none()
    serializer_class = serializers_desk.DeskSerializer
    commands = (*TABLE_COMMANDS, *CHECK_IN_COMMANDS)
    secrets = ("path",)
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @action(detail=True)
    def desk(self, request: Request, pk: str) -> Response:
        """Read the settings of the desk and its tables."""
        return Response(serializers_desk.DeskSerializer(self.event.tournament.desk).data)

    @extend_schema(request=serializers_desk.StartedMatchesSerializer, responses=MatchSerializer(many=True))
    @action(detail=True, methods=["post"], url_path="desk/begin-all")
    def begin_all(self, request: Request, pk: str) -> Response:
        """Start called matches whose players are at the board; the answer has those that were started."""
        codes = self.validated(serializers_desk.StartedMatchesSerializer)["matches"]
        started = start_called_matches(tournament=self.event.tournament, codes=codes, by=self.actor)
        return Response(MatchSerializer(started, many=True, context=self.get_serializer_context()).data)

    @extend_schema(parameters=[SEARCH], responses=serializers_desk.DeskSearchResultSerializer(many=True))
    @action(detail=True, url_path="desk/search")
    def search(self, request: Request, pk: str) -> Response:
        """List matching entries of all events of the tournament, with their matches."""
        letters = request.query_params.get("search", "").strip()[:LONGEST]
        rows = desk_search.find_entries_with_matches(self.event.tournament, letters) if letters else []
        places = get_match_places([match for row in rows for match in (*row.now, *row.settled)])
        # Only directors may ask (`permission_classes`).
        return self.page_response(
            rows, serializers_desk.DeskSearchResultSerializer, is_director=True, match_places=places
        )

    @extend_schema(request=QuickResultSerializer, responses={201: MatchSerializer})
    @action(detail=True, methods=["post"], url_path="desk/quick-result")
    def quick_result(self, request: Request, pk: str) -> Response:
        """Report a final score by table or name, as the box of the desk reads it: "4 7-3" or "ros 7-3".

        `match` and `version` are those of the match that is meant. Without them a line that can mean another
        match (`line_just_called`) is refused with 409; its context names the match for a second request.
        Letters that several players have are refused too (`name_not_clear`); `match` says which is meant, and
        `side` whose points come first if they fit both players.
        """
        data = read_form(forms.QuickResultForm, self.validated(QuickResultSerializer)).cleaned_data
        if not data["line"].scores:
            raise Refusal("request_invalid", "", problem="line")
        target = self._find_target(data)
        report = reporting.report(
            match=target.match,
            white_score=target.score[0],
            black_score=target.score[1],
            identity=identity_of(request),
            key=key_of(request),
            version=data["version"] if data["match"] else None,
        )
        row = get_or_404(matches.get_match(report.match.code))
        return Response(MatchSerializer(row).data, status=status.HTTP_201_CREATED)

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of a row."""
        return str(row.entry.pk)

    def _find_target(self, data: Mapping[str, Any]) -> quick_lines.LineTarget:
        """Return the match that a line means. Raises `table_empty` and the `QUESTIONS` of quick lines."""
        if data["match"]:
            match = get_or_404(matches.get_match(data["match"]))
            return quick_lines.find_seen_target(self.event, data["line"], match, data["side"])
        target = quick_lines.find_target(self.event, data["line"])
        quick_lines.require_no_doubt(target, now=timezone.now())
        return target
