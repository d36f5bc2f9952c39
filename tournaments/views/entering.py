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
from matches.refusals import status_of
from matches.services import badges
from matches.spellings import BETWEEN
from matches.views import outward
from matches.views.refusals import told
from matches.views.scanning import picture_of
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
from tournaments.views.acting import deed, entry_of, signature
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, director, for_directors
from tournaments.views.events import tabs


@require_POST
@for_directors
def names(request: HttpRequest, event: Event) -> HttpResponse:
    """The paste box: checked first, entered when the director has seen what each line means.

    Two names put together as a pair become a line of the box, which is checked again.
    """
    pair = _pair(request)
    for name, view in (("enter", _enter), ("wait", _enter_waiting)):
        if request.POST.get(name) and not pair:
            tournament = event.tournament
            return view(request, club=tournament.club.slug, evening=tournament.slug, event=event.slug)
    text = "\n".join(filter(None, (forms.pasted(request.POST), pair)))
    lines = read_names(event=event, text=text)
    extra_context = {
        "checked": lines,
        "doubtful": [line for line in lines if line.is_doubtful],
        "taken": _would_enter(lines),
        "pairs": any(line.members for line in lines),
        "details": any(line.about != NOTHING for line in lines),
        "was": forms.seal_of(text),
        "kept": {"names": text},
    }
    return desk.page(request, event, extra_context=extra_context)


def _pair(request: HttpRequest) -> str:
    """The line of the two who were put together, or nothing."""
    two = [request.POST.get(name, "").strip() for name in ("first", "second")]
    return BETWEEN.join(two) if any(two) else ""


def _would_enter(lines: Sequence[Line]) -> int:
    """How many entries the button makes: none while a line cannot stand."""
    return 0 if any(line.is_wrong for line in lines) else sum(line.is_taken for line in lines)


@deed(forms.Names)
def _enter(request: HttpRequest, event: Event, form: forms.Names) -> str:
    before = event.entries.count()
    entries.enter_names(event=event, names=form.cleaned_data["names"], **signature(request, form))
    return gettext("%(count)s players entered.") % {"count": event.entries.count() - before}


@deed(forms.Names)
def _enter_waiting(request: HttpRequest, event: Event, form: forms.Names) -> str:
    before = event.entries.count()
    entries.enter_waiting(event=event, names=form.cleaned_data["names"], **_keyed(request, form))
    return gettext("On the waiting list: %(count)s more.") % {"count": event.entries.count() - before}


def _keyed(request: HttpRequest, form: forms.Names) -> dict[str, Any]:
    """The signature of an act that writes more than one line, which needs a key of its own."""
    signed = signature(request, form)
    return {**signed, "key": signed["key"] or forms.new_key()}


@deed(forms.Withdrawal)
def withdraw(request: HttpRequest, event: Event, form: forms.Withdrawal) -> str:
    """Take an entry out of what is still to be played."""
    entry = entry_of(event, form.cleaned_data["entry"])
    entries.withdraw(entry=entry, **signature(request, form))
    return gettext("%(name)s has been withdrawn.") % {"name": entry.player}


def _holder(entry: Entry, member: str) -> Player:
    """Who gets the badge: the player, or of a team the member of that code, else its captain."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    candidates = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_object_or_404(candidates).player


@require_POST
@for_directors
def badge(request: HttpRequest, event: Event) -> HttpResponse:
    """Give an entry a new badge and show its link once, with a picture to scan."""
    form = forms.Withdrawal(request.POST)
    if not form.is_valid():
        return desk.page(request, event)
    entry = entry_of(event, form.cleaned_data["entry"])
    try:
        holder = _holder(entry, request.POST.get("member", ""))
        issued = badges.issue(desk=event.tournament.desk, player=holder, by=director(request))
    except Refusal as refusal:
        return desk.page(request, event, refusal=refusal)
    link = outward.address(request, f"{reverse('badge')}#{issued.token}")
    context = {"event": event, "entry": entry, "holder": holder, "link": link, "code": picture_of(link)}
    response = render(request, "tournaments/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@for_directors
def note(request: HttpRequest, event: Event) -> HttpResponse:
    """Mark an entry as here, away, waiting or not said; everybody as here when none is named.

    The next name to mark is near the last one: the desk opens there.
    """
    form = draw_forms.Presence(request.POST)
    if not form.is_valid():
        response = desk.page(request, event)
        response.status_code = UNREADABLE
        return response
    number, signed = form.cleaned_data["entry"], signature(request, form)
    try:
        if number is None:
            presence.note_everybody(event=event, **signed)
        else:
            entry_of(event, number)
            presence_value = form.cleaned_data["presence"]
            presence.note(event=event, entries=[number], presence=presence_value, **signed)
    except Refusal as refusal:
        return desk.page(request, event, refusal=refusal)
    return see(f"{address('desk', event)}#entry-{number or 'list'}")


@deed(draw_forms.StepIn)
def step_in(request: HttpRequest, event: Event, form: draw_forms.StepIn) -> str:
    """Replace an absent player with an alternate from the waiting list."""
    data = form.cleaned_data
    absent, alternate = entry_of(event, data["absent"]), entry_of(event, data["alternate"])
    presence.replace_absent(
        event=event,
        absent=absent.number,
        alternate=alternate.number,
        flight=data["flight"],
        **signature(request, form),
    )
    return gettext("%(alternate)s plays for %(absent)s.") % {
        "alternate": alternate.player,
        "absent": absent.player,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Edit the details of an entry."""
    entry_row = entry_of(event, number)
    current_details = {name: getattr(entry_row, name) or "" for name in PARTICULARS}
    if request.method != "POST":
        lazy_form = SimpleLazyObject(lambda: draw_forms.Details(initial=current_details))
        return _entry_page(request, event, entry_row, lazy_form)
    form = draw_forms.Details(request.POST)
    if not form.is_valid():
        return _entry_page(request, event, entry_row, form, status=UNREADABLE)
    try:
        entries.describe(event=event, particulars={number: form.particulars}, **signature(request, form))
    except Refusal as refusal:
        event.refresh_from_db(fields=["status", "version"])
        return _entry_page(request, event, entry_row, form, status=status_of(refusal), refusal=refusal)
    messages.success(request, gettext("Details of %(name)s corrected.") % {"name": entry_row.player})
    return see(f"{address('desk', event)}#entry-{number}")


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
        "refusal": told(refusal) if refusal else None,
    }
    return render(request, "tournaments/entry.html", context, status=status)
