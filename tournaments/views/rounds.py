"""The next round of a stage: seen before it is paired, with the reason of every board, then published."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments import forms
from tournaments.change_forms import Round
from tournaments.models import Entry, Event
from tournaments.phrases import flight_name
from tournaments.queries import events, flights, rounds
from tournaments.services.rounds import pair_round
from tournaments.views.acting import signature
from tournaments.views.answers import see
from tournaments.views.doors import address, for_directors


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def pair(request: HttpRequest, event: Event, flight: str) -> HttpResponse:
    """GET tells who would meet whom, without those named as away; POST pairs and seats the round."""
    entries = [entry for entry in events.entries_of(event) if entry.status == "entered"]
    numbers = [entry.number for entry in entries]
    if request.method != "POST":
        away = {
            int(number) for number in request.GET.getlist("away") if number.isascii() and number.isdecimal()
        }
        return _page(request, event, flight, entries, away & set(numbers))
    form = Round(request.POST, members=numbers)
    if not form.is_valid():
        return _page(request, event, flight, entries, set(), status=400)
    away = set(form.cleaned_data["away"])
    try:
        line = pair_round(event=event, flight=flight, away=away, **signature(request, form))
    except Refusal as refusal:
        return _page(request, event, flight, entries, away, refusal=refusal)
    said = gettext("Round %(round)s is paired, and its first matches are called.")
    messages.success(request, said % {"round": line.payload["round"]})
    return see(address("desk", event))


def _page(
    request: HttpRequest,
    event: Event,
    flight: str,
    entries: list[Entry],
    away: set[int],
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    proposal = None
    try:
        proposal = rounds.proposal(event, flight, away)
    except Refusal as refused:
        refusal = refusal or refused
    shape = flights.folded(event).shapes.get(flight)
    context = {
        "event": event,
        "flight": flight,
        "name": shape.name if shape else _named(flight),
        "proposal": proposal,
        "entries": entries,
        "away": away,
        "refusal": told(refusal) if refusal else None,
        "key": forms.new_key(),
        "here": request.get_full_path(),
    }
    return render(
        request, "tournaments/round.html", context, status=status_of(refusal) if refusal else status
    )


def _named(flight: str) -> str:
    try:
        return flight_name(flight)
    except (KeyError, Refusal):
        return flight
