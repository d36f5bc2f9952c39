"""Entries at the desk: entered, checked in, replaced, withdrawn, with their details and badges."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.date_fields import DayField
from matches.models import Match, Player
from matches.names import PAIR_SEPARATOR
from matches.queries.desks import get_latest_results
from matches.refusal_statuses import get_status
from matches.services import badges
from matches.views import links
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments import registry
from tournaments.exchange.lists.pasted_lines import read_pasted_lines
from tournaments.journal.facts import PARTICULARS
from tournaments.messages import describe_entered
from tournaments.messages.details import DETAIL_COLUMNS
from tournaments.models import Entry, EntryStatus, Event, EventStatus
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import NOTHING, MatchedLine
from tournaments.permissions import find_inactivity, may_read_records
from tournaments.play.changes.queries import previews
from tournaments.play.desk import forms
from tournaments.play.desk.event_commands import get_place_name
from tournaments.play.desk.listed_payments import make_payments_context
from tournaments.play.desk.views.actions import (
    asks_about_payouts,
    command_arguments,
    desk_action,
    get_event_entry,
)
from tournaments.play.desk.views.desk import make_page_context, render_desk
from tournaments.play.draws import forms as draw_forms
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.entrants.queries.entries import (
    is_reinstated_by_entering,
    list_marked_names,
    read_names,
)
from tournaments.play.entrants.queries.namesake_facts import describe_former_members, describe_namesakes
from tournaments.play.entrants.queries.same_people import (
    AnsweredChoice,
    SamePeople,
    find_answered_choices,
    list_same_people,
)
from tournaments.play.entrants.queries.withdrawn_names import list_withdrawn_names
from tournaments.play.entries.messages import REASONS_OF_ENTRIES, list_reasons_to_stay
from tournaments.play.entries.queries.entry_lists import find_lists_to_withdraw, get_entry_lists
from tournaments.play.entries.queries.entry_payments import get_entry_payment
from tournaments.play.entries.queries.withdrawal_fees import get_withdrawal_fee
from tournaments.play.entries.services import entries as entry_services
from tournaments.play.entries.services import withdrawn_lists
from tournaments.play.entries.services.entries import mark_all_present, set_presence
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.play.events.desk_line_parser import LONGEST
from tournaments.play.events.events import get_overview
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.list_forms import ListQuestionsForm, read_answers
from tournaments.web.list_messages import describe_left_out, describe_note
from tournaments.web.name_orders import describe_name_orders
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST, OK, see_other

# More matches of an entry than this are not listed.
MAX_RESULTS = 64


@require_safe
@director_view
def show_entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the entries, or those that match a search, with their badges and the buttons to withdraw them."""
    search_text = request.GET.get("q", "").strip()[:LONGEST]
    entry_lists = [] if search_text else get_entry_lists(event)
    context = {
        **make_page_context(event, "desk-entries"),
        "entries": entry_queries.find_entries(event, search_text),
        "search_text": search_text,
        "flights": _list_published_flights(event),
        "entry_lists": entry_lists,
        "lists_to_withdraw": find_lists_to_withdraw(event, entry_lists),
        "key": web_forms.new_key(),
    }
    return render(request, "tournaments/play/desk/desk_entries.html", context)


def _list_published_flights(event: Event) -> list[tuple[str, str]]:
    """Return key and name of the flights that a late entry may enter, none before a draw is published."""
    if event.status != EventStatus.PUBLISHED or find_inactivity(event) is not None:
        return []
    return [(key, flight.name) for key, flight in get_overview(event).flight_infos.items()]


@require_POST
@director_view
def enter_names(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview or enter the lines of the entry box.

    Two names combined as a pair become a line, and the box is previewed again.
    """
    pair = _pair_line(request)
    # The two other buttons of the box are actions of their own, which load the event and the form again.
    for name, view in (("enter", _enter), ("wait", _enter_waiting)):
        if request.POST.get(name) and not pair:
            tournament = event.tournament
            return view(request, club=tournament.club.slug, tournament=tournament.slug, event=event.slug)
    return _render_preview(request, event, pair=pair)


def _render_preview(
    request: HttpRequest, event: Event, pair: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    """Render the desk with the preview of the entry box, and of the line of a pair."""
    text, pasted_context = _read_list(request, event, forms.get_pasted_text(request.POST))
    is_unanswered = pasted_context.get("is_unanswered", False)
    text = "\n".join(filter(None, (text, pair)))
    with_records = may_read_records(request.user, event.tournament.club)
    lines = read_names(event=event, text=text, with_records=with_records)
    namesakes = {player for line in lines for _person, player in line.choices}
    same_people = list_same_people(event=event, lines=lines, with_records=with_records)
    answered_choices = find_answered_choices(event=event, lines=lines)
    open_lines = _list_open_lines(lines, same_people, answered_choices)
    extra_context = {
        "checked": lines,
        "open_lines": open_lines,
        "namesake_texts": describe_namesakes(event.tournament.club_id, namesakes, with_records=with_records),
        "former_members": describe_former_members(
            event.tournament.club_id, _list_players(lines), with_records=with_records
        ),
        "doubtful": [line for line in lines if line.is_doubtful or line.choices],
        "to_choose": any(line.choices for line in lines),
        "entry_count": 0 if is_unanswered else _count_entries(event, lines),
        "same_people": same_people,
        "withdrawn_names": list_withdrawn_names(event, {line.name for line in lines if line.is_taken}),
        "answered_choices": answered_choices,
        "is_reinstated": is_reinstated_by_entering(event),
        "namesakes": not is_unanswered
        and any(line.may_be_another for line in lines)
        and not any(line.is_wrong for line in lines),
        "pairs": any(line.members for line in lines),
        "are_all_pairs": all(line.members for line in lines),
        "details": DETAIL_COLUMNS.values() if any(line.about != NOTHING for line in lines) else (),
        "was": forms.text_digest(text),
        "posted": {"names": text},
        "price_sentences": [price for prices in registry.price_sentences(event) for price in prices],
        **make_payments_context(event, lines, _read_day(request.POST.get("paid_on", ""))),
        **pasted_context,
    }
    return render_desk(request, event, refusal=refusal, extra_context=extra_context)


def _list_open_lines(
    lines: Sequence[MatchedLine],
    same_people: Mapping[int, SamePeople],
    answered_choices: Mapping[int, AnsweredChoice],
) -> set[int]:
    """Return the numbers of the lines that need a choice: of none, nobody is chosen already."""
    answered = {place for place, people in same_people.items() if people.guess} | answered_choices.keys()
    return {
        line.number
        for place, line in enumerate(lines)
        if place not in answered and (line.needs_choice or (line.choices and not line.may_be_another))
    }


def _list_players(lines: Sequence[MatchedLine]) -> set[int]:
    """Return the members (keys) whom lines mean, also in pairs."""
    return {half.player for line in lines for half in (line, *line.members) if half.player is not None}


def _render_names(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the desk after a mistake; payments that have changed are previewed again."""
    if refusal is not None and refusal.code == "dues_changed":
        return _render_preview(request, event, refusal=refusal)
    return render_desk(request, event, refusal=refusal, extra_context=extra_context)


def _read_list(request: HttpRequest, event: Event, text: str) -> tuple[str, dict[str, Any]]:
    """Return a pasted list as lines of the box, and what the page says and asks about it.

    The list as it was pasted (`list`) is read again with the answers, unless its lines were edited.
    """
    pasted = request.POST.get("list", "")
    is_unchanged = request.POST.get("of_list") == forms.text_digest(text)
    source = pasted if pasted and is_unchanged else text
    answers = read_answers(request.POST) if source is pasted else {}
    read_lines = read_pasted_lines(source, list_marked_names(event), answers, timezone.localdate())
    if read_lines is None:
        return text, {}
    return read_lines.text, {
        "list": source,
        "of_list": forms.text_digest(read_lines.text),
        "questions": ListQuestionsForm(read_lines.questions),
        "is_unanswered": any(question.is_open for question in read_lines.questions),
        "name_orders": describe_name_orders(read_lines.name_orders),
        "left_out": describe_left_out(read_lines.left_out),
        "unused": read_lines.unused,
        "unused_notes": [(note.line, describe_note(note)) for note in read_lines.notes],
    }


def _pair_line(request: HttpRequest) -> str:
    """Return the line of two players combined as a pair, or ""."""
    names = [request.POST.get(name, "").strip() for name in ("first", "second")]
    return PAIR_SEPARATOR.join(names) if any(names) else ""


def _count_entries(event: Event, lines: Sequence[MatchedLine]) -> int:
    """Return the number of entries to create once each namesake is chosen; 0 while a line is invalid.

    Withdrawn entries that are reinstated count, too.
    """
    if any(line.is_wrong and not line.asks_person for line in lines):
        return 0
    returning = [line for line in lines if line.standing is LineStatus.WITHDRAWN]
    count = sum(line.is_taken or (line.asks_person and not line.may_be_another) for line in lines)
    return count + (len(returning) if is_reinstated_by_entering(event) else 0)


@desk_action(forms.EntryNamesForm, render_page=_render_names)
@asks_about_payouts
def _enter(request: HttpRequest, event: Event, form: forms.EntryNamesForm) -> str:
    before = dict(event.entries.values_list("number", "status"))
    entry_services.enter_names(
        event=event,
        names=form.cleaned_data["names"],
        recorded=_read_payments(form),
        written_names=form.written_names,
        **command_arguments(request, form),
    )
    new_entries = event.entries.exclude(number__in=before)
    kinds = list(new_entries.values_list("player__kind", flat=True))
    entered = event.entries.filter(status=EntryStatus.ENTERED).values_list("number", flat=True)
    count = sum(before.get(number) == EntryStatus.WITHDRAWN for number in entered)
    reinstated = ngettext(
        "%(count)s withdrawn entry reinstated.", "%(count)s withdrawn entries reinstated.", count
    )
    sentences = [describe_entered(entry_queries.describe_kind(event, kinds), len(kinds))] if kinds else []
    return " ".join([*sentences, *([reinstated % {"count": count}] if count else [])])


@desk_action(forms.EntryNamesForm, render_page=_render_names)
@asks_about_payouts
def _enter_waiting(request: HttpRequest, event: Event, form: forms.EntryNamesForm) -> str:
    before = event.entries.count()
    entry_services.enter_waiting(
        event=event,
        names=form.cleaned_data["names"],
        recorded=_read_payments(form),
        written_names=form.written_names,
        **_keyed_arguments(request, form),
    )
    return gettext("On the waiting list: %(count)s more.") % {"count": event.entries.count() - before}


def _read_payments(form: forms.EntryNamesForm) -> PaymentsToRecord:
    data = form.cleaned_data
    return PaymentsToRecord(data["method"], data["paid_sum"], data["paid_on"])


def _read_day(text: str) -> date | None:
    """Return the day that the preview has sent; None without one."""
    try:
        day: date | None = DayField(required=False).clean(text)
    except ValidationError:
        return None
    return day


def _keyed_arguments(request: HttpRequest, form: forms.EntryNamesForm) -> dict[str, Any]:
    """Return the command arguments with a key, which a command of several lines needs."""
    arguments = command_arguments(request, form)
    return {**arguments, "key": arguments["key"] or web_forms.new_key()}


@require_safe
@director_view
def ask_to_withdraw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask whether to withdraw an entry from the event, or from the flight of the query, and name the effects.

    There is nothing to ask if it cannot be withdrawn.
    """
    entry_row = get_event_entry(event, number)
    if entry_row.status != EntryStatus.ENTERED or event.status == EventStatus.FINISHED:
        return see_other(event_url("desk-entries", event))
    return _render_question(request, event, entry_row, request.GET.get("flight", ""))


def render_withdrawal(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Ask again after a refused withdrawal, with what was entered; without an entry the desk is shown."""
    number = request.POST.get("entry", "")
    entry = next((one for one in event.entries.all() if str(one.number) == number), None)
    if entry is None:
        return render_desk(request, event, refusal=refusal, extra_context=extra_context)
    entry.event = event
    entered = {name: request.POST.get(name, "") for name in ("reason", "fee", "results")}
    context = {"entered": entered, "reason": entered["reason"], **(extra_context or {})}
    return _render_question(request, event, entry, request.POST.get("flight", ""), refusal, context)


def _render_question(
    request: HttpRequest,
    event: Event,
    entry_row: Entry,
    flight: str,
    refused: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    context = {
        **make_page_context(event, "desk-entries"),
        "entry": entry_row,
        "flight": flight,
        "place": get_place_name(event, flight),
        "back_url": event_url("desk-change" if flight else "desk-entries", event),
        "results_choices": draw_forms.WITHDRAWAL_RESULTS,
        "payment": None if flight else get_entry_payment(entry_row),
        "fee": None if flight else get_withdrawal_fee(entry_row),
    }
    try:
        context["preview"] = previews.preview_withdrawal(event, entry_row.number, flight)
    except Refusal as refusal:
        context["refusal"] = make_refusal_message(refusal)
    if refused is not None:
        context["refused"] = make_refusal_message(refused)
    status = get_status(refused) if refused else BAD_REQUEST if extra_context else OK
    page_context = context | dict(extra_context or {})
    return render(request, "tournaments/play/desk/withdraw_entry.html", page_context, status=status)


@desk_action(forms.EntryListForm, next_page="desk-entries")
def withdraw_entry_list(request: HttpRequest, event: Event, form: forms.EntryListForm) -> str:
    """Withdraw the entries of a list, and say which stay and why."""
    withdrawn_list = withdrawn_lists.withdraw_entry_list(
        event=event, number=form.cleaned_data["list"], **command_arguments(request, form)
    )
    reasons = [
        str(REASONS_OF_ENTRIES[reason]) % {"name": entry.player.desk_name}
        for entry, reason in withdrawn_list.remaining
    ]
    if reasons:
        messages.warning(request, list_reasons_to_stay(gettext("Not withdrawn:"), reasons))
    text = ngettext("%(count)s entry withdrawn.", "%(count)s entries withdrawn.", withdrawn_list.withdrawn)
    return text % {"count": withdrawn_list.withdrawn}


def _badge_holder(entry: Entry, member: str) -> Player:
    """Return the badge holder: the player, or a member of a team (default: its captain)."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    candidates = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_object_or_404(candidates).player


@require_POST
@director_view
def entry_badge(request: HttpRequest, event: Event) -> HttpResponse:
    """Issue a new badge for an entry and show its link once, with a QR code."""
    form = forms.EntryForm(request.POST)
    if not form.is_valid():
        return render_desk(request, event)
    entry = get_event_entry(event, form.cleaned_data["entry"])
    try:
        holder = _badge_holder(entry, request.POST.get("member", ""))
        badge = badges.issue_badge(desk=event.tournament.desk, player=holder, by=require_user(request))
    except Refusal as refusal:
        return render_desk(request, event, refusal=refusal)
    link = links.build_public_url(request, f"{reverse('badge')}#{badge.token}")
    context = {"event": event, "entry": entry, "holder": holder, **links.describe_link(link)}
    response = render(request, "tournaments/play/desk/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@director_view
def mark_presence(request: HttpRequest, event: Event) -> HttpResponse:
    """Mark an entry as checked in, absent, waiting or not marked; all as checked in if none is named.

    The desk reopens at the marked entry.
    """
    form = draw_forms.CheckInForm(request.POST)

    def run() -> HttpResponse:
        number, arguments = form.cleaned_data["entry"], command_arguments(request, form)
        if number is None:
            mark_all_present(event=event, **arguments)
        else:
            get_event_entry(event, number)
            presence_value = form.cleaned_data["presence"]
            set_presence(event=event, entries=[number], presence=presence_value, **arguments)
        return see_other(f"{event_url('desk', event)}#entry-{number or 'list'}")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return render_desk(request, event, refusal=refusal)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk", event))


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Edit the details of an entry."""
    entry_row = get_event_entry(event, number)
    current_details = {name: getattr(entry_row, name) or "" for name in PARTICULARS}
    form = draw_forms.EntryDetailsForm(
        request.POST if request.method == "POST" else None, initial=current_details
    )

    def run() -> str:
        details = {number: form.entry_details}
        entry_services.describe(event=event, details=details, **command_arguments(request, form))
        return gettext("Details of %(name)s corrected.") % {"name": entry_row.player}

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _entry_page(request, event, entry_row, form, refusal)

    next_url = f"{event_url('desk', event)}#entry-{number}"
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _entry_page(
    request: HttpRequest,
    event: Event,
    entry_row: Entry,
    form: draw_forms.EntryDetailsForm,
    refusal: Refusal | None,
) -> HttpResponse:
    if refusal is not None:
        # The service has changed the status and the version of this object before it refused.
        event.refresh_from_db(fields=["status", "version"])
    own_matches = Match.objects.filter(Q(white=entry_row.player) | Q(black=entry_row.player))
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-entries"),
        "entry": entry_row,
        "settled": get_latest_results(own_matches.filter(pairing__event=event), MAX_RESULTS),
        "form": form,
        "key": web_forms.new_key(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "tournaments/play/desk/entry.html", context)
