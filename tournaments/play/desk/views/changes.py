"""Changes of a running event: changes of the draw, corrections of results, performance ratings."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches import states
from matches.models import Match, User
from matches.refusal_statuses import get_status
from matches.states import Ending, MatchResult
from matches.views.errors import RefusalMessage, make_refusal_message
from rules.errors import Refusal
from tournaments.messages import round_title
from tournaments.models import Event, Pairing
from tournaments.permissions import may_read_records
from tournaments.play.changes.draw_change_actions import (
    FLIGHT_PREVIEWS,
    PREVIEWS,
    ChangeData,
    execute_change,
)
from tournaments.play.changes.queries import (
    flight_previews,
    meeting_changes,
    missed_rounds,
    missed_stages,
    previews,
)
from tournaments.play.changes.queries.previews import CorrectionPreview, preview_correction
from tournaments.play.changes.services import corrections
from tournaments.play.desk import forms
from tournaments.play.desk.event_commands import link_follow_ups
from tournaments.play.desk.forms import RULINGS, PerformanceRatingsForm
from tournaments.play.desk.views.actions import (
    command_arguments,
    get_event_entry,
    get_event_match,
    run_or_ask,
)
from tournaments.play.desk.views.desk import MAX_LISTED_PLAYERS, get_event_names
from tournaments.play.draws.forms import (
    CHANGES,
    JOIN,
    LATE,
    LEAGUE_CHANGES,
    OPTIONAL_FIELDS,
    REASON,
    REINSTATE,
    REQUIRED_FIELDS,
    SEED,
    SWAP,
    WITHDRAW,
    DrawChangeForm,
    DrawChangePageForm,
)
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.entrants.queries.entries import EntrantReading
from tournaments.play.entrants.queries.withdrawn_names import list_withdrawn_names
from tournaments.play.event_journal.services.performance_ratings import set_match_measure
from tournaments.play.events import events
from tournaments.play.events import performance_ratings as queries
from tournaments.play.events.events import get_overview
from tournaments.registry import late_entry_notes
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST, CONFLICT, see_other

# Changes that put players on other lines, so that matches of a round robin move to other rounds.
LINE_CHANGES = frozenset({LATE, JOIN, SWAP, SEED})


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def change(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview a change (GET) or make it (POST)."""
    query: QueryDict = request.POST if request.method == "POST" else request.GET
    if "act" not in query:
        return _change_page(request, event, {})
    form = DrawChangePageForm(query)
    if not form.is_valid():
        return _change_page(request, event, {"form": form}, status=BAD_REQUEST)
    data = form.cleaned_data
    try:
        _require_entries(event, data)
        if request.method != "POST" and data["act"] == WITHDRAW:
            return see_other(_get_withdrawal_url(event, data))
        if request.method != "POST":
            shown_change = _show_change(event, data, require_user(request))
            change_preview = _change_preview(event, data, shown_change["entrant"], require_user(request))
            return _change_page(request, event, {**shown_change, **change_preview})
        return _make_change(request, event, form)
    except Refusal as refusal:
        context = {
            **_show_change(event, data, require_user(request)),
            "refusal": make_refusal_message(refusal),
            "title": "",
        }
        return _change_page(request, event, context, status=get_status(refusal))


def _make_change(request: HttpRequest, event: Event, form: DrawChangePageForm) -> HttpResponse:
    """Make a change; ask first if it changes prizes that are already paid."""
    act = form.cleaned_data["act"]

    def run() -> str:
        execute_change(event, form.cleaned_data, command_arguments(request, form))
        done = gettext("Done: %(change)s.") % {"change": _name_changes(event)[act]}
        return format_html("{}{}", done, _offer_missed_stage(event, form.cleaned_data))

    outcome = run_or_ask(request, event, run)
    if isinstance(outcome, HttpResponse):
        return outcome
    messages.success(request, outcome)
    return see_other(event_url("desk", event))


def _offer_missed_stage(event: Event, data: ChangeData) -> SafeString:
    """Return what a reinstated player has missed, with a link to the free place there; "" for nothing."""
    if data["act"] != REINSTATE:
        return SafeString("")
    entry = get_event_entry(event, data["entry"])
    missed_stage = missed_stages.get_missed_stage(entry)
    if missed_stage is None:
        return SafeString("")
    if not missed_stage.has_line:
        return format_html(" {}", missed_stage.sentence)
    query = {"act": JOIN, "entry": str(entry.number), "flight": missed_stage.flight}
    return format_html(
        ' {} <a href="{}?{}">{}</a>',
        missed_stage.sentence,
        event_url("desk-change", event),
        urlencode(query),
        gettext("Put %(name)s in") % {"name": entry.player.desk_name},
    )


def _get_withdrawal_url(event: Event, data: ChangeData) -> str:
    """Return the page that asks whether to withdraw an entry: one question, wherever it is reached from."""
    return (
        f"{event_url('desk-ask-to-withdraw', event, data['entry'])}?{urlencode({'flight': data['flight']})}"
    )


def _show_change(event: Event, data: ChangeData, user: User) -> dict[str, Any]:
    """Return what the page shows of a change itself: what was chosen, and who is meant by a name."""
    is_named = "name" in REQUIRED_FIELDS[data["act"]]
    with_records = may_read_records(user, event.tournament.club)
    entrant = (
        entry_queries.read_entrant(event=event, text=data["name"], with_records=with_records)
        if is_named
        else None
    )
    return {
        "requested_change": data,
        "chosen": _describe_change(event, data, entrant),
        "entrant": entrant,
        "withdrawn_names": list_withdrawn_names(event, {entrant.line.name} if entrant else ()),
        "other_fields": [field for field in _hidden_fields(data) if field[0] != "name"],
    }


def _change_preview(
    event: Event, data: ChangeData, entrant: EntrantReading | None, user: User
) -> dict[str, Any]:
    """Return what the change affects: pairings, or the players of each flight."""
    if data["act"] in FLIGHT_PREVIEWS:
        return {"parts": FLIGHT_PREVIEWS[data["act"]](event, data)}
    pairing_changes, is_late = PREVIEWS[data["act"]](event, data, user), data["act"] in {LATE, JOIN}
    notes = missed_rounds.describe_missed_rounds(event, data["flight"]) if is_late else []
    is_of_lines = data["act"] in LINE_CHANGES and not any(one.loses_result for one in pairing_changes)
    if is_of_lines and meeting_changes.is_round_robin(event, data["flight"]):
        notes += [note for answer in late_entry_notes(event) for note in answer] if is_late else []
        return {"meetings": meeting_changes.sort_meetings(pairing_changes), "notes": notes}
    changes = previews.sort_changes(pairing_changes, _get_person(event, data, entrant))
    if data["act"] == REINSTATE:
        notes.append(gettext("Walk-overs given since stay, where play has gone on after them."))
        missed_stage = missed_stages.preview_missed_stage(
            get_event_entry(event, data["entry"]), data["flight"]
        )
        notes += [missed_stage.sentence] if missed_stage is not None else []
    return {"previews": changes, "notes": notes}


def _get_person(event: Event, data: ChangeData, entrant: EntrantReading | None) -> str:
    """Return the name of the player whom a change is about, "" for one of nobody in particular."""
    required_fields = REQUIRED_FIELDS[data["act"]]
    if entrant is not None:
        return entrant.line.name
    return get_event_entry(event, data["entry"]).player.name if "entry" in required_fields else ""


def _describe_change(
    event: Event, data: ChangeData, entrant: EntrantReading | None
) -> list[tuple[str, object]]:
    """Return what was chosen for a change as labels and values."""
    flight_infos = events.get_overview(event).flight_infos
    texts: list[tuple[str, object]] = []
    for name in REQUIRED_FIELDS[data["act"]]:
        label, value = str(DrawChangeForm.base_fields[name].label), data[name]
        if name == "flight" and event.is_league:
            label = gettext("Division")
        if name in ("flight", "into"):
            info = flight_infos.get(value)
            texts.append((label, info.name if info is not None else value))
        elif name in ("entry", "other"):
            texts.append((label, f"{value} {get_event_entry(event, value).player.desk_name}"))
        elif name == "name" and entrant is not None:
            texts.append((label, entrant.name))
        elif name != "entries":
            texts.append((label, value))
    if data["reason"]:
        texts.append((gettext("Reason"), data["reason"]))
    return texts


def _require_entries(event: Event, data: ChangeData) -> None:
    """Raise 404 if an entry that the change names is not of the event."""
    for name in ("entry", "other"):
        if name in REQUIRED_FIELDS[data["act"]]:
            get_event_entry(event, data[name])


def _change_page(
    request: HttpRequest, event: Event, extra_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    data, names = extra_context.get("requested_change") or {}, _name_changes(event)
    entry_rows, overview = list(events.entries_of(event)), events.get_overview(event)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-plan"),
        "entries": entry_rows,
        "is_long": len(entry_rows) > MAX_LISTED_PLAYERS,
        "flights": [(key, flight_info.name) for key, flight_info in overview.flight_infos.items()],
        "changes": [(act, label, REQUIRED_FIELDS[act]) for act, label in names.items()],
        "title": names.get(data.get("act", "")),
        "fields": list(_hidden_fields(data)),
        "takes_reason": REASON in OPTIONAL_FIELDS.get(data.get("act", ""), ()),
        "parted": list(flight_previews.divisible_stages(event).items()),
        "key": web_forms.new_key(),
        "page_url": request.get_full_path(),
        **extra_context,
    }
    return render(request, "tournaments/play/desk/change_draw.html", context, status=status)


def _name_changes(event: Event) -> dict[str, str | Promise]:
    """Return the names of the changes of a draw, in the order of the page."""
    return {**dict(CHANGES), **(LEAGUE_CHANGES if event.is_league else {})}


def _hidden_fields(data: ChangeData) -> Iterator[tuple[str, object]]:
    """Yield the previewed values as hidden fields of the confirming form."""
    if not data:
        return
    optional = [name for name in OPTIONAL_FIELDS.get(data["act"], ()) if data[name] and name != REASON]
    for name in ("act", *REQUIRED_FIELDS[data["act"]], *optional):
        values = data[name] if isinstance(data[name], list) else [data[name]]
        yield from ((name, value) for value in values)


# Prefix of the fields with the choice for a match that has begun.
CHOICE_PREFIX = "choice-"


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def correct_result(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """Preview a corrected result (GET) or apply it (POST)."""
    match_row = get_event_match(event, match)
    query = request.POST if request.method == "POST" else request.GET
    form = forms.CorrectionForm(query or None)
    if not form.is_valid():
        return _correction_page(request, event, match_row, form, status=400 if form.is_bound else 200)
    choices = _get_choices(query)
    change_preview = None
    try:
        new_result = _make_result(match_row, form)
        change_preview = preview_correction(match=match_row, result=new_result, choices=choices)
        if request.method != "POST" or "look" in query:
            return _correction_page(request, event, match_row, form, change_preview=change_preview)
        # A choice or somebody else has changed what follows: show it again before anything is written.
        if query.get("reach", change_preview.reach) != change_preview.reach:
            return _correction_page(
                request,
                event,
                match_row,
                form,
                change_preview=change_preview,
                is_further=True,
                status=CONFLICT,
            )
        _apply_correction(request, match_row, form, new_result, choices)
    except Refusal as refusal:
        return _correction_page(
            request,
            event,
            match_row,
            form,
            change_preview=change_preview,
            refusal=refusal,
            status=get_status(refusal),
        )
    messages.success(request, _describe_correction(event, change_preview))
    return see_other(event_url("desk", event))


def _describe_correction(event: Event, preview: CorrectionPreview) -> str:
    """Return what a correction did; the desk itself says which rounds can be paired again."""
    confirmation = gettext("Result corrected, along with everything that depends on it.")
    sentences = ((outdated.sentence,) for outdated in preview.rounds if outdated.has_begun)
    return format_html("{}{}{}", confirmation, format_html_join("", " {}", sentences), link_follow_ups(event))


def _get_choices(query: QueryDict) -> dict[str, str]:
    return {
        name.removeprefix(CHOICE_PREFIX): str(query[name]) for name in query if name.startswith(CHOICE_PREFIX)
    }


def _apply_correction(
    request: HttpRequest,
    match: Match,
    form: forms.CorrectionForm,
    new_result: MatchResult,
    choices: dict[str, str],
) -> None:
    corrections.correct_result(
        match=match,
        result=new_result,
        choices=choices,
        reason=form.cleaned_data["reason"],
        **command_arguments(request, form),
    )


def _make_result(match: Match, form: forms.CorrectionForm) -> MatchResult:
    score = (form.cleaned_data["white_score"], form.cleaned_data["black_score"])
    return states.make_result(match.length, score, "", Ending.PLAYED.value)


def _get_unanswered(refusal: Refusal | None) -> Collection[str]:
    """Return the labels of the pairings and stages for which the director has not chosen anything yet."""
    if refusal is None or refusal.code != "choices_needed":
        return ()
    labels = refusal.facts.get("pairings", ())
    return [str(label) for label in labels] if isinstance(labels, Iterable) else ()


def _make_correction_message(refusal: Refusal, preview: CorrectionPreview | None) -> RefusalMessage:
    """Return the message of a refusal; where choices are missing it names their matches and stages."""
    message, unanswered = make_refusal_message(refusal), _get_unanswered(refusal)
    if preview is None or not unanswered:
        return message
    names = [change.name for change in preview.stage_changes if change.flight in unanswered]
    for item in preview.affected:
        if item.pairing.label in unanswered:
            players = " – ".join(map(str, item.before_names))
            names.append(f"{_title_round(preview.event, item.pairing)}, {players}")
    sentence = gettext("Choose what happens to the marked matches: %(matches)s.")
    return replace(message, sentence=sentence % {"matches": "; ".join(names)})


def _title_round(event: Event, pairing: Pairing) -> str:
    name = get_overview(event).get_flight_name(pairing.flight)
    spans = (pairing.winners, pairing.losers)
    return round_title(pairing.flight, pairing.round, *spans, board=pairing.board, name=name)


def _correction_page(
    request: HttpRequest,
    event: Event,
    match: Match,
    form: forms.CorrectionForm,
    *,
    change_preview: CorrectionPreview | None = None,
    is_further: bool = False,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    tabs = make_desk_tabs(event, "desk")
    context: dict[str, Any] = {
        "event": event,
        "match": match,
        "form": form,
        "preview": change_preview,
        "is_further": is_further,
        "is_outdated": request.POST.get("seen", str(event.version)) != str(event.version),
        "reason": form.cleaned_data.get("reason", "") if form.is_valid() else "",
        "refusal": _make_correction_message(refusal, change_preview) if refusal else None,
        "unanswered": _get_unanswered(refusal),
        "key": web_forms.new_key(),
        "tabs": tabs,
        "event_names": get_event_names(event, tabs),
        "page_url": event_url("desk-correct", event, match.code),
    }
    return render(request, "tournaments/play/desk/correct_result.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def performance_ratings(request: HttpRequest, event: Event) -> HttpResponse:
    """List the matches that count performance ratings (GET); enter PRs or a ruling (POST)."""
    form = PerformanceRatingsForm(request.POST if request.method == "POST" else None)

    def run() -> str:
        pairing, arguments = form.cleaned_data["pairing"], command_arguments(request, form)
        set_match_measure(event=event, pairing=pairing, measure=form.measure(), **arguments)
        return gettext("Result type saved.")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _performance_page(request, event, form, refusal)

    next_url = event_url("desk-performance-ratings", event)
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _performance_page(
    request: HttpRequest, event: Event, form: PerformanceRatingsForm, refusal: Refusal | None
) -> HttpResponse:
    if request.method == "POST":
        event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-plan"),
        "ratings": queries.get_performance_ratings(event),
        "rulings": RULINGS,
        "form": form if form.errors else None,
        "posted": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "key": web_forms.new_key(),
        "page_url": request.get_full_path(),
    }
    return render(request, "tournaments/play/desk/performance_ratings.html", context)
