"""The director's desk: one dense page with the next thing to do on top."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.models import Match, Transcript
from matches.phrases import law_title
from matches.queries import desks, late, outbox, trusted
from matches.refusals import status_of
from matches.states import Status
from matches.views.refusals import told
from rules.errors import Refusal
from rules.laws import LAWS
from tournaments import forms
from tournaments.models import Event, EventStatus
from tournaments.phrases import next_step
from tournaments.queries import boards, drafts, entries, event_sheets, events, flights, journal
from tournaments.queries.flights import Folded
from tournaments.views.doors import address, for_directors
from tournaments.views.events import tabs

LINES = 9
RECENT = 8
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
    context = {
        **_frame(request, event),
        **_during_play(event),
        **_preparing(event, known),
        "step": _step(event, known),
        "refusal": told(refusal) if refusal else None,
        "kept": request.POST,
        **(more or {}),
    }
    return render(request, "tournaments/desk.html", context, status=status_of(refusal) if refusal else 200)


def _frame(request: HttpRequest, event: Event) -> dict[str, Any]:
    lines = [line for line in journal.lines(event, limit=LINES) if line.entry.kind not in SILENT]
    return {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "here": address("desk", event),
        "lines": lines,
        "last": next((line for line in lines if line.may_undo), None),
        "entries": events.entries_of(event),
        "policies": forms.POLICIES,
        "times": forms.Times(initial=forms.Times.proposal(event.tournament.desk), auto_id="times-%s"),
        "room_size": event.tournament.desk.tables.count(),
        "key": forms.new_key(),
        "now": timezone.now(),
        "has_report": event_sheets.has_report(event),
        "owed": outbox.owed().is_late(timezone.now()),
    }


def _step(event: Event, known: Folded) -> dict[str, Any]:
    step = boards.next_step(event, known)
    shown = {"sentence": next_step(step.code, step.facts), "leap": LEAPS.get(step.code, "")}
    deeds = {
        "draw": gettext("Make the draw"),
        "publish": gettext("Publish the draw"),
        "draw_stage": gettext("Make the draw"),
        "publish_stage": gettext("Publish the draw"),
    }
    if step.code in {"start_stage", "gather_stage"}:
        shown["leap"] = address("desk-rolling", event)
    if step.code == "pair_stage":
        shown["leap"] = address("desk-round", event, step.facts["flight"])
    if step.code in deeds:
        door = f"desk-{step.code.removesuffix('_stage')}"
        shown |= {"post_url": address(door, event), "text": deeds[step.code]}
        shown["flight"] = str(step.facts.get("flight", ""))
    return shown


def _during_play(event: Event) -> dict[str, Any]:
    desk = event.tournament.desk
    if event.status not in {EventStatus.PUBLISHED, EventStatus.FINISHED}:
        return {}
    at_tables = sorted(desks.open_at(desk), key=_by_table)
    settled = desks.matches_of(desk).filter(status=Status.SETTLED.value, pairing__event=event)
    return {
        "objected": trusted.objected_at(desk),
        "disputes": _with_records(_standing(at_tables, Status.DISPUTED)),
        "claims": _standing(at_tables, Status.REPORTED),
        "playing": [match for match in at_tables if match.status not in {Status.DISPUTED, Status.REPORTED}],
        "late": late.late_at(desk, timezone.now()),
        "postponed": desks.postponed_at(desk),
        "waiting": desks.waiting_at(desk),
        "free": desks.free_tables(desk),
        "settled": settled.order_by("-changed_at", "-id")[:RECENT],
        "laws": [(law, law_title(law)) for law in _laws()],
    }


def _preparing(event: Event, known: Folded) -> dict[str, Any]:
    if event.status == EventStatus.DRAFT:
        return {"known": entries.known_names(event)}
    return {"drafts": drafts.drafts(event, known)}


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
