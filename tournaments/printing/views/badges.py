"""Badges and name cards of the players of an event: one file with all of them."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from matches.services.badges import issue_badges
from matches.views.errors import make_refusal_message
from matches.views.links import build_public_url, describe_reach
from rules.errors import Refusal
from tournaments.countries import name_of
from tournaments.models import Event
from tournaments.printing import forms, queries
from tournaments.printing.messages import make_sheet_title
from tournaments.printing.pdf.badges import PlayerCard, card_pages
from tournaments.printing.pdf.pages import A4, PAPERS, Page, Paper, write_pdf
from tournaments.printing.queries import CardHolder
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import response_status, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def badges(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the form; on POST issue badges and return them as one PDF.

    The file cannot be made a second time, as only hashes of the tokens are stored.
    """
    has_other_events = event.tournament.events.exclude(pk=event.pk).exists()
    initial = {"paper": request.GET.get("paper", A4.name)}
    form = forms.BadgeIssueForm(request.POST or None, has_other_events=has_other_events, initial=initial)
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            return _issue_badges(request, event, form)
        except Refusal as error:
            refusal = error
    holders = queries.list_card_holders(event)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "printouts"),
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        **describe_reach([build_public_url(request, reverse("badge"))]),
        "players": len(holders),
        "badges": queries.count_valid_badges(event, (holder.player for holder in holders)),
    }
    return render(request, "printing/badges.html", context, status=response_status(refusal, form))


def _issue_badges(request: HttpRequest, event: Event, form: forms.BadgeIssueForm) -> HttpResponse:
    """Issue badges and return them as one PDF; without any to issue, redirect with a message."""
    of_tournament = form.cleaned_data.get("scope") == forms.TOURNAMENT
    holders = {
        holder.player.pk: holder for holder in queries.list_card_holders(event, of_tournament=of_tournament)
    }
    issued_badges = issue_badges(
        desk=event.tournament.desk,
        players=[holder.player for holder in holders.values()],
        skip_holders=form.cleaned_data["players"] == forms.MISSING,
        by=require_user(request),
    )
    if not issued_badges:
        messages.info(request, gettext("No badges to print: every player already has one."))
        return see_other(event_url("badges", event))
    badge_url, hint = build_public_url(request, reverse("badge")), gettext("Scan to report your result")
    title = event.tournament.name if of_tournament else event.name
    cards = [
        _make_card(
            holders[issued.badge.player_id], event, title, link=f"{badge_url}#{issued.token}", hint=hint
        )
        for issued in issued_badges
    ]
    paper = PAPERS.get(form.cleaned_data["paper"], A4)
    title = make_sheet_title(event, gettext("Badges"))
    data = write_pdf(card_pages(cards, paper), title, get_language() or "en")
    response = HttpResponse(data, content_type="application/pdf")
    # Saved rather than shown: reloading a shown file would issue other badges.
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-badges.pdf"'
    response["Cache-Control"] = "no-store"
    return response


def name_card_pages(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    """Return a name card for every player of an event."""
    return card_pages(
        [_make_card(holder, event, event.name) for holder in queries.list_card_holders(event)], paper
    )


def _make_card(holder: CardHolder, event: Event, title: str, *, link: str = "", hint: str = "") -> PlayerCard:
    country = name_of(holder.country, get_language() or "en") if holder.country else ""
    return PlayerCard(
        event=" · ".join((title, event.tournament.club.name)),
        name=holder.player.name,
        detail=" · ".join(filter(None, (holder.club, country))),
        link=link,
        hint=hint,
    )
