"""The table of performance ratings of a club, and who is shown in it."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from matches.records.forms import PerformanceTableForm
from matches.records.queries.performance_tables import PerformanceTableOptions
from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import Club, Membership
from tournaments.people.commands import PERFORMANCE_COMMANDS_BY_NAME
from tournaments.people.queries import performance_tables
from tournaments.people.queries.members import is_own, membership_of
from tournaments.permissions import may_manage
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, public_club_view, require_user
from tournaments.web.responses import see_other

TEMPLATE = "tournaments/people/performance.html"
LONGEST_NUMBER = 15


@require_safe
@public_club_view
def show_table(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the performance ratings of the members who agree to be shown, all by one engine."""
    return _render_table(request, club)


@login_required
@require_POST
def change_table(request: HttpRequest, club: str, action_name: str) -> HttpResponse:
    """Show a member in the table or take them out; a manager names the member, others mean themselves."""
    changed_club, user = get_club(club), require_user(request)
    if action_name not in PERFORMANCE_COMMANDS_BY_NAME:
        raise Http404
    membership = _get_membership(request, changed_club)
    command = PERFORMANCE_COMMANDS_BY_NAME[action_name](request.POST, membership=membership, actor=user)
    try:
        messages.success(request, command.run_without_form())
    except Refusal as refusal:
        return _render_table(request, changed_club, refusal)
    return see_other(reverse("club-performance", args=[changed_club.slug]))


def _get_membership(request: HttpRequest, club: Club) -> Membership:
    user, number = require_user(request), request.POST.get("member", "")
    if number and may_manage(user, club):
        if not number.isascii() or not number.isdecimal() or len(number) > LONGEST_NUMBER:
            raise Http404
        return get_object_or_404(Membership.objects.select_related("club"), club=club, pk=int(number))
    membership = membership_of(club, user)
    if membership is None:
        raise Http404
    return membership


def _render_table(request: HttpRequest, club: Club, refusal: Refusal | None = None) -> HttpResponse:
    form = PerformanceTableForm(request.GET if request.method != "POST" else None)
    status = get_status(refusal) if refusal else HTTPStatus.OK
    values: dict[str, Any] = {}
    if form.is_bound and not form.is_valid():
        status = HTTPStatus.BAD_REQUEST
    elif form.is_bound:
        values = form.cleaned_data
    options = PerformanceTableOptions(
        values.get("engine", ""), values.get("since"), values.get("declared", False)
    )
    try:
        table = performance_tables.get_table_of_club(club, options)
    except Refusal as error:
        refusal, status = error, get_status(error)
        table = performance_tables.get_table_of_club(club, replace(options, engine=""))
    if values:
        form = PerformanceTableForm(initial=values)
    form.offer_engines(table.engines, table.engine)
    context = {
        **club_page_context(request, club, "ratings"),
        "form": form,
        "table": table,
        "options": options,
        "refusal": replace(make_refusal_message(refusal), note="") if refusal else None,
        **_get_member_context(request, club),
    }
    return render(request, TEMPLATE, context, status=status)


def _get_member_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return who may be added or taken out by the reader."""
    user = get_user(request)
    if user is None:
        return {}
    membership, shown_members = membership_of(club, user), performance_tables.list_shown_members(club)
    is_shown = membership is not None and any(is_own(row, user) for row in shown_members)
    context: dict[str, Any] = {"membership": membership, "is_shown": is_shown}
    if may_manage(user, club):
        context["addable_members"] = performance_tables.list_members_to_add(club)
        context["shown_members"] = shown_members
    return context
