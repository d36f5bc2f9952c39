"""The link of an offered role: for a person without an account, who signs up by it and accepts."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.accounts.permissions import allow_sign_up
from matches.models import User
from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from matches.views.links import build_public_url
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import OfficeOffer
from tournaments.models.invitation import OfficeKind
from tournaments.people.commands import describe_accepted_role
from tournaments.people.queries.office_offers import get_offer_token, is_offer_token, open_offers
from tournaments.people.services.office_offers import accept_offer
from tournaments.web.decorators import event_url
from tournaments.web.responses import see_other


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_offer_link(request: HttpRequest, offer: int, token: str) -> HttpResponse:
    """Show an offered role, or accept it (POST). Visitors without an account sign up first."""
    row = open_offers().filter(pk=offer).first()
    if row is None or not is_offer_token(row, token):
        raise Http404
    user = get_user(request)
    if request.method != "POST":
        return _render_offer(request, row)
    if user is None:
        allow_sign_up(request)
        return see_other(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")
    return _accept(request, row, user, token)


def list_offers_with_links(request: HttpRequest, offers: list[OfficeOffer]) -> list[tuple[OfficeOffer, str]]:
    """Return each offer with its link, to be passed on to a person without an account."""
    return [
        (offer, build_public_url(request, reverse("offered-role", args=[offer.pk, get_offer_token(offer)])))
        for offer in offers
    ]


def get_role_page(offer: OfficeOffer) -> str:
    """Return the page where an accepted role is exercised: the desk of the tournament, or the club."""
    tournament = offer.tournament
    if tournament is None:
        return reverse("club", args=[offer.club.slug])
    event = tournament.events.order_by("pk").first()
    if event is None:
        return reverse("tournament", args=[tournament.club.slug, tournament.slug])
    return event_url("desk" if offer.kind == OfficeKind.OFFICIAL else "event", event)


def _accept(request: HttpRequest, row: OfficeOffer, user: User, token: str) -> HttpResponse:
    try:
        accept_offer(offer=row, by=user, token=token)
    except Refusal as refusal:
        return _render_offer(request, row, refusal)
    messages.success(request, describe_accepted_role(row))
    return see_other(get_role_page(row))


def _render_offer(request: HttpRequest, row: OfficeOffer, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "offer": row,
        "club": row.club,
        "signs_up": settings.SIGN_UP != "closed",
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = get_status(refusal) if refusal else 200
    return render(request, "tournaments/people/offered_role.html", context, status=status)
