"""The sessions of this phone: open one, join one by its code, show the code, print the settlement."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Desk
from matches.moneyplay import queries, table_state
from matches.moneyplay.forms import OpenSessionForm, SessionCodeForm
from matches.moneyplay.services import sessions
from matches.moneyplay.views import ledger, tables
from matches.moneyplay.views.visitors import identity_of, remember_session
from matches.permissions import may_rule
from matches.queries import desks
from matches.views import limits, public_links
from matches.views.qr_codes import make_qr_svg
from matches.views.refusals import render_refusal
from matches.views.visitors import remember_device
from rules.errors import Refusal

LIST_TEMPLATE, OPEN_TEMPLATE = "moneyplay/mine.html", "moneyplay/new.html"
MOST_SHOWN = 50
SESSIONS_PER_HOUR = 20
CODES_PER_MINUTE = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_list(request: HttpRequest) -> HttpResponse:
    """GET: the sessions of this phone. POST: join by the code of a session, which is never logged."""
    if request.method == "POST":
        return _redeem_code(request)
    return remember_device(request, render(request, LIST_TEMPLATE, _list_own(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_session(request: HttpRequest) -> HttpResponse:
    """GET: the rules to choose. POST: open a session; `desk` names the desk it belongs to."""
    identity, desk = identity_of(request), _get_desk(request)
    latest = queries.get_latest_session(desk, "chouette") if desk else None
    laws = latest.laws if latest else None
    form = OpenSessionForm(request.POST or None, latest=laws)
    context = {"form": form, "desk": desk, "key": uuid.uuid4().hex, "here": request.get_full_path()}
    if request.method != "POST":
        return remember_device(request, render(request, OPEN_TEMPLATE, context))
    if not form.is_valid():
        return render(request, OPEN_TEMPLATE, context, status=400)
    try:
        at = desk.code if desk else ""
        limits.throttle_identity(
            "open-session", request, identity, at=at, limit=SESSIONS_PER_HOUR, seconds=3600
        )
        session = sessions.open_session(
            kind=form.cleaned_data["kind"],
            title=form.cleaned_data["title"],
            laws=form.laws(),
            identity=identity,
            desk=desk,
            key=form.cleaned_data["key"],
        )
    except Refusal as refusal:
        return render_refusal(request, OPEN_TEMPLATE, context, refusal)
    return remember_device(request, HttpResponseRedirect(reverse("session", args=[session.code])))


@never_cache
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Show a new code to join by, as a QR code; it is stored nowhere."""
    state, identity = tables.get_session_or_404(request, code)
    try:
        invitation = sessions.create_invitation(session=state.session, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, tables.TEMPLATE, tables.context(state, identity), refusal)
    link = public_links.build_public_url(request, f"{reverse('sessions')}#{invitation.token}")
    context = {"session": state.session, "link": link, "code": make_qr_svg(link)}
    context["here"] = reverse("session", args=[code])
    return render(request, "moneyplay/invite.html", context)


@never_cache
@require_safe
def settlement(request: HttpRequest, code: str) -> HttpResponse:
    """The balances, the payments, and every amount with its reason; made to be printed."""
    state, _ = tables.get_session_or_404(request, code)
    balances = state.balances
    context = {
        "session": state.session,
        "state": state,
        "balances": sorted(balances.items(), key=lambda item: -item[1]),
        "names": tuple(balances),
        "total": sum(balances.values()),
        "payments": table_state.plan_payments(balances),
        "games": ledger.list_games(state),
        "here": request.path,
    }
    return render(request, "moneyplay/settlement.html", context)


def _redeem_code(request: HttpRequest) -> HttpResponse:
    form = SessionCodeForm(request.POST)
    if not form.is_valid():
        return render(request, LIST_TEMPLATE, {**_list_own(request), "form": form}, status=400)
    try:
        limits.throttle_action(
            "session-code", limits.get_address(request), limit=CODES_PER_MINUTE, seconds=60
        )
        session = sessions.redeem_code(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return render_refusal(request, LIST_TEMPLATE, _list_own(request), refusal)
    response = HttpResponseRedirect(reverse("session", args=[session.code]))
    return remember_session(request, remember_device(request, response), session)


def _list_own(request: HttpRequest) -> dict[str, Any]:
    sessions_of_visitor = list(queries.list_sessions(identity_of(request))[:MOST_SHOWN])
    return {
        "open": [session for session in sessions_of_visitor if not session.closed_at],
        "closed": [session for session in sessions_of_visitor if session.closed_at],
        "form": SessionCodeForm(),
    }


def _get_desk(request: HttpRequest) -> Desk | None:
    """The desk of the new session; 404 for those who are no officials there."""
    code = (request.POST or request.GET).get("desk", "")
    if not code:
        return None
    desk = desks.get_desk(code)
    if desk is None or not may_rule(request.user, desk):
        raise Http404
    return desk
