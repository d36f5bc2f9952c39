"""Officials of one tournament: who runs its desk, named and dismissed by directors of the club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.views import limits
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.forms.clubs import Naming
from tournaments.models import Tournament
from tournaments.permissions import is_director
from tournaments.queries.members import offers_of_tournament, official_named, officials_of
from tournaments.registry import official_sections
from tournaments.services import office_offers, officials
from tournaments.views.decorators import get_tournament, require_user
from tournaments.views.memberships import NAMES, TEN_MINUTES, offer_message
from tournaments.views.responses import response_status, see_other

DISMISS = "dismiss"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Who runs a tournament; named by the user name, dismissed with a button."""
    tournament = get_tournament(club, evening)
    if not is_director(require_user(request), tournament.club):
        raise Http404
    form = Naming(request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            message = _change_official(request, tournament, form.cleaned_data["username"])
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, message)
            return see_other(reverse("officials", args=[club, evening]))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "officials": officials_of(tournament),
        "offers": offers_of_tournament(tournament),
        "sections": [section for sections in official_sections(tournament) for section in sections],
        "form": form if form.errors or refusal else Naming(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "clubs/officials.html", context, status=response_status(refusal, form))


def _change_official(request: HttpRequest, tournament: Tournament, username: str) -> str:
    by, name = require_user(request), username.strip()
    if request.POST.get("deed") == DISMISS:
        officials.dismiss_official(tournament=tournament, user=official_named(tournament, name), by=by)
        return gettext("%(name)s no longer runs %(event)s.") % {"name": name, "event": tournament.name}
    limits.throttle_action("user-name", f"user {by.pk}", limit=NAMES, seconds=TEN_MINUTES)
    return offer_message(office_offers.offer_desk(tournament=tournament, username=name, by=by))
