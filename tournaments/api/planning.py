"""Doors for programs that direct: the plan of an event, its draws, rounds and changes, with dry runs."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, QueryDict

from rules.errors import Refusal
from tournaments.api import serializers_events as shapes_out
from tournaments.api import shapes_in
from tournaments.api.deeds import Asked, Deed, Look, anybody, event_path
from tournaments.change_acts import DONE, FORESEEN, PARTED
from tournaments.formats import plan
from tournaments.forms.changes import NEEDS, Change
from tournaments.models import Event, JournalEntry
from tournaments.queries import changes, events, facts, seeds
from tournaments.queries.rounds import AGAIN, LATE, Wish, paired_by
from tournaments.services import drawing, presence, rounds, stages, undoing

At = Asked[Event]


def _plan(at: At) -> dict[str, Any]:
    return {**plan.payload(facts.state(at.of).plan), "version": at.of.version}


def _replan(at: At) -> JournalEntry:
    try:
        wanted = plan.read({"stages": at.said["stages"]})
    except (KeyError, TypeError, ValueError) as fault:
        raise Refusal("request_invalid", "", problem="stages") from fault
    return stages.plan_event(event=at.of, plan=wanted, **at.signed)


def _draw(at: At) -> JournalEntry:
    said = at.said
    verb = presence.draw_those_here if said["absent"] else drawing.draw
    wishes = {"only": said["only"]} if said["only"] else {}
    if wishes and said["absent"]:
        raise Refusal("request_invalid", "", problem="only")
    line: JournalEntry = verb(
        event=at.of,
        flight=said["flight"],
        seeds=_seeds(at.of, said),
        options=_options(at.of, said),
        **wishes,
        **at.signed,
    )
    return line


def _publish(at: At) -> JournalEntry:
    return drawing.publish(event=at.of, flight=at.said["flight"], **at.signed)


def _pair(at: At) -> JournalEntry:
    wish = _wish(at.said)
    told: dict[str, Any] = {"event": at.of, "flight": at.said["flight"], **at.signed}
    if wish.mode == LATE:
        return rounds.pair_late(arrivals=wish.arrivals, **told)
    pair = rounds.pair_again if wish.mode == AGAIN else rounds.pair_round
    return pair(away=wish.away, asking=wish.asking, fixed=wish.fixed, **told)


def _foresee_round(at: At) -> Any:
    return paired_by(facts.state(at.of), at.said["flight"], _wish(at.said)).payload


def _change(at: At) -> JournalEntry:
    asked = _asked(at.of, at.said)
    line: JournalEntry = DONE[asked["act"]](at.of, asked, at.signed)
    return line


def _foresee(at: At) -> dict[str, Any]:
    asked = _asked(at.of, at.said)
    parted = asked["act"] in PARTED
    return {
        "pairings": () if parted else FORESEEN[asked["act"]](at.of, asked),
        "flights": PARTED[asked["act"]](at.of, asked) if parted else (),
    }


def _undo(at: At) -> JournalEntry:
    return undoing.undo(event=at.of, command=at.said["command"], **at.signed)


def _redo(at: At) -> JournalEntry:
    return undoing.redo(event=at.of, command=at.said["command"], **at.signed)


def _preview_undo(at: At) -> changes.Undoing:
    return changes.foreseen_undo(at.of)


def _preview_redo(at: At) -> changes.Undoing:
    return changes.foreseen_redo(at.of)


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


urlpatterns = [
    event_path("plan/",
        Look(name="event_plan", find=_plan, answer=shapes_out.PlanOut, right=anybody,
            about="The stages of an event, in the shape POST takes."),
        Deed(name="event_replan", shape=shapes_in.PlanIn, act=_replan,
            about="Plan the stages of an event, as long as they are not published.")),
    event_path("draws/", Deed(name="event_draw", shape=shapes_in.DrawIn, act=_draw,
        about="Draw a stage, the first where none is named; seen at the desk alone until it is published.")),
    event_path("publish/", Deed(name="event_publish", shape=shapes_in.OfFlight, act=_publish,
        about="Show the draw of a stage, or all that are drawn, and call its matches.")),
    event_path("rounds/", Deed(name="event_pair", shape=shapes_in.RoundIn, act=_pair,
        about="Pair a round, with boards by hand where some are given, and seat its matches.")),
    event_path("rounds/preview/", Deed(name="event_pair_preview", shape=shapes_in.RoundIn,
        act=_foresee_round, answer=shapes_out.RoundOut, status=200, is_dry=True,
        about="Who would meet whom, and why. Nothing is written.")),
    event_path("changes/", Deed(name="event_change", shape=shapes_in.ChangeIn, act=_change,
        about="Late entries, swaps, alternates, withdrawals, re-entries, lengths, flights split or merged.")),
    event_path("changes/preview/", Deed(name="event_change_preview", shape=shapes_in.ChangeIn, act=_foresee,
        answer=shapes_out.ForeseenOut, status=200, is_dry=True,
        about="Every pairing that would stand otherwise, or who would play in which flight. "
        "Nothing is written.")),
    event_path("undo/",
        Look(name="event_undo_preview", find=_preview_undo, answer=shapes_out.UndoPreviewOut,
            about="The command that would be undone now, and every pairing that would stand otherwise. "
            "409 where there is nothing to undo."),
        Deed(name="event_undo", shape=shapes_in.CommandIn, act=_undo,
            about="Undo the last command, all its lines at once, or the one that is named.")),
    event_path("redo/",
        Look(name="event_redo_preview", find=_preview_redo, answer=shapes_out.UndoPreviewOut,
            about="The command that would be done again now, and every pairing that would stand otherwise. "
            "409 where there is nothing to redo."),
        Deed(name="event_redo", shape=shapes_in.CommandIn, act=_redo,
            about="Do again what was undone last. A new command forgets what was undone before it.")),
]  # fmt: skip
