"""The director's desk: one dense page with the next thing to do on top."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.models import Match, Table, Transcript
from matches.phrases import law_title
from matches.queries import desks, late, outbox, trusted
from matches.refusals import status_of
from matches.states import AT_A_TABLE, Status
from matches.views.refusals import told
from rules.errors import Refusal
from rules.laws import LAWS
from tournaments import forms
from tournaments.draws.field import MINI
from tournaments.models import Entry, Event, EventStatus
from tournaments.phrases import next_step
from tournaments.queries import (
    boards,
    drafts,
    entries,
    events,
    flights,
    journal,
    schedule,
    seeds,
)
from tournaments.queries.flights import Folded
from tournaments.queries.obstacles import named
from tournaments.views.doors import address, for_directors
from tournaments.views.events import tabs

LINES = 9
RECENT = 8
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
USUAL_LAW = "match.adjudication"
LEAPS = {"enter": "#names", "rule": "#disputes", "confirm": "#claims"}
# Lines that only carry what another line did.
SILENT = frozenset({"committed"})


@require_safe
@for_directors
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """The desk as it stands."""
    return page(request, event)


def page(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The desk, with what was just refused on top and what was typed still in its place."""
    event.refresh_from_db(fields=["status", "version", "lots_commitment"])
    known = flights.folded(event)
    room = list(event.tournament.desk.tables.order_by("number"))
    expected = _expected(event, len(room))
    held = list(events.entries_of(event))
    context = {
        **_frame(request, event, held),
        "entries": held,
        "room_size": len(room),
        "has_report": any(stage == "swiss" for stage in known.formats),
        **_during_play(event, expected, room),
        "outlook": expected,
        **_leading_on(known),
        **_preparing(event, known),
        "step": _step(event, known, held),
        "roll": entries.roll_of(event, held, known),
        "refusal": told(refusal) if refusal else None,
        "kept": request.POST,
        **(more or {}),
    }
    return render(request, "tournaments/desk.html", context, status=status_of(refusal) if refusal else 200)


def _leading_on(known: Folded) -> dict[str, Any]:
    """Pages beside the desk: those of stages of rounds, and of who waits for the next small knockout."""
    rounds = dict.fromkeys(
        (*(flight for flight, _ in known.paired), *(due.flight for due in known.due if due.deed == "pair"))
    )
    return {
        "round_flights": list(rounds),
        "counts_ratings": known.counts_ratings,
        "is_rolling": any(flight.startswith(f"{MINI}_") for flight in known.shapes),
    }


def _frame(request: HttpRequest, event: Event, held: Sequence[Entry]) -> dict[str, Any]:
    names = {entry.number: entry.player.name for entry in held}
    newest = journal.lines(event, limit=LINES, names=names)
    lines = [line for line in newest if line.entry.kind not in SILENT]
    return {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "here": address("desk", event),
        "lines": lines,
        "last": next((line for line in lines if line.may_undo), None),
        "policies": forms.POLICIES,
        "times": forms.Times(initial=forms.Times.proposal(event.tournament.desk), auto_id="times-%s"),
        "key": forms.new_key(),
        "now": timezone.now(),
        "owed": outbox.owed().is_late(timezone.now()),
    }


def _step(event: Event, known: Folded, held: Sequence[Entry]) -> dict[str, Any]:
    step = boards.next_step(event, known)
    why = told(named(step.obstacle, held)).sentence if step.obstacle else ""
    shown = {"sentence": next_step(step.code, step.facts), "why": why, "leap": LEAPS.get(step.code, "")}
    deeds = {
        "draw": gettext("Make the draw"),
        "attend": gettext("Draw without them"),
        "publish": gettext("Publish the draw"),
        "draw_stage": gettext("Make the draw"),
        "publish_stage": gettext("Publish the draw"),
        "end_stage": gettext("End this stage here"),
    }
    if step.code in {"start_stage", "gather_stage"}:
        shown["leap"] = address("desk-rolling", event)
    if step.code == "measure":
        shown["leap"] = address("desk-figures", event)
    if step.code == "pair_stage":
        shown["leap"] = address("desk-round", event, step.facts["flight"])
    if step.code in deeds:
        door = "desk-draw" if step.code == "attend" else f"desk-{step.code.removesuffix('_stage')}"
        shown |= {"post_url": address(door, event), "text": deeds[step.code]}
        shown["flight"] = str(step.facts.get("flight", ""))
        shown["absent"] = "without" if step.code == "attend" else ""
    return shown


def _expected(event: Event, tables: int) -> schedule.Outlook | None:
    """How the day goes on; a draw that is not published begins when it was announced."""
    if event.status not in {EventStatus.DRAWN, EventStatus.PUBLISHED}:
        return None
    now, announced = timezone.localtime(), timezone.localtime(event.tournament.starts_at)
    is_ahead = event.status == EventStatus.DRAWN and announced > now
    return schedule.outlook(event.tournament, announced if is_ahead else now, tables)


def _in_turn(waiting: Iterable[Match], expected: schedule.Outlook | None) -> list[Match]:
    order = {match: place for place, match in enumerate(expected.order)} if expected else {}
    return sorted(waiting, key=lambda match: order.get(match.pk, len(order)))


def _during_play(event: Event, expected: schedule.Outlook | None, room: Sequence[Table]) -> dict[str, Any]:
    desk = event.tournament.desk
    if event.status not in {EventStatus.PUBLISHED, EventStatus.FINISHED}:
        return {}
    standing = desks.unsettled_at(desk)
    at_tables = sorted((match for match in standing if match.status in AT_TABLES), key=_by_table)
    taken = {match.table_id for match in at_tables}
    settled = desks.matches_of(desk).filter(status=Status.SETTLED.value, pairing__event=event)
    return {
        "objected": trusted.objected_at(desk),
        "disputes": _with_records(_standing(at_tables, Status.DISPUTED)),
        "claims": _standing(at_tables, Status.REPORTED),
        "playing": [match for match in at_tables if match.status not in {Status.DISPUTED, Status.REPORTED}],
        "late": late.late_at(desk, timezone.now()),
        "postponed": _standing(standing, Status.POSTPONED),
        "waiting": _in_turn(_standing(standing, Status.SCHEDULED), expected),
        "free": [table for table in room if table.pk not in taken],
        "settled": settled.order_by("-changed_at", "-id")[:RECENT],
        "laws": [(law, law_title(law)) for law in _laws()],
    }


def _preparing(event: Event, known: Folded) -> dict[str, Any]:
    asked = {"apart_kinds": forms.APART, "seeding": _seeding(event)}
    if event.status == EventStatus.DRAFT:
        return {"known": entries.known_names(event), **asked}
    return {"drafts": drafts.drafts(event, known), **asked}


def _seeding(event: Event) -> seeds.Choices | None:
    """What the draw may be asked for while there is one to make."""
    is_open = event.status in {EventStatus.DRAFT, EventStatus.DRAWN}
    found = seeds.choices(event) if is_open else None
    return found if found is not None and found.entrants > 1 else None


def _standing(matches: Sequence[Match], status: Status) -> list[Match]:
    return [match for match in matches if match.status == status.value]


def _with_records(disputed: list[Match]) -> list[Match]:
    """The disputed matches, each with the records that bear witness as `records`, the latest last."""
    found = Transcript.objects.defer("text", "verdict").order_by("id")
    prefetch_related_objects(disputed, Prefetch("transcripts", queryset=found, to_attr="records"))
    return disputed


def _by_table(match: Match) -> tuple[int, int]:
    return (match.table.number if match.table else 0, match.pk)


def _laws() -> list[str]:
    """The laws a ruling may cite, the usual one first, those of a match before those of a move."""
    return sorted(LAWS, key=lambda law: (law != USUAL_LAW, not law.startswith("match."), law))
