"""Pages of money sessions: list, table and its actions, join code, split, settlement."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.actors import Identity
from matches.models import Desk
from matches.moneyplay import permissions, queries, settlement, table_state
from matches.moneyplay.forms import (
    OpenSessionForm,
    SeatForm,
    SeatLinkForm,
    SessionCodeForm,
    TableActionForm,
    TableEventForm,
)
from matches.moneyplay.models import MoneySession
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import seat_links, sessions, table_events
from matches.moneyplay.table_state import MoneyTable
from matches.moneyplay.views import ledger
from matches.moneyplay.views.actions import list_actions
from matches.moneyplay.views.agreement import list_agreed_rules
from matches.permissions import may_rule
from matches.queries import desks
from matches.views import links, visitors
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import remember_device
from rules.chouette.consultation import consultants
from rules.chouette.seating import FEWEST
from rules.chouette.state import ChouetteState
from rules.errors import Refusal

COOKIE = "sessions"
# How many invitations the cookie holds.
MAX_INVITATIONS = 12


def identity_of(request: HttpRequest) -> Identity:
    """Return the identity of a request, with the sessions whose join code its device has sent."""
    return replace(visitors.get_identity(request), invited=frozenset(list_invitations(request)))


def list_invitations(request: HttpRequest) -> list[int]:
    """Return the keys of the sessions whose join code this device has sent, the latest last."""
    cookie = request.get_signed_cookie(COOKIE, default="", max_age=visitors.BADGE_COOKIE_AGE)
    return [int(key) for key in (cookie or "").split(".") if key.isdigit()]


def remember_session(request: HttpRequest, response: HttpResponse, session: MoneySession) -> HttpResponse:
    """Store in a cookie that this device has sent the join code of a session."""
    others = [key for key in list_invitations(request) if key != session.pk]
    keys = [*others, session.pk][-MAX_INVITATIONS:]
    response.set_signed_cookie(
        COOKIE,
        ".".join(map(str, keys)),
        max_age=visitors.BADGE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


TABLE_TEMPLATE = "moneyplay/session.html"
SPLIT_TEMPLATE = "moneyplay/split.html"
ACTIONS_PER_MINUTE = 120
SEAT_FIELD_IDS = {"guest_form": "guest_%s"}
# Several players without a phone are added one after the other.
OPEN_FORMS = {"guest_form": "guest"}
Action = Callable[[MoneySession, Identity], Any]


@never_cache
@require_safe
def show_table(request: HttpRequest, code: str) -> HttpResponse:
    """The table for those who may see it; 404 for others."""
    state, identity = get_session_or_404(request, code)
    return remember_device(request, render(request, TABLE_TEMPLATE, get_table_context(state, identity)))


@require_POST
def record_event(request: HttpRequest, code: str) -> HttpResponse:
    """Record one event."""
    form = TableEventForm(request.POST)

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("request_invalid", problem=next(iter(form.errors)))
        data = form.cleaned_data
        event = table_state.read_event(session.kind, form.to_event_data())
        seen_state = {"version": data["version"], "game": data["game"]}
        sessions.require_seen_game(event, **seen_state)
        return table_events.record_event(
            session=session, event=event, identity=identity, key=data["key"], **seen_state
        )

    return _perform(request, code, act, {"event_form": form})


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat with this phone."""
    return _change_seat(request, code, sessions.take_seat, "seat_form")


@require_POST
def add_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player without a phone."""
    return _change_seat(request, code, sessions.add_guest, "guest_form")


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Record that a player leaves the table."""
    return _change_seat(request, code, _leave_seat)


@require_POST
def draw_order(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the order at random."""
    return _perform(request, code, _make_action(request, table_events.draw_order, "version", "game"))


@require_POST
def draw_partner(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the partner of the box at random."""
    return _perform(request, code, _make_action(request, table_events.draw_partner, "version", "game"))


@require_POST
def continue_as_two(request: HttpRequest, code: str) -> HttpResponse:
    """Let the last two of a chouette continue as money play."""
    new_sessions: list[MoneySession] = []

    def act(session: MoneySession, identity: Identity) -> None:
        continue_as_two = _make_action(request, table_events.continue_as_money_session, "version", "game")
        new_sessions.append(continue_as_two(session, identity))

    answer = _perform(request, code, act)
    return HttpResponseRedirect(reverse("session", args=[new_sessions[0].code])) if new_sessions else answer


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last entry; because of the version, a second tap does not undo another one."""
    return _perform(request, code, _make_action(request, table_events.undo_last_entry, "version"))


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the session."""
    return _perform(request, code, _make_action(request, sessions.close_session, "version", "game"))


def get_session_or_404(request: HttpRequest, code: str) -> tuple[SessionState, Identity]:
    """The state of a session and the visitor's identity, for those who may see it."""
    session, identity = queries.get_session(code), identity_of(request)
    if session is None:
        raise Http404
    state = queries.get_session_state(session)
    if not permissions.may_view_session(identity, session, state.seats):
        raise Http404
    return state, identity


def _list_advisers(table: table_state.TableState) -> list[str]:
    """Return the players who may advise others now; who is to answer decides and advises nobody."""
    if not isinstance(table, ChouetteState):
        return []
    awaited = table_state.list_awaited_players(table)
    return [player for player in consultants(table) if player not in awaited]


def get_table_context(state: SessionState, identity: Identity) -> dict[str, Any]:
    """The context of the page of a table."""
    session, table = state.session, state.table
    seat = state.get_seat_of(identity)
    own_name = seat.name if seat else ""
    is_keeper = permissions.may_keep_session(identity, session)
    return {
        "session": session,
        "agreed": list_agreed_rules(session),
        "state": state,
        "table": table,
        "is_pair": isinstance(table, MoneyTable),
        "places": ledger.list_players(state, own_name),
        "cubes": ledger.list_cubes(table),
        "actions": list_actions(state, identity),
        "captain_change": ledger.describe_captain_change(table),
        "awaited_players": table_state.list_awaited_players(table),
        "advisers": _list_advisers(table),
        "balances": state.balances,
        "total": sum(state.balances.values()),
        "game": table_state.get_game_number(table),
        "is_playing": table_state.is_game_open(table),
        "journal": ledger.list_journal(state),
        "own_name": own_name,
        "is_present": own_name in table_state.list_present_players(table),
        "is_full": isinstance(table, MoneyTable) and len(table.players) == 2,
        "is_keeper": is_keeper,
        "may_close": is_keeper and not session.closed_at and not table_state.is_game_open(table),
        "may_split": is_keeper and _may_split(state),
        "are_two_left": isinstance(table, ChouetteState) and _is_down_to_two(table),
        "may_undo": is_keeper or table_events.is_author(state.last, identity),
        "last_entry": ledger.describe_last_entry(state),
        "departed_players": ledger.list_departed(state),
        "seat_form": SeatForm(initial={"name": _get_suggested_name(identity)}),
        "guest_form": SeatForm(auto_id=SEAT_FIELD_IDS["guest_form"]),
        "free": [seat.name for seat in state.seats if not seat.is_taken],
        "with_phone": _list_players_with_phone(state, own_name) if is_keeper else (),
        "key": uuid.uuid4().hex,
        "page_url": reverse("session", args=[session.code]),
    }


def _list_players_with_phone(state: SessionState, own_name: str) -> list[str]:
    """Return the names of the present players, without that of the visitor, whose seat a phone has taken."""
    present = table_state.list_present_players(state.table)
    return [
        seat.name for seat in state.seats if seat.is_taken and seat.name in present and seat.name != own_name
    ]


def _get_suggested_name(identity: Identity) -> str:
    """The public name of the player whom `sessions.take_seat` links to a seat; "" without one."""
    players = (identity.badge_player, getattr(identity.user, "player", None))
    persons = [player for player in players if player is not None and player.is_person]
    return str(min(persons, key=lambda player: player.pk).name) if persons else ""


def _may_split(state: SessionState) -> bool:
    """Whether the table can be split in two now, with one more player."""
    is_between_games = not state.session.closed_at and not table_state.is_game_open(state.table)
    return (
        is_between_games
        and isinstance(state.table, ChouetteState)
        and len(state.table.queue) >= 2 * FEWEST - 1
    )


def _is_down_to_two(table: ChouetteState) -> bool:
    """Whether only two are left of a chouette whose order was decided, too few for another game."""
    return table.throws is None and len(table.queue) == 2 and table.game is None


def _perform(
    request: HttpRequest,
    code: str,
    act: Action,
    refused_forms: Mapping[str, Form] | None = None,
    *,
    open_form: str = "",
) -> HttpResponse:
    """Perform one action and redirect to the table, or show the refusal with the forms as they were sent.

    `open_form` is the form that stays open on the table's page, for another entry.
    """
    state, identity = get_session_or_404(request, code)
    session = state.session
    try:
        visitors.throttle_identity(
            "session", request, identity, at=session.code, limit=ACTIONS_PER_MINUTE, seconds=60
        )
        act(session, identity)
    except Refusal as refusal:
        current, _ = get_session_or_404(request, code)
        context = {**get_table_context(current, identity), **(refused_forms or {})}
        return render_refusal(request, TABLE_TEMPLATE, context, refusal)
    address = reverse("session", args=[session.code])
    return remember_device(
        request, HttpResponseRedirect(f"{address}?{open_form}=1#{open_form}" if open_form else address)
    )


def _make_action(request: HttpRequest, service: Callable[..., object], *names: str) -> Action:
    form = TableActionForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    values = {name: data.get(name) for name in names}
    key = data.get("key") or ""
    return lambda session, identity: service(session=session, identity=identity, key=key, **values)


def _leave_seat(*, stake: int, **data: Any) -> object:
    return sessions.leave_seat(**data)


def _change_seat(
    request: HttpRequest, code: str, service: Callable[..., object], form_name: str = ""
) -> HttpResponse:
    form = SeatForm(request.POST, auto_id=SEAT_FIELD_IDS.get(form_name, "id_%s"))

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("name_missing" if "name" in form.errors else "request_invalid", problem="stake")
        data = form.cleaned_data
        return service(
            session=session,
            identity=identity,
            name=data["name"],
            stake=data["stake"] or 0,
            key=data["key"],
        )

    refused_forms = {form_name: form} if form_name else None
    return _perform(request, code, act, refused_forms, open_form=OPEN_FORMS.get(form_name, ""))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, code: str) -> HttpResponse:
    """GET: preview the two tables with this newcomer. POST: split. Keeper only."""
    state, identity = get_session_or_404(request, code)
    if not permissions.may_keep_session(identity, state.session) or isinstance(state.table, MoneyTable):
        raise Http404
    form = SeatForm(request.POST or (request.GET if "name" in request.GET else None))
    context = {"session": state.session, "form": form, "key": uuid.uuid4().hex}
    context["game"] = table_state.get_game_number(state.table)
    if not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, SPLIT_TEMPLATE, context, status=status)
    try:
        if request.method == "POST":
            return _split(request, state, identity, form)
        lines = table_events.preview_split(state=state, newcomer=form.cleaned_data["name"])
        return render(request, SPLIT_TEMPLATE, context | {"staying": lines[0], "moving": lines[1]})
    except Refusal as refusal:
        return render_refusal(request, SPLIT_TEMPLATE, context, refusal)


def _split(request: HttpRequest, state: SessionState, identity: Identity, form: SeatForm) -> HttpResponse:
    session, data = state.session, form.cleaned_data
    visitors.throttle_identity(
        "session", request, identity, at=session.code, limit=ACTIONS_PER_MINUTE, seconds=60
    )
    options: dict[str, Any] = {name: data[name] for name in ("key", "version", "game")}
    options["stake"] = data["stake"] or 0
    other = table_events.split_table(session=session, newcomer=data["name"], identity=identity, **options)
    return HttpResponseRedirect(reverse("session", args=[other.code]))


LIST_TEMPLATE, OPEN_TEMPLATE = "moneyplay/own_sessions.html", "moneyplay/new.html"
MAX_LISTED = 50
SESSIONS_PER_HOUR = 20
WRONG_CODES_PER_MINUTE = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def list_sessions(request: HttpRequest) -> HttpResponse:
    """GET: the sessions of this visitor. POST: redeem the join code of a session, or the code of a seat."""
    if request.method == "POST":
        return _redeem_code(request)
    return remember_device(request, render(request, LIST_TEMPLATE, _get_list_context(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_session(request: HttpRequest) -> HttpResponse:
    """GET: the rules to choose. POST: open a session; `desk` names the desk it belongs to."""
    identity, desk = identity_of(request), _get_desk(request)
    latest = queries.get_latest_session(desk, "chouette") if desk else None
    laws = latest.laws if latest else None
    form = OpenSessionForm(request.POST or None, latest=laws)
    context = {"form": form, "desk": desk, "key": uuid.uuid4().hex, "page_url": request.get_full_path()}

    def run() -> HttpResponse:
        at = desk.code if desk else ""
        visitors.throttle_identity(
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
        return remember_device(request, HttpResponseRedirect(reverse("session", args=[session.code])))

    show = partial(render_refusal, request, OPEN_TEMPLATE, context)
    response = process_form(request, form, run, render_page=show)
    return response if request.method == "POST" else remember_device(request, response)


@never_cache
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Create a new join code and show it as a QR code."""
    state, identity = get_session_or_404(request, code)
    try:
        invitation = sessions.create_invitation(session=state.session, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, TABLE_TEMPLATE, get_table_context(state, identity), refusal)
    link = links.build_public_url(request, f"{reverse('sessions')}#{invitation.token}")
    context: dict[str, Any] = {"session": state.session, **links.describe_link(link)}
    context["agreed"] = list_agreed_rules(state.session)
    context["page_url"] = reverse("session", args=[code])
    return render(request, "moneyplay/invite.html", context)


@never_cache
@require_POST
def show_seat_link(request: HttpRequest, code: str) -> HttpResponse:
    """Create the code by which another phone takes over a seat, and show it as a QR code."""
    state, identity = get_session_or_404(request, code)
    form = SeatLinkForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal("name_missing")
        name = form.cleaned_data["name"]
        seat_link = seat_links.create_seat_link(session=state.session, name=name, identity=identity)
    except Refusal as refusal:
        return render_refusal(request, TABLE_TEMPLATE, get_table_context(state, identity), refusal)
    link = links.build_public_url(request, f"{reverse('sessions')}#{seat_link.token}")
    context: dict[str, Any] = {"session": state.session, "seat": seat_link.seat, **links.describe_link(link)}
    context["page_url"] = reverse("session", args=[code])
    return render(request, "moneyplay/seat_link.html", context)


@never_cache
@require_safe
def show_settlement(request: HttpRequest, code: str) -> HttpResponse:
    """The settlement, for printing: balances, payments, and the reason of every amount."""
    state, _ = get_session_or_404(request, code)
    balances = state.balances
    context = {
        "session": state.session,
        "agreed": list_agreed_rules(state.session),
        "state": state,
        "balances": sorted(balances.items(), key=lambda item: -item[1]),
        "names": tuple(balances),
        "total": sum(balances.values()),
        "payments": settlement.plan_payments(balances),
        "games": ledger.list_games(state),
        "page_url": request.path,
    }
    return render(request, "moneyplay/settlement.html", context)


def _redeem_code(request: HttpRequest) -> HttpResponse:
    form = SessionCodeForm(request.POST)

    def run() -> HttpResponse:
        with visitors.throttle_guesses(
            "session-code", visitors.get_address(request), limit=WRONG_CODES_PER_MINUTE, seconds=60
        ):
            token = form.cleaned_data["token"]
            entry = seat_links.take_over_seat(token=token, identity=identity_of(request))
            session = entry.session if entry is not None else sessions.redeem_code(token=token)
        response = HttpResponseRedirect(reverse("session", args=[session.code]))
        return remember_session(request, remember_device(request, response), session)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        sent_form = {} if refusal else {"form": form}
        return render_refusal(request, LIST_TEMPLATE, {**_get_list_context(request), **sent_form}, refusal)

    return process_form(request, form, run, render_page=show)


def _get_list_context(request: HttpRequest) -> dict[str, Any]:
    sessions_of_visitor = list(queries.list_sessions(identity_of(request))[:MAX_LISTED])
    return {
        "open": [session for session in sessions_of_visitor if not session.closed_at],
        "closed": [session for session in sessions_of_visitor if session.closed_at],
        "form": SessionCodeForm(),
    }


def _get_desk(request: HttpRequest) -> Desk | None:
    """Return the desk of the new session, None without one; 404 unless the visitor is an official there."""
    code = (request.POST or request.GET).get("desk", "")
    if not code:
        return None
    desk = desks.get_desk(code)
    if desk is None or not may_rule(request.user, desk):
        raise Http404
    return desk
