"""The page of a table for points, and everything a phone there does to it: one service call each."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.identity import Identity
from matches.moneyplay import permissions
from matches.moneyplay import queries as facts
from matches.moneyplay import table_state as folding
from matches.moneyplay.forms import ActForm, PlayForm, SeatForm
from matches.moneyplay.models import MoneySession
from matches.moneyplay.queries import Picture
from matches.moneyplay.services import play as playing
from matches.moneyplay.services import seats, sessions
from matches.moneyplay.services import splits as splitting
from matches.moneyplay.table_state import Pair
from matches.moneyplay.views import ledger as ledgers
from matches.moneyplay.views.choices import games_of, words_for
from matches.moneyplay.views.visitors import identity_of
from matches.views import limits
from matches.views.refusals import refused
from matches.views.visitors import remember_device
from rules.chouette.consultation import consultants
from rules.chouette.order import FEWEST
from rules.chouette.state import Evening
from rules.errors import Refusal

TEMPLATE = "moneyplay/table.html"
ACTS_A_MINUTE = 120
Act = Callable[[MoneySession, Identity], Any]


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it stands for whoever sits there; for anybody else it is not there."""
    picture, identity = seen_or_404(request, code)
    return remember_device(request, render(request, TEMPLATE, context(picture, identity)))


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Write one event down."""
    form = PlayForm(request.POST)

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("request_invalid", problem=next(iter(form.errors)))
        given = form.cleaned_data
        event = folding.read(session.kind, form.data_of_event())
        return playing.play(
            session=session, event=event, identity=identity, key=given["key"], version=given["version"]
        )

    return _do(request, code, act)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down with this phone."""
    return _seat(request, code, seats.join)


@require_POST
def guest(request: HttpRequest, code: str) -> HttpResponse:
    """Write down somebody without a phone."""
    return _seat(request, code, seats.seat_guest)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the line, or say that somebody does."""
    return _seat(request, code, _leave)


@require_POST
def lots(request: HttpRequest, code: str) -> HttpResponse:
    """Cast lots for the order."""
    return _do(request, code, _with_key(request, playing.cast_lots))


@require_POST
def partner(request: HttpRequest, code: str) -> HttpResponse:
    """Find the partner of the box by lot."""
    return _do(request, code, _with_key(request, playing.draw_partner))


@require_POST
def two(request: HttpRequest, code: str) -> HttpResponse:
    """Go on as money play with the last two of a chouette, at a table of their own."""
    moved: list[MoneySession] = []

    def act(session: MoneySession, identity: Identity) -> None:
        continue_as_two = _with_key(request, splitting.continue_as_money_play, "version")
        moved.append(continue_as_two(session, identity))

    answer = _do(request, code, act)
    return HttpResponseRedirect(reverse("session", args=[moved[0].code])) if moved else answer


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last line; the version keeps a second tap from undoing another one."""
    return _do(request, code, _with_key(request, playing.undo, "version"))


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """End the session."""
    return _do(request, code, _with_key(request, sessions.close, "version"))


def seen_or_404(request: HttpRequest, code: str) -> tuple[Picture, Identity]:
    """A session as it stands, and who asks, for those who may see it."""
    session, identity = facts.session_by_code(code), identity_of(request)
    if session is None:
        raise Http404
    picture = facts.picture_of(session)
    if not permissions.may_see(identity, session, picture.seats):
        raise Http404
    return picture, identity


def context(picture: Picture, identity: Identity) -> dict[str, Any]:
    """Everything the page of a table shows."""
    session, table = picture.session, picture.table
    seat = picture.seat_held_by(identity)
    mine = seat.name if seat else ""
    is_keeper = permissions.may_keep(identity, session)
    return {
        "session": session,
        "picture": picture,
        "table": table,
        "is_pair": isinstance(table, Pair),
        "places": ledgers.places_of(picture, mine),
        "cubes": ledgers.cubes_of(table),
        "words": words_for(picture, identity),
        "awaited": folding.awaited(table),
        "advisers": consultants(table) if isinstance(table, Evening) else (),
        "balances": picture.balances,
        "total": sum(picture.balances.values()),
        "game": games_of(table) + 1,
        "is_playing": folding.is_playing(table),
        "journal": ledgers.journal_of(picture),
        "mine": mine,
        "is_present": mine in folding.present(table),
        "is_full": isinstance(table, Pair) and len(table.players) == 2,
        "is_keeper": is_keeper,
        "may_close": is_keeper and not session.closed_at and not folding.is_playing(table),
        "may_split": is_keeper and _could_be_two(picture),
        "are_two_left": isinstance(table, Evening) and _are_two_left(table),
        "may_undo": is_keeper or playing.is_writer(picture.last, identity),
        "last_words": ledgers.last_words(picture),
        "gone": ledgers.gone_from(picture),
        "seat_form": SeatForm(),
        "guest_form": SeatForm(auto_id="guest_%s"),
        "free": [seat.name for seat in picture.seats if not (seat.device or seat.player_id)],
        "key": uuid.uuid4().hex,
        "here": reverse("session", args=[session.code]),
    }


def _could_be_two(picture: Picture) -> bool:
    """Whether one more player would make two tables of this one, now."""
    is_still = not picture.session.closed_at and not folding.is_playing(picture.table)
    return is_still and isinstance(picture.table, Evening) and len(picture.table.queue) >= 2 * FEWEST - 1


def _are_two_left(table: Evening) -> bool:
    """Whether a chouette whose order stood has come down to two, too few for another game."""
    return table.throws is None and len(table.queue) == 2 and table.game is None


def _do(request: HttpRequest, code: str, act: Act) -> HttpResponse:
    """One act on a session that is there for this reader, and the table as it stands after it."""
    picture, identity = seen_or_404(request, code)
    session = picture.session
    try:
        limits.knock_as("session", request, identity, at=session.code, most=ACTS_A_MINUTE, seconds=60)
        act(session, identity)
    except Refusal as refusal:
        fresh, _ = seen_or_404(request, code)
        return refused(request, TEMPLATE, context(fresh, identity), refusal)
    return remember_device(request, HttpResponseRedirect(reverse("session", args=[session.code])))


def _with_key(request: HttpRequest, verb: Callable[..., object], *names: str) -> Act:
    form = ActForm(request.POST)
    given = form.cleaned_data if form.is_valid() else {}
    known = {name: given.get(name) for name in names}
    key = given.get("key") or ""
    return lambda session, identity: verb(session=session, identity=identity, key=key, **known)


def _leave(*, stake: int, **given: Any) -> object:
    return seats.leave(**given)


def _seat(request: HttpRequest, code: str, verb: Callable[..., object]) -> HttpResponse:
    form = SeatForm(request.POST)

    def act(session: MoneySession, identity: Identity) -> object:
        if not form.is_valid():
            raise Refusal("name_missing" if "name" in form.errors else "request_invalid", problem="stake")
        given = form.cleaned_data
        return verb(
            session=session,
            identity=identity,
            name=given["name"],
            stake=given["stake"] or 0,
            key=given["key"],
        )

    return _do(request, code, act)
