"""Events of a session for points as plain data and back, for whoever keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from rules.actions import Beavered, Doubled, Dropped, Took
from rules.errors import Unreadable
from rules.match import MULTIPLES, GameOutcome
from rules.money.events import Event, Finished, Resigned, Scored, Settled
from rules.sides import Side

_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    Doubled: ("side", "value"),
    Beavered: ("side", "value"),
    Took: ("side",),
    Dropped: ("side",),
    Finished: ("winner", "level"),
    Resigned: ("side", "level"),
    Settled: ("winner", "points"),
}
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_SIDES = {side.value: side for side in Side}


def write_event(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind and its fields; the line of a text it was read from is left out."""
    kind = type(event).__name__
    if isinstance(event, Scored):
        outcome = event.outcome
        data = {"winner": outcome.winner.value, "level": outcome.kind, "cube": outcome.cube}
        return {"kind": kind, **data, "automatic": event.automatic}
    fields = {name: getattr(event, name) for name in _FIELDS.get(type(event), ())}
    return {"kind": kind, **{name: _plain(value) for name, value in fields.items()}}


def read_event(data: Mapping[str, Any]) -> Event:
    """The event that `write_event` wrote. Raises `Unreadable` (`event_unreadable`) for anything else."""
    kind = _KINDS.get(str(data.get("kind")))
    if kind is None:
        raise Unreadable("event_unreadable", expected=", ".join(_KINDS))
    fields = {name: value for name, value in data.items() if name != "kind"}
    if kind is Scored:
        return _read_scored(fields)
    names = _FIELDS.get(kind, ())
    if set(fields) != set(names):
        raise Unreadable("event_unreadable", expected=", ".join(names))
    event: Event = kind(**{name: _read(name, value, kind) for name, value in fields.items()})
    return event


def _plain(value: object) -> object:
    return value.value if isinstance(value, Side) else value


def _read(name: str, value: object, kind: type[Any]) -> object:
    if name not in ("side", "winner"):
        return _number(name, value)
    if kind is Settled and value is None:
        return None
    return _side(value)


def _read_scored(fields: dict[str, Any]) -> Scored:
    expected = ("winner", "level", "cube", "automatic")
    if set(fields) != set(expected) or str(fields["level"]) not in MULTIPLES:
        raise Unreadable("event_unreadable", expected=", ".join(expected))
    cube, automatic = _number("cube", fields["cube"]), _number("automatic", fields["automatic"])
    return Scored(GameOutcome(_side(fields["winner"]), fields["level"], cube), automatic)


def _number(name: str, value: object) -> int:
    if type(value) is not int:
        raise Unreadable("event_unreadable", expected=name)
    return value


def _side(value: object) -> Side:
    if not isinstance(value, str) or value not in _SIDES:
        raise Unreadable("event_unreadable", expected=", ".join(_SIDES))
    return _SIDES[value]
