"""Doors for programs that direct: the plan of an event, its draws, rounds and changes, with dry runs."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import Http404, QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from matches.api.parsers import PlainJSON
from matches.api.proofs import KEY, key_of
from matches.api.shapes_out import ProblemOut
from matches.api.throttles import WriteThrottle
from matches.api.views import REFUSED
from matches.models import User
from rules.errors import Refusal
from tournaments.api import shapes_in, shapes_out
from tournaments.change_acts import DONE, FORESEEN, PARTED
from tournaments.change_forms import NEEDS, Change
from tournaments.draws import plan
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import events, facts
from tournaments.queries.rounds import AGAIN, LATE, Wish, paired_by
from tournaments.services import drawing, rounds, stages, undoing


class Directing(APIView):
    """What a program may do that directs an event; a request is signed as all writing is."""

    parser_classes = [PlainJSON]
    throttle_classes = [WriteThrottle]

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading is free."""
        return super().get_throttles() if self.request.method == "POST" else []


class PlanOfEvent(Directing):
    """The stages of an event; who directs it plans others as long as they are not published."""

    @extend_schema(operation_id="event_plan", responses={200: shapes_out.PlanOut, 404: ProblemOut})
    def get(self, request: Request, pk: int) -> Response:
        return Response(plan.payload(facts.state(_event(pk)).plan))

    @extend_schema(
        operation_id="event_replan",
        request=shapes_in.PlanIn,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Plan the stages of an event."""
        event, said = _event(pk), _said(shapes_in.PlanIn, request)
        try:
            wanted = plan.read({"stages": said["stages"]})
        except (KeyError, TypeError, ValueError) as fault:
            raise Refusal("request_invalid", "", problem="stages") from fault
        return _told(stages.plan_event(event=event, plan=wanted, **_signed(request, event, said)))


class Draws(Directing):
    """Draws of stages, seen at the desk alone until they are published."""

    @extend_schema(
        operation_id="event_draw",
        request=shapes_in.DrawIn,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Draw a stage, the first where none is named."""
        event, said = _event(pk), _said(shapes_in.DrawIn, request)
        line = drawing.draw(
            event=event,
            flight=said["flight"],
            seeds=said["seeds"],
            only=said["only"],
            **_signed(request, event, said),
        )
        return _told(line)


class Publish(Directing):
    """What is drawn is shown, and its matches are called."""

    @extend_schema(
        operation_id="event_publish",
        request=shapes_in.OfFlight,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Publish the draw of a stage, or all that are drawn."""
        event, said = _event(pk), _said(shapes_in.OfFlight, request)
        line = drawing.publish(event=event, flight=said["flight"], **_signed(request, event, said))
        return _told(line)


class Rounds(Directing):
    """Rounds of stages that are paired one after the other."""

    @extend_schema(
        operation_id="event_pair",
        request=shapes_in.RoundIn,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Pair a round, with boards by hand where some are given, and seat its matches."""
        event, said = _event(pk), _said(shapes_in.RoundIn, request)
        wish, signed = _wish(said), _signed(request, event, said)
        if wish.mode == LATE:
            return _told(
                rounds.pair_late(event=event, flight=said["flight"], arrivals=wish.arrivals, **signed)
            )
        pair = rounds.pair_again if wish.mode == AGAIN else rounds.pair_round
        line = pair(
            event=event,
            flight=said["flight"],
            away=wish.away,
            asking=wish.asking,
            fixed=wish.fixed,
            **signed,
        )
        return _told(line)


class RoundPreview(Directing):
    """A round as it would be paired; nothing is written."""

    @extend_schema(
        operation_id="event_pair_preview",
        request=shapes_in.RoundIn,
        responses={200: shapes_out.RoundOut, **REFUSED},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Who would meet whom, and why."""
        event, said = _event(pk), _said(shapes_in.RoundIn, request)
        must_direct(request.user, event)
        act = paired_by(facts.state(event), said["flight"], _wish(said))
        return Response(shapes_out.RoundOut(act.payload).data)


class Changes(Directing):
    """Changes of a draw that stands."""

    @extend_schema(
        operation_id="event_change",
        request=shapes_in.ChangeIn,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Late entries, swaps, alternates, withdrawals, re-entries, lengths, flights split and merged."""
        event, said = _event(pk), _said(shapes_in.ChangeIn, request)
        signed = _signed(request, event, said)
        asked = _asked(event, said)
        return _told(DONE[asked["act"]](event, asked, signed))


class ChangePreview(Directing):
    """What a change would reach; nothing is written."""

    @extend_schema(
        operation_id="event_change_preview",
        request=shapes_in.ChangeIn,
        responses={200: shapes_out.ForeseenOut, **REFUSED},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Every pairing that would stand otherwise, or who would play in which flight."""
        event, said = _event(pk), _said(shapes_in.ChangeIn, request)
        must_direct(request.user, event)
        asked = _asked(event, said)
        parted = asked["act"] in PARTED
        shape = {
            "pairings": () if parted else FORESEEN[asked["act"]](event, asked),
            "flights": PARTED[asked["act"]](event, asked) if parted else (),
        }
        return Response(shapes_out.ForeseenOut(shape).data)


class Undo(Directing):
    """A line of the journal is struck, and everything follows from that."""

    @extend_schema(
        operation_id="event_undo",
        request=shapes_in.UndoLineIn,
        responses={201: shapes_out.LineOut, **REFUSED},
        parameters=[KEY],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Undo a line; undo the undoing to do it again."""
        event, said = _event(pk), _said(shapes_in.UndoLineIn, request)
        return _told(undoing.undo(event=event, seq=said["seq"], **_signed(request, event, said)))


def _event(pk: int) -> Event:
    found = events.event_by_id(pk)
    if found is None:
        raise Http404
    return found


def _said(shape: type[Serializer[Any]], request: Request) -> Mapping[str, Any]:
    taken = shape(data=request.data)
    taken.is_valid(raise_exception=True)
    said: Mapping[str, Any] = taken.validated_data
    return said


def _signed(request: Request, event: Event, said: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(request.user, User):
        raise Refusal("directors_only", name=event.name)
    must_direct(request.user, event)
    return {"by": request.user, "key": key_of(request) or uuid4().hex, "version": said.get("version")}


def _wish(said: Mapping[str, Any]) -> Wish:
    return Wish(
        mode=said["mode"],
        away=frozenset(said["away"]),
        asking=frozenset(said["asking"]),
        fixed=tuple((one, other) for one, other in said["boards"]),
        arrivals=tuple(said["arrivals"]),
    )


def _asked(event: Event, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The change as its form reads it; 404 for an entry that is not there."""
    said = QueryDict(mutable=True)
    for name, value in told.items():
        said.setlist(name, [str(one) for one in value] if isinstance(value, list) else [str(value)])
    form = Change(said)
    if not form.is_valid():
        raise Refusal("request_invalid", "", problem=", ".join(form.errors))
    asked: Mapping[str, Any] = form.cleaned_data
    here = {entry.number for entry in events.entries_of(event)}
    if any(name in NEEDS[asked["act"]] and asked[name] not in here for name in ("entry", "other")):
        raise Http404
    return asked


def _told(line: JournalEntry) -> Response:
    line.event.refresh_from_db(fields=["version"])
    return Response(shapes_out.LineOut(line).data, status=HTTPStatus.CREATED)
