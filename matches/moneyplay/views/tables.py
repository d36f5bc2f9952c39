"""The page of a money session and its actions: one service call each."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.identity import Identity
from matches.moneyplay import permissions, queries, table_state
from matches.moneyplay.forms import SeatForm, TableActionForm, TableEventForm
from matches.moneyplay.models import MoneySession
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import seats, sessions, splits, table_events
from matches.moneyplay.table_state import MoneyTable
from matches.moneyplay.views import ledger
from matches.moneyplay.views.actions import count_games, list_actions
from matches.moneyplay.views.visitors import identity_of
from matches.views import limits
from matches.views.refusals import render_refusal
from matches.views.visitors import remember_device
from rules.chouette.consultation import consultants
from rules.chouette.order import FEWEST
from rules.chouette.state import Evening
from rules.errors import Refusal

TEMPLATE = "moneyplay/table.html"
SPLIT_TEMPLATE = "moneyplay/split.html"
ACTIONS_PER_MINUTE = 120
Action = Callable[[MoneySession, Identity], Any]


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table for those who may see it; 404 for others."""
    state, identity = get_session_or_404(request, code)
    return remember_device(request, render(request, TEMPLATE, context(state, identity)))


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Record one event."""
    form = TableEventForm(request.POST)

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("request_invalid", problem=next(iter(form.errors)))
        data = form.cleaned_data
        event = table_state.read_event(session.kind, form.data_of_event())
        return table_events.record_event(
            session=session, event=event, identity=identity, key=data["key"], version=data["version"]
        )

    return _act(request, code, act)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat with this phone."""
    return _seat(request, code, seats.take_seat)


@require_POST
def guest(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player without a phone."""
    return _seat(request, code, seats.add_guest)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the table, or record that another player does."""
    return _seat(request, code, _leave)


@require_POST
def draw_order(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the order at random."""
    return _act(request, code, _with_key(request, table_events.draw_order))


@require_POST
def partner(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the partner of the box at random."""
    return _act(request, code, _with_key(request, table_events.draw_partner))


@require_POST
def two(request: HttpRequest, code: str) -> HttpResponse:
    """Let the last two of a chouette continue as money play."""
    new_sessions: list[MoneySession] = []

    def act(session: MoneySession, identity: Identity) -> None:
        continue_as_two = _with_key(request, splits.continue_as_money_session, "version")
        new_sessions.append(continue_as_two(session, identity))

    answer = _act(request, code, act)
    return HttpResponseRedirect(reverse("session", args=[new_sessions[0].code])) if new_sessions else answer


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last entry; the version keeps a second tap from undoing another one."""
    return _act(request, code, _with_key(request, table_events.undo_last_entry, "version"))


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the session."""
    return _act(request, code, _with_key(request, sessions.close_session, "version"))


def get_session_or_404(request: HttpRequest, code: str) -> tuple[SessionState, Identity]:
    """The state of a session and the visitor's identity, for those who may see it."""
    session, identity = queries.get_session(code), identity_of(request)
    if session is None:
        raise Http404
    state = queries.get_session_state(session)
    if not permissions.may_view_session(identity, session, state.seats):
        raise Http404
    return state, identity


def context(state: SessionState, identity: Identity) -> dict[str, Any]:
    """The context of the page of a table."""
    session, table = state.session, state.table
    seat = state.get_seat_of(identity)
    own_name = seat.name if seat else ""
    is_keeper = permissions.may_keep_session(identity, session)
    return {
        "session": session,
        "state": state,
        "table": table,
        "is_pair": isinstance(table, MoneyTable),
        "places": ledger.list_players(state, own_name),
        "cubes": ledger.list_cubes(table),
        "words": list_actions(state, identity),
        "awaited": table_state.list_awaited_players(table),
        "advisers": consultants(table) if isinstance(table, Evening) else (),
        "balances": state.balances,
        "total": sum(state.balances.values()),
        "game": count_games(table) + 1,
        "is_playing": table_state.is_game_open(table),
        "journal": ledger.list_journal(state),
        "mine": own_name,
        "is_present": own_name in table_state.list_present_players(table),
        "is_full": isinstance(table, MoneyTable) and len(table.players) == 2,
        "is_keeper": is_keeper,
        "may_close": is_keeper and not session.closed_at and not table_state.is_game_open(table),
        "may_split": is_keeper and _may_split(state),
        "are_two_left": isinstance(table, Evening) and _is_down_to_two(table),
        "may_undo": is_keeper or table_events.is_author(state.last, identity),
        "last_words": ledger.describe_last_entry(state),
        "gone": ledger.list_departed(state),
        "seat_form": SeatForm(),
        "guest_form": SeatForm(auto_id="guest_%s"),
        "free": [seat.name for seat in state.seats if not (seat.device or seat.player_id)],
        "key": uuid.uuid4().hex,
        "here": reverse("session", args=[session.code]),
    }


def _may_split(state: SessionState) -> bool:
    """Whether one more player would make two tables of this one now."""
    is_still = not state.session.closed_at and not table_state.is_game_open(state.table)
    return is_still and isinstance(state.table, Evening) and len(state.table.queue) >= 2 * FEWEST - 1


def _is_down_to_two(table: Evening) -> bool:
    """Whether only two are left of a chouette whose order was decided, too few for another game."""
    return table.throws is None and len(table.queue) == 2 and table.game is None


def _act(request: HttpRequest, code: str, act: Action) -> HttpResponse:
    """Perform one action and show the table after it."""
    state, identity = get_session_or_404(request, code)
    session = state.session
    try:
        limits.throttle_identity(
            "session", request, identity, at=session.code, limit=ACTIONS_PER_MINUTE, seconds=60
        )
        act(session, identity)
    except Refusal as refusal:
        current, _ = get_session_or_404(request, code)
        return render_refusal(request, TEMPLATE, context(current, identity), refusal)
    return remember_device(request, HttpResponseRedirect(reverse("session", args=[session.code])))


def _with_key(request: HttpRequest, verb: Callable[..., object], *names: str) -> Action:
    form = TableActionForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    values = {name: data.get(name) for name in names}
    key = data.get("key") or ""
    return lambda session, identity: verb(session=session, identity=identity, key=key, **values)


def _leave(*, stake: int, **data: Any) -> object:
    return seats.leave_seat(**data)


def _seat(request: HttpRequest, code: str, verb: Callable[..., object]) -> HttpResponse:
    form = SeatForm(request.POST)

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("name_missing" if "name" in form.errors else "request_invalid", problem="stake")
        data = form.cleaned_data
        return verb(
            session=session,
            identity=identity,
            name=data["name"],
            stake=data["stake"] or 0,
            key=data["key"],
        )

    return _act(request, code, act)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, code: str) -> HttpResponse:
    """GET: preview the two tables with this newcomer. POST: split. Keeper only."""
    state, identity = get_session_or_404(request, code)
    if not permissions.may_keep_session(identity, state.session) or isinstance(state.table, MoneyTable):
        raise Http404
    form = SeatForm(request.POST or (request.GET if "name" in request.GET else None))
    context = {"session": state.session, "form": form, "key": uuid.uuid4().hex}
    if not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return render(request, SPLIT_TEMPLATE, context, status=status)
    try:
        if request.method == "POST":
            return _split(request, state, identity, form)
        lines = splits.preview_split(state=state, newcomer=form.cleaned_data["name"])
        return render(request, SPLIT_TEMPLATE, context | {"staying": lines[0], "moving": lines[1]})
    except Refusal as refusal:
        return render_refusal(request, SPLIT_TEMPLATE, context, refusal)


def _split(request: HttpRequest, state: SessionState, identity: Identity, form: SeatForm) -> HttpResponse:
    session, data = state.session, form.cleaned_data
    limits.throttle_identity(
        "session", request, identity, at=session.code, limit=ACTIONS_PER_MINUTE, seconds=60
    )
    options: dict[str, Any] = {"key": data["key"], "version": data["version"], "stake": data["stake"] or 0}
    other = splits.split_table(session=session, newcomer=data["name"], identity=identity, **options)
    return HttpResponseRedirect(reverse("session", args=[other.code]))
