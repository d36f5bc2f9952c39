"""Desk actions on entries: the entry box with its preview, withdrawals, presence, badges."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.models import Player
from matches.refusals import get_status
from matches.services import badges
from matches.spellings import PAIR_SEPARATOR
from matches.views import public_links
from matches.views.qr_codes import make_qr_svg
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.entries_text import Line
from tournaments.forms import desk as forms
from tournaments.forms import draws as draw_forms
from tournaments.journal.entrants import PARTICULARS
from tournaments.models import Entry, Event
from tournaments.particulars_text import NOTHING
from tournaments.queries.entries import read_names
from tournaments.services import entries, presence
from tournaments.views import desk
from tournaments.views.actions import command_arguments, desk_action, get_event_entry
from tournaments.views.decorators import director_view, event_url, require_user
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other


@require_POST
@director_view
def names(request: HttpRequest, event: Event) -> HttpResponse:
    """The paste box: checked first, entered when the director has seen what each line means.

    Two names put together as a pair become a line of the box, which is checked again.
    """
    pair = _pair_line(request)
    for name, view in (("enter", _enter), ("wait", _enter_waiting)):
        if request.POST.get(name) and not pair:
            tournament = event.tournament
            return view(request, club=tournament.club.slug, evening=tournament.slug, event=event.slug)
    text = "\n".join(filter(None, (forms.get_pasted_text(request.POST), pair)))
    lines = read_names(event=event, text=text)
    extra_context = {
        "checked": lines,
        "doubtful": [line for line in lines if line.is_doubtful],
        "taken": _entry_count(lines),
        "pairs": any(line.members for line in lines),
        "details": any(line.about != NOTHING for line in lines),
        "was": forms.text_digest(text),
        "kept": {"names": text},
    }
    return desk.page(request, event, extra_context=extra_context)


def _pair_line(request: HttpRequest) -> str:
    """The line of the two who were put together, or nothing."""
    two = [request.POST.get(name, "").strip() for name in ("first", "second")]
    return PAIR_SEPARATOR.join(two) if any(two) else ""


def _entry_count(lines: Sequence[Line]) -> int:
    """How many entries the button makes: none while a line cannot stand."""
    return 0 if any(line.is_wrong for line in lines) else sum(line.is_taken for line in lines)


@desk_action(forms.Names)
def _enter(request: HttpRequest, event: Event, form: forms.Names) -> str:
    before = event.entries.count()
    entries.enter_names(event=event, names=form.cleaned_data["names"], **command_arguments(request, form))
    return gettext("%(count)s players entered.") % {"count": event.entries.count() - before}


@desk_action(forms.Names)
def _enter_waiting(request: HttpRequest, event: Event, form: forms.Names) -> str:
    before = event.entries.count()
    entries.enter_waiting(event=event, names=form.cleaned_data["names"], **_keyed_arguments(request, form))
    return gettext("On the waiting list: %(count)s more.") % {"count": event.entries.count() - before}


def _keyed_arguments(request: HttpRequest, form: forms.Names) -> dict[str, Any]:
    """The signature of an act that writes more than one line, which needs a key of its own."""
    signed = command_arguments(request, form)
    return {**signed, "key": signed["key"] or forms.new_key()}


@desk_action(forms.Withdrawal)
def withdraw(request: HttpRequest, event: Event, form: forms.Withdrawal) -> str:
    """Take an entry out of what is still to be played."""
    entry = get_event_entry(event, form.cleaned_data["entry"])
    entries.withdraw(entry=entry, **command_arguments(request, form))
    return gettext("%(name)s has been withdrawn.") % {"name": entry.player}


def _badge_holder(entry: Entry, member: str) -> Player:
    """Who gets the badge: the player, or of a team the member of that code, else its captain."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    candidates = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_object_or_404(candidates).player


@require_POST
@director_view
def badge(request: HttpRequest, event: Event) -> HttpResponse:
    """Give an entry a new badge and show its link once, with a picture to scan."""
    form = forms.Withdrawal(request.POST)
    if not form.is_valid():
        return desk.page(request, event)
    entry = get_event_entry(event, form.cleaned_data["entry"])
    try:
        holder = _badge_holder(entry, request.POST.get("member", ""))
        issued = badges.issue_badge(desk=event.tournament.desk, player=holder, by=require_user(request))
    except Refusal as refusal:
        return desk.page(request, event, refusal=refusal)
    link = public_links.build_public_url(request, f"{reverse('badge')}#{issued.token}")
    context = {"event": event, "entry": entry, "holder": holder, "link": link, "code": make_qr_svg(link)}
    response = render(request, "tournaments/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@director_view
def note(request: HttpRequest, event: Event) -> HttpResponse:
    """Mark an entry as here, away, waiting or not said; everybody as here when none is named.

    The next name to mark is near the last one: the desk opens there.
    """
    form = draw_forms.Presence(request.POST)
    if not form.is_valid():
        response = desk.page(request, event)
        response.status_code = BAD_REQUEST
        return response
    number, signed = form.cleaned_data["entry"], command_arguments(request, form)
    try:
        if number is None:
            presence.mark_all_present(event=event, **signed)
        else:
            get_event_entry(event, number)
            presence_value = form.cleaned_data["presence"]
            presence.set_presence(event=event, entries=[number], presence=presence_value, **signed)
    except Refusal as refusal:
        return desk.page(request, event, refusal=refusal)
    return see_other(f"{event_url('desk', event)}#entry-{number or 'list'}")


@desk_action(draw_forms.StepIn)
def step_in(request: HttpRequest, event: Event, form: draw_forms.StepIn) -> str:
    """Replace an absent player with an alternate from the waiting list."""
    data = form.cleaned_data
    absent, alternate = get_event_entry(event, data["absent"]), get_event_entry(event, data["alternate"])
    presence.replace_absent(
        event=event,
        absent=absent.number,
        alternate=alternate.number,
        flight=data["flight"],
        **command_arguments(request, form),
    )
    return gettext("%(alternate)s plays for %(absent)s.") % {
        "alternate": alternate.player,
        "absent": absent.player,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Edit the details of an entry."""
    entry_row = get_event_entry(event, number)
    current_details = {name: getattr(entry_row, name) or "" for name in PARTICULARS}
    if request.method != "POST":
        lazy_form = SimpleLazyObject(lambda: draw_forms.Details(initial=current_details))
        return _entry_page(request, event, entry_row, lazy_form)
    form = draw_forms.Details(request.POST)
    if not form.is_valid():
        return _entry_page(request, event, entry_row, form, status=BAD_REQUEST)
    try:
        entries.describe(
            event=event, particulars={number: form.particulars}, **command_arguments(request, form)
        )
    except Refusal as refusal:
        event.refresh_from_db(fields=["status", "version"])
        return _entry_page(request, event, entry_row, form, status=get_status(refusal), refusal=refusal)
    messages.success(request, gettext("Details of %(name)s corrected.") % {"name": entry_row.player})
    return see_other(f"{event_url('desk', event)}#entry-{number}")


def _entry_page(
    request: HttpRequest,
    event: Event,
    entry_row: Entry,
    form: Any,
    *,
    status: int = 200,
    refusal: Refusal | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "entry": entry_row,
        "form": form,
        "key": forms.new_key(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "tournaments/entry.html", context, status=status)
