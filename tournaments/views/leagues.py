"""Leagues and ladders of a club; a league season as everybody sees it, and its opening."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import told
from matches.views.visitors import user_of
from rules.errors import Refusal
from tournaments.exchange import sheets
from tournaments.forms import leagues as forms
from tournaments.models import Club, Event, LeagueSeason
from tournaments.permissions import may_direct
from tournaments.queries import event_sheets
from tournaments.queries import ladders as rungs
from tournaments.queries import leagues as facts
from tournaments.queries import members as belonging
from tournaments.services import leagues
from tournaments.views.answers import see, status_of
from tournaments.views.clubs import frame_of
from tournaments.views.doors import address, club_at, director, for_everybody, for_readers
from tournaments.views.events import tabs


@require_safe
@for_readers
def index(request: HttpRequest, club: Club) -> HttpResponse:
    """The league seasons and ladders of a club."""
    context = {"leagues": list(facts.leagues_of(club)), "ladders": list(rungs.ladders_of(club))}
    return render(request, "leagues/index.html", {**frame_of(request, club, "leagues"), **context})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_league(request: HttpRequest, club: str) -> HttpResponse:
    """Open a season: one form, then everybody is seen in his division before it begins."""
    found = club_at(club)
    if not may_direct(director(request), found):
        raise Http404
    names = [
        one.player.full_name for one in belonging.members(found) if one.player and not one.player.is_pair
    ]
    form = forms.League(
        request.POST or None, initial=forms.League.proposal(timezone.localdate(), sorted(names))
    )
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            league = leagues.open_league(
                club=found,
                name=form.cleaned_data["name"],
                terms=form.terms(),
                span=form.time(),
                roster=form.roster(),
                by=director(request),
                policy=form.cleaned_data["policy"],
            )
        except Refusal as refused:
            refusal = refused
        else:
            return see(address("desk-league", league.event))
    context = {"form": form, "refusal": told(refusal) if refusal else None, "here": request.path}
    page = {**frame_of(request, found, "leagues"), **context}
    return render(request, "leagues/open.html", page, status=status_of(refusal, form))


@require_safe
@for_everybody
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """The divisions side by side: table, crosstable, what is still to be played and until when."""
    page = facts.page_of(league_at(event), timezone.localdate())
    is_director = may_direct(user_of(request), event)
    context: dict[str, Any] = {
        "page": page,
        "event": event,
        "is_director": is_director,
        "tabs": tabs(event, "league", is_director=is_director),
        "topics": f"event:{event.pk}",
        "follow": request.GET.get("player", ""),
    }
    return render(request, "leagues/league.html", context)


@require_safe
@for_everybody
def table(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The table of a division for spreadsheets."""
    league_at(event)
    found = event_sheets.standings(event)
    if not 1 <= number <= len(found):
        raise Http404
    answer = HttpResponse(sheets.as_csv(found[number - 1]), content_type=sheets.CSV_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{number}.csv"'
    return answer


def league_at(event: Event) -> LeagueSeason:
    """The league season of an event, or 404."""
    found = LeagueSeason.objects.filter(event=event).select_related("before").first()
    if found is None:
        raise Http404(gettext("This event is no league."))
    found.event = event
    return found


def said(request: HttpRequest, sentence: str) -> None:
    """Tell that a deed is done."""
    messages.success(request, sentence)
