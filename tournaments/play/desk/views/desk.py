"""The desk of a director: its page and its search. Its actions are in the modules `desk_<subject>`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.law_search import find_laws
from matches.messages import law_title
from matches.models import Match, User
from matches.queries import desks, late_matches, matches, outbox_messages
from matches.queries.breaks import get_breaks, load_breaks
from matches.queries.desks import SeatedMatch
from matches.records.models import Transcript
from matches.records.queries.match_fits import get_misplaced, list_contradicting, load_contradicting_files
from matches.refusal_statuses import get_status
from matches.states import AT_A_TABLE, TO_PLAY, Status
from matches.views.errors import describe_law, make_refusal_message
from rules.errors import Refusal
from rules.laws import LAWS
from tournaments.formats.graph import MINI
from tournaments.journal.facts import AWAY, WAITING
from tournaments.models import Entry, EntryStatus, Event, EventStatus, Takes
from tournaments.permissions import find_inactivity
from tournaments.play.changes.queries import undo_previews
from tournaments.play.changes.queries.outdated_rounds import list_rounds_to_pair_again
from tournaments.play.desk.queries import desk_search
from tournaments.play.desk.queries.desk_penalties import (
    find_last_penalty,
    get_newest_penalties,
    merge_penalties,
)
from tournaments.play.desk.views.next_steps import make_next_step_context, make_other_steps_context
from tournaments.play.draws import forms as draws_forms
from tournaments.play.draws import queries as draws
from tournaments.play.draws.forms import MANUAL, NONE
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.queries.journal_source import JournalSource
from tournaments.play.events import events
from tournaments.play.events.desk_line_parser import LONGEST
from tournaments.play.events.disputes import make_disputes
from tournaments.play.events.events import EventOverview
from tournaments.play.schedule.queries import schedule
from tournaments.play.schedule.queries.waiting_reasons import get_waiting_reasons
from tournaments.registry import FinishStep, desk_notices, finish_steps
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.navigation import Tabs, make_desk_tabs

# After so many seconds an open desk reloads the times it shows.
REFRESH_SECONDS = 60
RECENT_RESULTS = 8
NEWEST_LINES = 5
# Of more players than this, names are searched instead of listed.
MAX_LISTED_PLAYERS = 64
# Fields for further seeds of a large field.
EMPTY_SEEDS = 8
# The minutes of a break that the desk offers with one click.
BREAK_LENGTHS = (10, 15, 20)
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
IN_PLAY = AT_TABLES - {Status.DISPUTED.value, Status.REPORTED.value}
OUT_OF_THE_DRAW = {AWAY, WAITING}
IN_PLAY_STATUSES = {EventStatus.PUBLISHED, EventStatus.FINISHED}
DEFAULT_LAW = "match.adjudication"


@require_safe
@director_view
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the desk."""
    return render_desk(request, event)


def render_desk(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the desk, with an error on top and the submitted data; a refusal has a status of its own."""
    if request.method == "POST":
        event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    context = {
        **_make_desk_context(request, event),
        "refusal": make_refusal_message(refusal, _find_helpful_page(event, refusal)) if refusal else None,
        "posted": request.POST,
        **(extra_context or {}),
    }
    status = get_status(refusal) if refusal is not None else status
    return render(request, "tournaments/play/desk/desk.html", context, status=status)


def _make_desk_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return what the desk shows of the event and of the matches of the tournament.

    Of an event that is not active it shows the newest lines and results only.
    """
    overview, journal_source = events.get_overview(event), JournalSource(event)
    desk_context = _desk_context(request, event)
    penalties = get_newest_penalties(event, NEWEST_LINES)
    newest_lines = journal.get_public_lines(
        event, limit=NEWEST_LINES, source=journal_source, is_director=True
    )
    context = {
        **desk_context,
        "newest": merge_penalties(newest_lines, penalties, NEWEST_LINES),
        "tally": entry_queries.count_entries(event),
        "has_report": overview.has_report,
        "event_names": get_event_names(event, desk_context["tabs"]),
        "finish_steps": _finish_steps(event, require_user(request)),
        **stage_links(overview),
    }
    if event.status in IN_PLAY_STATUSES:
        event_matches = Match.objects.filter(desk=event.tournament.desk, pairing__event=event)
        context["settled"] = desks.get_latest_results(event_matches, RECENT_RESULTS)
    if desk_context["inactivity"]:
        return context
    undo_redo = journal.get_undo_redo(event, journal_source)
    has_other_events = bool(desk_context["tabs"].desks)
    return {
        **context,
        "undo_redo": undo_redo,
        "last_penalty": find_last_penalty(penalties, undo_redo.undone_from),
        "effects_of_buttons": undo_previews.list_effects_of_buttons(event, journal_source),
        "step": make_next_step_context(event, overview),
        "rounds_to_pair_again": list_rounds_to_pair_again(event, journal_source.rows),
        **(_make_other_events_context(request, event, undo_redo) if has_other_events else {}),
        "drafts": draws.get_drafts(event, overview),
        "drawn_by_seed": _describe_seed_decisions(event, overview),
        **_entries_context(event, overview, context["tally"], request.POST),
        **_play_context(event, has_other_events=has_other_events),
    }


def _make_other_events_context(
    request: HttpRequest, event: Event, undo_redo: journal.UndoRedo
) -> dict[str, Any]:
    """Return the next steps of other events, and the last action of the reader if it was in one of them."""
    user, since = require_user(request), undo_redo.undone_from
    elsewhere = journal.find_last_command_elsewhere(event, user, since)
    return {**make_other_steps_context(event), "elsewhere": elsewhere}


def _describe_seed_decisions(event: Event, overview: events.EventOverview) -> list[str]:
    """Return a sentence for each complete table in which the draw seed decided who goes on.

    One query if there is one; none once the event is over.
    """
    notes = {flight: note for flight, note in overview.table_notes.items() if note.drawn}
    if not notes or event.status == EventStatus.FINISHED:
        return []
    names = {entry.number: entry.player.desk_name for entry in events.entries_of(event)}
    sentence = gettext(
        "%(flight)s: %(names)s are tied on every tie-break, so the draw seed decided at random who goes on: "
        "%(chosen)s."
    )
    return [
        sentence
        % {
            "flight": overview.get_flight_name(flight),
            "names": ", ".join(names[number] for number in note.drawn),
            "chosen": ", ".join(names[number] for number in note.let_on),
        }
        for flight, note in notes.items()
    ]


def get_event_names(event: Event, tabs: Tabs) -> Mapping[int, str]:
    """Return the event of each match by key; {} if the desk has tabs of no other event."""
    return events.get_event_names_by_match(event.tournament.desk_id) if tabs.desks else {}


def _finish_steps(event: Event, user: User) -> list[FinishStep]:
    """Return what is left to do after the last match, in order; empty while matches are played."""
    if event.status != EventStatus.FINISHED:
        return []
    tournament = event.tournament
    settings_page = reverse("tournament-settings", args=[tournament.club.slug, tournament.slug])
    steps = [
        FinishStep(
            30,
            gettext("Publish or print the event report"),
            event_url("event-report", event),
            gettext("Open report"),
        ),
        FinishStep(
            35,
            gettext("Show members the results at home"),
            reverse("members-view", args=[tournament.club.slug, tournament.slug]),
            gettext("How members see it"),
        ),
        *(step for steps_of_app in finish_steps(event, user) for step in steps_of_app),
    ]
    contradicting = list_contradicting(Match.objects.filter(pairing__event__tournament=tournament))
    steps += [_make_contradiction_step(transcript) for transcript in contradicting]
    is_played = not tournament.events.filter(cancelled_at=None).exclude(status=EventStatus.FINISHED).exists()
    if is_played:
        is_archived = tournament.archived_at is not None
        text = gettext(
            "Archive the tournament when nothing more will change. The club page then lists it under "
            "archived tournaments."
        )
        if contradicting and not is_archived:
            text = gettext("Check the match files above, then archive the tournament")
        action = "" if is_archived else gettext("Archive")
        steps.append(FinishStep(40, text, f"{settings_page}#archive", action, is_archived))
    return sorted(steps, key=lambda step: step.place)


def _make_contradiction_step(transcript: Transcript) -> FinishStep:
    """Return the step to check a certified match file that ends at another score than the result."""
    match = cast("Match", transcript.match)
    text = gettext("%(match)s: the result is %(result)s, a certified match file says %(file)s") % {
        "match": f"{match.white.desk_name} – {match.black.desk_name}",
        "result": f"{match.white_score}–{match.black_score}",
        "file": f"{transcript.white_score}–{transcript.black_score}",
    }
    page = reverse("transcript", args=[match.code, transcript.pk])
    return FinishStep(5, text, page, gettext("Check"), is_done=False)


def stage_links(overview: EventOverview) -> dict[str, Any]:
    """Return the links to the pages of rounds and of mini brackets."""
    return {
        "round_flights": _round_flights(overview),
        "counts_ratings": overview.counts_ratings,
        "is_rolling": any(flight.startswith(f"{MINI}_") for flight in overview.flight_infos),
    }


def _round_flights(overview: EventOverview) -> list[str]:
    """Return the flights that are paired round by round: those with a round, and those due to be paired."""
    due_flights = (each.flight for each in overview.tasks if each.action == "pair")
    return list(dict.fromkeys((*(flight for flight, _ in overview.paired), *due_flights)))


# Refusals of an undo that name what must be undone first.
NEEDING_OTHER_UNDO = frozenset({"undo_blocked", "stage_field_open"})


def _find_helpful_page(event: Event, refusal: Refusal) -> tuple[str, str] | None:
    """Return the address and name of the page where what a refusal asks for is done; None for most."""
    if refusal.code not in NEEDING_OTHER_UNDO:
        return None
    return event_url("desk-journal", event), gettext("Activity log")


def _desk_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    inactivity = find_inactivity(event)
    return {
        "inactivity": make_refusal_message(inactivity).sentence if inactivity else "",
        "event": event,
        "tabs": make_desk_tabs(event, "desk"),
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "desk_notices": [notice for notices in desk_notices(event.tournament) for notice in notices],
        "page_url": event_url("desk", event),
        "key": web_forms.new_key(),
        "now": timezone.now(),
        "has_late_messages": outbox_messages.count_pending().is_late(timezone.now()),
        "refresh_seconds": REFRESH_SECONDS if event.status == EventStatus.PUBLISHED else None,
    }


def _get_schedule_forecast(event: Event) -> schedule.ScheduleForecast:
    """Return the estimated schedule; a draw that is not published starts at the announced time."""
    now, announced = timezone.localtime(), timezone.localtime(event.tournament.starts_at)
    is_ahead = event.status == EventStatus.DRAWN and announced > now
    return schedule.get_schedule_forecast(event.tournament, announced if is_ahead else now)


def _in_expected_order(
    waiting: Iterable[SeatedMatch], schedule_forecast: schedule.ScheduleForecast
) -> list[SeatedMatch]:
    order = {match: place for place, match in enumerate(schedule_forecast.order)}
    return sorted(waiting, key=lambda match: order.get(match.pk, len(order)))


def _play_context(event: Event, *, has_other_events: bool) -> dict[str, Any]:
    """Return the context of the matches and tables; before the draw is published only the forecast."""
    if event.status == EventStatus.DRAFT:
        return {}
    schedule_forecast = _get_schedule_forecast(event)
    if event.status not in IN_PLAY_STATUSES:
        return {"schedule_forecast": schedule_forecast}
    desk = event.tournament.desk
    desk_tables = list(desk.tables.order_by("number"))
    seated = desks.get_seated_matches(desk)
    seated_breaks = get_breaks(seated)
    free = desks.filter_free_tables(desk_tables, seated)
    unsettled = desks.get_matches_needing_attention(desk)
    reported_matches = sorted((match for match in unsettled if match.status in AT_TABLES), key=_by_table)
    is_cancelled = bool(event.cancelled_at or event.tournament.cancelled_at)
    waiting = [] if is_cancelled else filterfalse(_is_at_a_table, seated)
    return {
        "schedule_forecast": schedule_forecast,
        "event_names": events.get_event_names_by_match(desk.pk) if has_other_events else {},
        "objected_matches": matches.get_objected_matches(desk),
        "disputes": make_disputes(_with_status(reported_matches, Status.DISPUTED)),
        "misplaced": get_misplaced(desk),
        "reported_matches": load_contradicting_files(
            load_breaks(_with_status(reported_matches, Status.REPORTED))
        ),
        "late": late_matches.get_late_matches(desk, timezone.now()),
        "postponed": _with_status(unsettled, Status.POSTPONED),
        "break_lengths": BREAK_LENGTHS,
        "seated_breaks": seated_breaks,
        "waiting_reasons": get_waiting_reasons(desk.pk, seated, seated_breaks, has_free_table=bool(free)),
        "seen_matches": _describe_seen(seated),
        "playing": sorted(filter(_is_in_play, seated), key=_at_its_table),
        "to_play": [match for match in seated if match.shown_status == TO_PLAY],
        "waiting": _in_expected_order(waiting, schedule_forecast),
        "free": free,
        "out_of_use": [table for table in desk_tables if table.is_out_of_use],
        "laws": [(law, law_title(law)) for law in _citable_laws()],
    }


def _describe_seen(seated: Iterable[SeatedMatch]) -> str:
    """Return what a quick line carries: the matches on the page, each with its table and version."""
    return json.dumps({match.code: (match.table, match.version) for match in filter(_is_at_a_table, seated)})


def _is_at_a_table(match: SeatedMatch) -> bool:
    return match.status in AT_TABLES


def _is_in_play(match: SeatedMatch) -> bool:
    """Tell whether no result of the match has been reported."""
    return match.shown_status in IN_PLAY


def _entries_context(
    event: Event, overview: EventOverview, tally: Mapping[str, int], posted: QueryDict
) -> dict[str, Any]:
    """Return the context of the list of entries and of the draw; in play only of the waiting list."""
    if event.status in IN_PLAY_STATUSES:
        if not tally["waiting"]:
            return {}
        return {"roll": entry_queries.get_entry_counts(event, list(events.entries_of(event)), overview)}
    entry_rows = list(events.entries_of(event))
    choices = _seeding_choices(event)
    has_names = event.status == EventStatus.DRAFT and event.takes != Takes.TEAMS.value
    return {
        "entries": entry_rows,
        "roll": entry_queries.get_entry_counts(event, entry_rows, overview),
        "apart_kinds": draws_forms.APART,
        "seeding": choices,
        "chosen": _make_draw_form_values(choices, entry_rows, posted) if choices else None,
        "known_names": entry_queries.known_names(event) if has_names else (),
    }


def _seeding_choices(event: Event) -> draws.DrawChoices | None:
    """Return the choices of the form of a draw of two or more entries; None without one."""
    choices = draws.get_draw_choices(event)
    return choices if choices is not None and choices.entrants > 1 else None


@dataclass(frozen=True, slots=True)
class DrawFormValues:
    """What the form of a draw shows: the choices of the plan, or those that were sent and refused.

    `entries` are those to seed manually. Of a large field they are searched: `seed_texts` are the texts of
    a field for each seed. Otherwise `rows` has every entry with the text of its field.
    """

    seeding: str
    count: str
    blocks: bool
    apart: Sequence[str]
    entries: list[Entry]
    seed_texts: list[str]
    figures: Mapping[int, str]

    @property
    def is_long(self) -> bool:
        """Return whether the entries are too many to list."""
        return len(self.entries) > MAX_LISTED_PLAYERS

    @property
    def rows(self) -> list[tuple[Entry, str]]:
        """Return the entries, each with the text of its field."""
        return [(entry, self.figures[entry.number]) for entry in self.entries]


def _make_draw_form_values(
    choices: draws.DrawChoices, entry_rows: Iterable[Entry], posted: QueryDict
) -> DrawFormValues:
    """Return the values of the form of a draw; a refusal keeps what was chosen."""
    entries = [
        entry
        for entry in entry_rows
        if entry.status == EntryStatus.ENTERED.value and entry.presence not in OUT_OF_THE_DRAW
    ]
    if posted.get("has_options"):
        return DrawFormValues(
            seeding=posted.get("seeding", ""),
            count=posted.get("count", ""),
            blocks="blocks" in posted,
            apart=posted.getlist("apart"),
            entries=entries,
            seed_texts=_add_empty_seeds(choices, posted.getlist("seeded")),
            figures={entry.number: posted.get(f"seed-{entry.number}", "") for entry in entries},
        )
    return DrawFormValues(
        seeding=MANUAL if choices.standing else NONE,
        count="",
        blocks=choices.blocks,
        apart=choices.apart,
        entries=entries,
        seed_texts=_add_empty_seeds(choices, [str(number) for number in choices.standing]),
        figures={entry.number: str(entry.seed or "") for entry in entries},
    )


def _add_empty_seeds(choices: draws.DrawChoices, seed_texts: Sequence[str]) -> list[str]:
    """Return the fields of the seeds with empty ones: the usual number, and always some to add more."""
    filled_fields = [text for text in seed_texts if text.strip()]
    count = max(min(choices.usual, MAX_LISTED_PLAYERS), len(filled_fields) + EMPTY_SEEDS)
    return [*filled_fields, *[""] * (count - len(filled_fields))]


def _with_status(matches: Sequence[Match], status: Status) -> list[Match]:
    return [match for match in matches if match.status == status.value]


def _by_table(match: Match) -> tuple[int, int]:
    return (match.table.number if match.table else 0, match.pk)


def _at_its_table(match: SeatedMatch) -> tuple[int, int]:
    return (match.table or 0, match.pk)


def _citable_laws() -> list[str]:
    """Return the rules a ruling may cite, the default first, those of a match before those of a move."""
    return sorted(LAWS, key=lambda law: (law != DEFAULT_LAW, not law.startswith("match."), law))


def make_page_context(event: Event, current: str = "desk") -> dict[str, object]:
    """Return what every page beside the desk shows."""
    tabs = make_desk_tabs(event, current)
    return {
        "event": event,
        "tabs": tabs,
        "event_names": get_event_names(event, tabs),
        "key": web_forms.new_key(),
        "now": timezone.now(),
    }


MAX_RULES = 6
# Shorter queries match too many rules.
MIN_RULE_LETTERS = 4
# Table numbers have at most this many digits.
MAX_TABLE_DIGITS = 5


@require_safe
@director_view
def search_desk(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what matches a search: players and their matches, the match at a table, rules."""
    search_text = request.GET.get("q", "").strip()[:LONGEST]
    is_number = search_text.isascii() and search_text.isdecimal() and len(search_text) <= MAX_TABLE_DIGITS
    result_rows = desk_search.find_entry_rows(event.tournament, search_text) if search_text else []
    tabs = make_desk_tabs(event, "desk")
    context = {
        "event": event,
        "tabs": tabs,
        "event_names": get_event_names(event, tabs),
        "search_text": search_text,
        "results": result_rows,
        "flight": "" if result_rows else _late_entry_flight(event),
        "at_table": desk_search.match_row_at_table(event, int(search_text)) if is_number else None,
        "laws": [describe_law(law) for law in find_laws(search_text)[:MAX_RULES]]
        if len(search_text) >= MIN_RULE_LETTERS
        else [],
    }
    return render(request, "tournaments/play/desk/search.html", context)


def _late_entry_flight(event: Event) -> str:
    """Return the flight for a late entry: the first drawn one, "" before any draw."""
    return (
        next(iter(events.get_overview(event).flight_infos), "") if event.status != EventStatus.DRAFT else ""
    )
