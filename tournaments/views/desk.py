"""The director's desk, with the next step on top."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.models import Match, Table
from matches.phrases import law_title
from matches.queries import desks, late, outbox, sheets, trusted
from matches.queries.desks import Seated
from matches.records.models import Transcript
from matches.records.queries.transcripts import transcripts_by_match
from matches.refusals import status_of
from matches.states import AT_A_TABLE, Status
from matches.views.refusals import told
from rules.errors import Refusal
from rules.laws import LAWS
from tournaments.formats.field import MINI
from tournaments.forms import desk as forms
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

Asked = TypeVar("Asked")
# So many seconds after it was looked at, an open desk tells the minutes anew.
A_MINUTE = 60
RECENT = 8
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
PLAYED = AT_TABLES - {Status.DISPUTED.value, Status.REPORTED.value}
USUAL_LAW = "match.adjudication"
LEAPS = {"enter": "#names", "rule": "#disputes", "confirm": "#claims"}


@require_safe
@for_directors
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the desk."""
    return page(request, event)


def page(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the desk, with a refusal on top and the typed data kept."""
    if request.method == "POST":
        event.refresh_from_db(fields=["status", "version", "lots_commitment"])
    event_projection = _later(lambda: flights.folded(event))
    entry_rows = _later(lambda: list(events.entries_of(event)))
    desk_tables = _later(lambda: list(event.tournament.desk.tables.order_by("number")))
    expected = _later(lambda: _expected(event, len(desk_tables)))
    context = {
        **_frame(request, event),
        "offered": _later(lambda: journal.offered(event)),
        "entries": entry_rows,
        "tally": _later(lambda: entries.tally(event)),
        "room": desk_tables,
        "has_report": lambda: event_projection.has_report,
        **_during_play(event, expected, desk_tables),
        "outlook": expected,
        **_leading_on(event_projection),
        **_preparing(event, event_projection),
        "step": _later(lambda: _step(event, event_projection, entry_rows)),
        "roll": _later(lambda: entries.roll_of(event, entry_rows, event_projection)),
        "refusal": told(refusal) if refusal else None,
        "kept": request.POST,
        **(extra_context or {}),
    }
    return render(request, "tournaments/desk.html", context, status=status_of(refusal) if refusal else 200)


def _later(ask: Callable[[], Asked]) -> Asked:
    """Delay a query until the template needs its rows."""
    return cast("Asked", SimpleLazyObject(ask))


def _leading_on(event_projection: Folded) -> dict[str, Any]:
    """Return the links to the pages of rounds and of mini brackets."""
    return {
        "round_flights": lambda: _round_flights(event_projection),
        "counts_ratings": lambda: event_projection.counts_ratings,
        "is_rolling": lambda: any(flight.startswith(f"{MINI}_") for flight in event_projection.shapes),
    }


def _round_flights(event_projection: Folded) -> list[str]:
    due_flights = (each.flight for each in event_projection.due if each.deed == "pair")
    return list(dict.fromkeys((*(flight for flight, _ in event_projection.paired), *due_flights)))


def _frame(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "here": address("desk", event),
        "policies": forms.POLICIES,
        "times": _later(lambda: _times(event)),
        "key": forms.new_key(),
        "now": timezone.now(),
        "owed": lambda: outbox.owed().is_late(timezone.now()),
        "every": A_MINUTE if event.status == EventStatus.PUBLISHED else None,
    }


def _times(event: Event) -> forms.Times:
    return forms.Times(initial=forms.Times.proposal(event.tournament.desk), auto_id="times-%s")


def _step(event: Event, event_projection: Folded, entry_rows: Sequence[Entry]) -> dict[str, Any]:
    step = boards.next_step(event, event_projection)
    why = told(named(step.obstacle, entry_rows)).sentence if step.obstacle else ""
    step_context = {
        "sentence": next_step(step.code, step.facts),
        "why": why,
        "leap": LEAPS.get(step.code, ""),
    }
    button_texts = {
        "draw": gettext("Make the draw"),
        "attend": gettext("Draw without them"),
        "publish": gettext("Publish the draw"),
        "draw_stage": gettext("Make the draw"),
        "publish_stage": gettext("Publish the draw"),
        "end_stage": gettext("End stage here"),
    }
    if step.code in {"start_stage", "gather_stage"}:
        step_context["leap"] = address("desk-rolling", event)
    if step.code == "line_ups":
        step_context["leap"] = address("meeting", event, step.facts["label"])
    if step.code == "measure":
        step_context["leap"] = address("desk-figures", event)
    if step.code == "pair_stage":
        step_context["leap"] = address("desk-round", event, step.facts["flight"])
    if step.code in button_texts:
        url_name = "desk-draw" if step.code == "attend" else f"desk-{step.code.removesuffix('_stage')}"
        step_context |= {"post_url": address(url_name, event), "text": button_texts[step.code]}
        step_context["flight"] = str(step.facts.get("flight", ""))
        step_context["absent"] = "without" if step.code == "attend" else ""
    return step_context


def _expected(event: Event, tables: int) -> schedule.Outlook | None:
    """Return the estimated schedule; a draw that is not published starts at the announced time."""
    if event.status not in {EventStatus.DRAWN, EventStatus.PUBLISHED}:
        return None
    now, announced = timezone.localtime(), timezone.localtime(event.tournament.starts_at)
    is_ahead = event.status == EventStatus.DRAWN and announced > now
    return schedule.outlook(event.tournament, announced if is_ahead else now, tables)


def _in_turn(waiting: Iterable[Seated], expected: schedule.Outlook | None) -> list[Seated]:
    order = {match: place for place, match in enumerate(expected.order)} if expected else {}
    return sorted(waiting, key=lambda match: order.get(match.pk, len(order)))


def _during_play(
    event: Event, expected: schedule.Outlook | None, desk_tables: Iterable[Table]
) -> dict[str, Any]:
    desk = event.tournament.desk
    if event.status not in {EventStatus.PUBLISHED, EventStatus.FINISHED}:
        return {}
    seated = _later(lambda: desks.seated_at(desk))
    unsettled = desks.needing_a_word(desk)
    reported_matches = sorted((match for match in unsettled if match.status in AT_TABLES), key=_by_table)
    settled = Match.objects.filter(desk=desk, pairing__event=event)
    return {
        "objected": trusted.objected_at(desk),
        "disputes": _with_evidence(_standing(reported_matches, Status.DISPUTED)),
        "claims": _standing(reported_matches, Status.REPORTED),
        "late": late.late_at(desk, timezone.now()),
        "postponed": _standing(unsettled, Status.POSTPONED),
        "playing": _later(lambda: sorted(filter(_is_played, seated), key=_at_its_table)),
        "waiting": _later(lambda: _in_turn(filterfalse(_is_at_a_table, seated), expected)),
        "free": _later(lambda: desks.free_among(desk_tables, seated)),
        "settled": _later(lambda: desks.settled_last(settled, RECENT)),
        "laws": _later(lambda: [(law, law_title(law)) for law in _laws()]),
    }


def _is_at_a_table(match: Seated) -> bool:
    return match.status in AT_TABLES


def _is_played(match: Seated) -> bool:
    """Tell whether no result of the match has been reported."""
    return match.status in PLAYED


def _preparing(event: Event, event_projection: Folded) -> dict[str, Any]:
    draw_context = {"apart_kinds": forms.APART, "seeding": _later(lambda: _seeding(event))}
    if event.status == EventStatus.DRAFT:
        return {"known": _later(lambda: entries.known_names(event)), **draw_context}
    return {"drafts": _later(lambda: drafts.drafts(event, event_projection)), **draw_context}


def _seeding(event: Event) -> seeds.Choices | None:
    """Return the choices of the draw form while a draw can be made."""
    is_open = event.status in {EventStatus.DRAFT, EventStatus.DRAWN}
    choices = seeds.choices(event) if is_open else None
    return choices if choices is not None and choices.entrants > 1 else None


def _standing(matches: Sequence[Match], status: Status) -> list[Match]:
    return [match for match in matches if match.status == status.value]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed match, the lines of its score sheet and its transcripts."""

    match: Match
    lines: Sequence[sheets.Line]
    transcripts: Sequence[Transcript]


def _with_evidence(disputed: list[Match]) -> list[Dispute]:
    """The disputed matches, each with its score sheet and its transcripts."""
    transcripts = transcripts_by_match(disputed)
    lines = sheets.lines_of(disputed)
    return [
        Dispute(match, match_lines, transcripts.get(match.pk, []))
        for match, match_lines in zip(disputed, lines, strict=True)
    ]


def _by_table(match: Match) -> tuple[int, int]:
    return (match.table.number if match.table else 0, match.pk)


def _at_its_table(match: Seated) -> tuple[int, int]:
    return (match.table or 0, match.pk)


def _laws() -> list[str]:
    """The laws a ruling may cite, the usual one first, those of a match before those of a move."""
    return sorted(LAWS, key=lambda law: (law != USUAL_LAW, not law.startswith("match."), law))
