"""Doors for programs that direct: the plan of an event, its draws, rounds and changes, with dry runs."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import Http404, QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.doors import read
from matches.api.proofs import key_of
from rules.errors import Refusal
from tournaments.api import shapes_in, shapes_out
from tournaments.api.events import EventDoor
from tournaments.api.loading import director_of, event_at
from tournaments.change_acts import DONE, FORESEEN, PARTED
from tournaments.draws import plan
from tournaments.forms.changes import NEEDS, Change
from tournaments.models import Event, JournalEntry
from tournaments.queries import events, facts, seeds
from tournaments.queries.rounds import AGAIN, LATE, Wish, paired_by
from tournaments.services import drawing, presence, rounds, stages, undoing


class PlanOfEvent(EventDoor):
    """The stages of an event; who directs it plans others as long as they are not published."""

    @extend_schema(operation_id="event_plan", responses={200: shapes_out.PlanOut})
    def get(self, request: Request, pk: int) -> Response:
        """The stages of an event, in the shape POST takes."""
        event = event_at(request, pk)
        stages_ = plan.payload(facts.state(event).plan)
        return Response(shapes_out.PlanOut({**stages_, "version": event.version}).data)

    @extend_schema(
        operation_id="event_replan",
        request=shapes_in.PlanIn,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Plan the stages of an event."""
        event = event_at(request, pk)
        said = read(shapes_in.PlanIn, request, version=event.version)
        try:
            wanted = plan.read({"stages": said["stages"]})
        except (KeyError, TypeError, ValueError) as fault:
            raise Refusal("request_invalid", "", problem="stages") from fault
        return _told(stages.plan_event(event=event, plan=wanted, **_signed(request, event, said)))


class Draws(EventDoor):
    """Draws of stages, seen at the desk alone until they are published."""

    @extend_schema(
        operation_id="event_draw",
        request=shapes_in.DrawIn,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Draw a stage, the first where none is named."""
        event = event_at(request, pk)
        said = read(shapes_in.DrawIn, request, version=event.version)
        verb = presence.draw_those_here if said["absent"] else drawing.draw
        wishes = {"only": said["only"]} if said["only"] else {}
        if wishes and said["absent"]:
            raise Refusal("request_invalid", "", problem="only")
        line = verb(
            event=event,
            flight=said["flight"],
            seeds=_seeds(event, said),
            options=_options(event, said),
            **wishes,
            **_signed(request, event, said),
        )
        return _told(line)


class Publish(EventDoor):
    """What is drawn is shown, and its matches are called."""

    @extend_schema(
        operation_id="event_publish",
        request=shapes_in.OfFlight,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Publish the draw of a stage, or all that are drawn."""
        event = event_at(request, pk)
        said = read(shapes_in.OfFlight, request, version=event.version)
        line = drawing.publish(event=event, flight=said["flight"], **_signed(request, event, said))
        return _told(line)


class Rounds(EventDoor):
    """Rounds of stages that are paired one after the other."""

    @extend_schema(
        operation_id="event_pair",
        request=shapes_in.RoundIn,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Pair a round, with boards by hand where some are given, and seat its matches."""
        event = event_at(request, pk)
        said = read(shapes_in.RoundIn, request, version=event.version)
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


class RoundPreview(EventDoor):
    """A round as it would be paired; nothing is written."""

    @extend_schema(
        operation_id="event_pair_preview",
        request=shapes_in.RoundIn,
        responses={200: shapes_out.RoundOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Who would meet whom, and why."""
        event = event_at(request, pk)
        said = read(shapes_in.RoundIn, request, version=event.version)
        director_of(request, event)
        act = paired_by(facts.state(event), said["flight"], _wish(said))
        return Response(shapes_out.RoundOut(act.payload).data)


class Changes(EventDoor):
    """Changes of a draw that stands."""

    @extend_schema(
        operation_id="event_change",
        request=shapes_in.ChangeIn,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Late entries, swaps, alternates, withdrawals, re-entries, lengths, flights split and merged."""
        event = event_at(request, pk)
        said = read(shapes_in.ChangeIn, request, version=event.version)
        signed = _signed(request, event, said)
        asked = _asked(event, said)
        return _told(DONE[asked["act"]](event, asked, signed))


class ChangePreview(EventDoor):
    """What a change would reach; nothing is written."""

    @extend_schema(
        operation_id="event_change_preview",
        request=shapes_in.ChangeIn,
        responses={200: shapes_out.ForeseenOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Every pairing that would stand otherwise, or who would play in which flight."""
        event = event_at(request, pk)
        said = read(shapes_in.ChangeIn, request, version=event.version)
        director_of(request, event)
        asked = _asked(event, said)
        parted = asked["act"] in PARTED
        shape = {
            "pairings": () if parted else FORESEEN[asked["act"]](event, asked),
            "flights": PARTED[asked["act"]](event, asked) if parted else (),
        }
        return Response(shapes_out.ForeseenOut(shape).data)


class Undo(EventDoor):
    """A line of the journal is struck, and everything follows from that."""

    @extend_schema(
        operation_id="event_undo",
        request=shapes_in.UndoLineIn,
        responses={201: shapes_out.LineOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Undo a line; undo the undoing to do it again."""
        event = event_at(request, pk)
        said = read(shapes_in.UndoLineIn, request, version=event.version)
        return _told(undoing.undo(event=event, seq=said["seq"], **_signed(request, event, said)))


def _seeds(event: Event, said: Mapping[str, Any]) -> tuple[int, ...]:
    """Who is seeded, strongest first."""
    if said["seeding"] == "rating":
        return seeds.rated_seeds(event, said.get("count"))
    if said["seeding"] == "same":
        return seeds.standing_seeds(event, said["flight"])
    return tuple(said["seeds"])


def _options(event: Event, said: Mapping[str, Any]) -> dict[str, Any] | None:
    """Whom the draw keeps apart; None for what is planned."""
    if "apart" not in said and "blocks" not in said:
        return None
    blocks = "blocks" if said.get("blocks") else "fixed"
    return dict(seeds.options(event, blocks=blocks, apart=tuple(said.get("apart", ()))))


def _signed(request: Request, event: Event, said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "by": director_of(request, event),
        "key": key_of(request) or uuid4().hex,
        "version": said.get("version"),
    }


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
