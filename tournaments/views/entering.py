"""Deeds upon entries: the paste box with its preview, withdrawals, badges."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.services import badges
from matches.views.scanning import picture_of
from rules.errors import Refusal
from tournaments import forms
from tournaments.entries_text import Line, Standing
from tournaments.models import Event
from tournaments.queries.entries import read_names
from tournaments.services import entries
from tournaments.views import desk
from tournaments.views.acting import deed, entry_of, signature
from tournaments.views.doors import director, for_directors


@require_POST
@for_directors
def names(request: HttpRequest, event: Event) -> HttpResponse:
    """The paste box: checked first, entered when the director has seen what each line means."""
    if request.POST.get("enter"):
        return _enter(
            request, club=event.tournament.club.slug, evening=event.tournament.slug, event=event.slug
        )
    lines = read_names(event=event, text=request.POST.get("names", ""))
    return desk.page(request, event, more={"checked": lines, "taken": _would_enter(lines)})


def _would_enter(lines: Sequence[Line]) -> int:
    """How many players the button enters: nobody while one line cannot be a name."""
    if any(line.standing is Standing.TOO_LONG for line in lines):
        return 0
    return sum(line.is_taken for line in lines)


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
