"""Changes of a draw that stands: each is asked about, told in words with all it reaches, then done."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments import change_forms, forms
from tournaments.change_forms import CHANGES, NEEDS, Change
from tournaments.journal import acting, surgery
from tournaments.models import Event
from tournaments.queries import changes as seen
from tournaments.queries import events, flights
from tournaments.services import changes, entries, stages
from tournaments.views.acting import entry_of, signature
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, for_directors

Asked = Mapping[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def change(request: HttpRequest, event: Event) -> HttpResponse:
    """GET with a change tells what it would reach; POST does it."""
    said: QueryDict = request.POST if request.method == "POST" else request.GET
    if "act" not in said:
        return _page(request, event, {})
    form = Change(said)
    if not form.is_valid():
        return _page(request, event, {"form": form}, status=UNREADABLE)
    asked = form.cleaned_data
    try:
        _must_be_here(event, asked)
        if request.method != "POST":
            return _page(request, event, {"asked": asked, **_foreseen(event, asked)})
        DONE[asked["act"]](event, asked, signature(request, form))
    except Refusal as refusal:
        return _page(request, event, {"refusal": told(refusal)}, status=status_of(refusal))
    messages.success(request, gettext("Done: %(change)s.") % {"change": dict(CHANGES)[asked["act"]]})
    return see(address("desk-change", event))


def _foreseen(event: Event, asked: Asked) -> dict[str, Any]:
    """What the change would reach: pairings, or who plays in which flight."""
    if asked["act"] in PARTED:
        return {"parts": PARTED[asked["act"]](event, asked)}
    return {"found": FORESEEN[asked["act"]](event, asked)}


def _must_be_here(event: Event, asked: Asked) -> None:
    for name in ("entry", "other"):
        if name in NEEDS[asked["act"]]:
            entry_of(event, asked[name])


def _page(request: HttpRequest, event: Event, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    event.refresh_from_db(fields=["status", "version"])
    held = list(events.entries_of(event))
    asked = more.get("asked") or {}
    context = {
        "event": event,
        "entries": held,
        "flights": [(key, shape.name) for key, shape in flights.folded(event).shapes.items()],
        "changes": [(act, label, NEEDS[act]) for act, label in CHANGES],
        "title": dict(CHANGES).get(asked.get("act", "")),
        "fields": list(_said_again(asked)),
        "parted": list(seen.parted_stages(event).items()),
        "names": {entry.number: entry.player.name for entry in held},
        "key": forms.new_key(),
        "here": request.get_full_path(),
        **more,
    }
    return render(request, "tournaments/change.html", context, status=status)


def _said_again(asked: Asked) -> Iterator[tuple[str, object]]:
    """What was asked about, field by field, for the form that does it."""
    for name in ("act", *NEEDS[asked["act"]]) if asked else ():
        values = asked[name] if isinstance(asked[name], list) else [asked[name]]
        yield from ((name, value) for value in values)


def _late(event: Event, asked: Asked) -> tuple[seen.Change, ...]:
    return seen.foreseen_late(event, asked["name"], asked["flight"])


def _seen(deed: Callable[[Any, Asked], acting.Act]) -> Callable[[Event, Asked], tuple[seen.Change, ...]]:
    return lambda event, asked: seen.foreseen(event, lambda state: deed(state, asked))


FORESEEN: Mapping[str, Callable[[Event, Asked], tuple[seen.Change, ...]]] = {
    change_forms.LATE: _late,
    change_forms.JOIN: _seen(lambda state, it: surgery.come_late(state, it["entry"], it["flight"])),
    change_forms.ALTERNATE: _seen(
        lambda state, it: surgery.step_in(state, it["flight"], it["entry"], it["other"])
    ),
    change_forms.SUBSTITUTE: _seen(lambda _, it: acting.substitute(it["entry"], seen.NEWCOMER)),
    change_forms.SWAP: _seen(lambda state, it: surgery.swap(state, it["flight"], it["entry"], it["other"])),
    change_forms.SEED: _seen(
        lambda state, it: surgery.move_seed(state, it["flight"], it["entry"], it["number"])
    ),
    change_forms.WITHDRAW: _seen(lambda _, it: acting.withdraw(it["entry"], it["flight"])),
    change_forms.REINSTATE: _seen(lambda _, it: acting.reinstate(it["entry"], it["flight"])),
    change_forms.REENTER: _seen(lambda state, it: surgery.come_again(state, it["entry"], it["flight"])),
    change_forms.LENGTH: _seen(lambda _, it: acting.lengthen(it["flight"], it["number"], it["length"])),
}


PARTED: Mapping[str, Callable[[Event, Asked], tuple[seen.Part, ...]]] = {
    change_forms.SPLIT: lambda event, it: seen.foreseen_split(event, it["flight"], it["entries"]),
    change_forms.MERGE: lambda event, it: seen.foreseen_merge(event, it["flight"], it["into"]),
}


def _do_late(event: Event, asked: Asked, signed: Asked) -> None:
    player = entries.player_named(event=event, name=asked["name"], by=signed["by"])
    changes.enter_late(event=event, player=player, flight=asked["flight"], **signed)


def _do_substitute(event: Event, asked: Asked, signed: Asked) -> None:
    player = entries.player_named(event=event, name=asked["name"], by=signed["by"])
    changes.substitute(event=event, entry=asked["entry"], player=player, **signed)


def _do(verb: Callable[..., object], **given: str) -> Callable[[Event, Asked, Asked], None]:
    def done(event: Event, asked: Asked, signed: Asked) -> None:
        verb(event=event, **{name: asked[field] for name, field in given.items()}, **signed)

    return done


DONE: Mapping[str, Callable[[Event, Asked, Asked], None]] = {
    change_forms.LATE: _do_late,
    change_forms.JOIN: _do(changes.join, entry="entry", flight="flight"),
    change_forms.ALTERNATE: _do(changes.step_in, absent="entry", alternate="other", flight="flight"),
    change_forms.SUBSTITUTE: _do_substitute,
    change_forms.SWAP: _do(changes.swap, one="entry", other="other", flight="flight"),
    change_forms.SEED: _do(changes.move_seed, entry="entry", number="number", flight="flight"),
    change_forms.WITHDRAW: _do(changes.withdraw_from, entry="entry", flight="flight"),
    change_forms.REINSTATE: _do(changes.reinstate, entry="entry", flight="flight"),
    change_forms.REENTER: _do(changes.re_enter, entry="entry", flight="flight"),
    change_forms.SPLIT: _do(changes.part, flight="flight", others="entries"),
    change_forms.MERGE: _do(changes.join_flights, flight="flight", into="into"),
    change_forms.LENGTH: _do(stages.lengthen_round, flight="flight", number="number", length="length"),
}
