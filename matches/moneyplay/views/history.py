"""The page of balances and games by role in a period."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.moneyplay.forms import PeriodForm
from matches.moneyplay.history import MAX_SESSIONS, ROLES, get_history
from matches.moneyplay.messages import ROLE_NAMES
from matches.moneyplay.views.sessions import identity_of
from matches.views.visitors import remember_device

TEMPLATE = "moneyplay/history.html"


@never_cache
@require_safe
def show_history(request: HttpRequest) -> HttpResponse:
    """The sessions the visitor may see in a period: balances, history, and games by role."""
    form = PeriodForm(request.GET or None)
    context: dict[str, Any] = {"form": form, "most": MAX_SESSIONS}
    if form.is_bound and not form.is_valid():
        return render(request, TEMPLATE, context, status=400)
    period = form.to_query_arguments() if form.is_bound else {}
    history = get_history(identity_of(request), **period)
    played_roles = [role for role in ROLES if any(player.roles[role].games for player in history.players)]
    context |= {
        "history": history,
        "roles": [ROLE_NAMES[role] for role in played_roles],
        "role_rows": [(player, [player.roles[role] for role in played_roles]) for player in history.players],
    }
    return remember_device(request, render(request, TEMPLATE, context))
