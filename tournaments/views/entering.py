"""Deeds upon entries: the paste box with its preview, withdrawals, badges."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.services import badges
from matches.spellings import BETWEEN
from matches.views.scanning import picture_of
from rules.errors import Refusal
from tournaments import forms
from tournaments.entries_text import Line
from tournaments.models import Event
from tournaments.queries.entries import read_names
from tournaments.services import entries
from tournaments.views import desk
from tournaments.views.acting import deed, entry_of, signature
from tournaments.views.doors import director, for_directors


@require_POST
@for_directors
def names(request: HttpRequest, event: Event) -> HttpResponse:
    """The paste box: checked first, entered when the director has seen what each line means.

    Two names put together as a pair become a line of the box, which is checked again.
    """
    pair = _pair(request)
    if request.POST.get("enter") and not pair:
        return _enter(
            request, club=event.tournament.club.slug, evening=event.tournament.slug, event=event.slug
        )
    text = "\n".join(filter(None, (request.POST.get("names", "").rstrip(), pair)))
    lines = read_names(event=event, text=text)
    more = {
        "checked": lines,
        "taken": _would_enter(lines),
        "pairs": any(line.members for line in lines),
        "kept": {"names": text},
    }
    return desk.page(request, event, more=more)


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


@deed(forms.Withdrawal)
def withdraw(request: HttpRequest, event: Event, form: forms.Withdrawal) -> str:
    """Take an entry out of what is still to be played."""
    entry = entry_of(event, form.cleaned_data["entry"])
    entries.withdraw(entry=entry, **signature(request, form))
    return gettext("%(name)s plays no more.") % {"name": entry.player}


@require_POST
@for_directors
def badge(request: HttpRequest, event: Event) -> HttpResponse:
    """Give an entry a new badge and show its link once, with a picture to scan."""
    form = forms.Withdrawal(request.POST)
    if not form.is_valid():
        return desk.page(request, event)
    entry = entry_of(event, form.cleaned_data["entry"])
    try:
        issued = badges.issue(desk=event.tournament.desk, player=entry.player, by=director(request))
    except Refusal as refusal:
        return desk.page(request, event, refusal=refusal)
    link = request.build_absolute_uri(f"{reverse('badge')}#{issued.token}")
    context = {"event": event, "entry": entry, "link": link, "code": picture_of(link)}
    answer = render(request, "tournaments/badge.html", context)
    answer["Cache-Control"] = "no-store"
    return answer
