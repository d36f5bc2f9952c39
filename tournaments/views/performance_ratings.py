"""The desk's page of performance ratings: which matches wait for figures, and how each counts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusals import get_status
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.forms.desk import RULINGS, Figures
from tournaments.models import Event
from tournaments.queries import performance_ratings as queries
from tournaments.services import measures
from tournaments.views.actions import command_arguments
from tournaments.views.decorators import director_view, event_url
from tournaments.views.events import tabs
from tournaments.views.responses import BAD_REQUEST, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def performance_ratings(request: HttpRequest, event: Event) -> HttpResponse:
    """GET lists the matches whose ratings count; POST enters figures of one, or rules upon it."""
    if request.method != "POST":
        return _page(request, event)
    form = Figures(request.POST)
    if not form.is_valid():
        return _page(request, event, form=form)
    pairing = form.cleaned_data["pairing"]
    try:
        measures.set_match_measure(
            event=event, pairing=pairing, measure=form.measure(), **command_arguments(request, form)
        )
    except Refusal as refusal:
        return _page(request, event, refusal=refusal)
    messages.success(request, gettext("Result type saved."))
    return see_other(event_url("desk-figures", event))


def _page(
    request: HttpRequest, event: Event, *, refusal: Refusal | None = None, form: Figures | None = None
) -> HttpResponse:
    if request.method == "POST":
        event.refresh_from_db(fields=["status", "version", "lots_commitment"])
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "ratings": queries.get_performance_ratings(event),
        "rulings": RULINGS,
        "form": form,
        "kept": request.POST,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "key": forms.new_key(),
        "here": request.get_full_path(),
    }
    status = BAD_REQUEST if form else get_status(refusal) if refusal else 200
    return render(request, "tournaments/figures.html", context, status=status)
