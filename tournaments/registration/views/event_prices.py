"""The page of the prices of an event beside its usual fee, for directors."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from matches.views.query_values import read_choice
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.permissions import may_direct
from tournaments.registration import price_forms
from tournaments.registration.models import RegistrationEvent
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.services import event_prices
from tournaments.registration.views.pages import get_status
from tournaments.web.decorators import get_tournament, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST, see_other


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prices(request: HttpRequest, club: str, tournament: str, event: int) -> HttpResponse:
    """Show the prices of an event, and replace them (POST)."""
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(get_user(request), tournament_row):
        raise Http404
    rows = RegistrationEvent.objects.select_related("event__tournament__club", "registration")
    row = get_object_or_404(rows, event=event, registration__tournament=tournament_row)
    kind, kind_message = read_choice(request.GET, "kind", price_forms.KIND_LABELS, "")
    stored_prices = list(row.prices.all())
    forms = price_forms.make_price_forms(request.POST or None, stored_prices, kind)
    refusal: Refusal | None = None
    faulty = [form for form in forms if not form.is_valid()]
    if request.method == "POST" and not faulty:
        try:
            require_unchanged(request.POST, *forms)
            event_prices.save_prices(
                event=row.event, prices=price_forms.list_options(forms), by=require_user(request)
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(
                request, gettext("The prices have been saved. Those who have signed up keep theirs.")
            )
            return see_other(request.path)
    context = {
        "tournament": tournament_row,
        "tabs": make_tournament_tabs(tournament_row, "tournament-settings"),
        "event": row.event,
        "usual_fee": FeeTable([event]).get_usual_fee(row),
        "forms": [form for form in forms if form.shown_kind],
        "unused_forms": [form for form in forms if not form.shown_kind],
        "kinds": price_forms.KIND_LABELS.items() if len(stored_prices) < len(forms) else (),
        "chosen_kind": kind,
        "refusal": make_refusal_message(refusal) if refusal else kind_message,
    }
    status = BAD_REQUEST if kind_message else get_status(refusal, forms[0], forms[1:])
    return render(request, "registration/event_prices.html", context, status=status)
