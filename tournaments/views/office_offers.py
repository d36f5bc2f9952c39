"""Offers of offices: the page on which a person answers them, and their withdrawal by the club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.refusals import get_status as status_of_refusal
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.permissions import is_director
from tournaments.queries import members
from tournaments.services import office_offers
from tournaments.views.decorators import get_club, require_user
from tournaments.views.responses import see_other

ANSWERS = {"accept": office_offers.accept, "decline": office_offers.decline}


@login_required
@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the offices offered to the user."""
    return _page(request)


@login_required
@require_POST
def answer(request: HttpRequest, offer: int, answer: str) -> HttpResponse:
    """Accept or decline an office."""
    user = require_user(request)
    row = get_object_or_404(members.open_offers().filter(user=user.pk), pk=offer)
    if answer not in ANSWERS:
        raise Http404
    try:
        ANSWERS[answer](offer=row, by=user)
    except Refusal as refusal:
        return _page(request, refusal)
    if answer == "accept":
        facts = {"role": row.office, "place": row.place}
        messages.success(request, gettext("Role accepted: %(role)s, %(place)s.") % facts)
    else:
        messages.success(request, gettext("Offer declined."))
    return see_other(reverse("account"))


@login_required
@require_POST
def withdraw(request: HttpRequest, club: str, offer: int) -> HttpResponse:
    """Withdraw an offer."""
    current_club = get_club(club)
    if not is_director(require_user(request), current_club):
        raise Http404
    row = get_object_or_404(members.offers_of_club(current_club), pk=offer)
    office_offers.withdraw(offer=row, by=require_user(request))
    messages.success(request, gettext("Offer withdrawn."))
    if row.tournament is not None:
        return see_other(reverse("officials", args=[current_club.slug, row.tournament.slug]))
    return see_other(reverse("members", args=[current_club.slug]))


def _page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "offers": members.offers_of_user(require_user(request)),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = status_of_refusal(refusal) if refusal else 200
    return render(request, "clubs/office_offers.html", context, status=status)
