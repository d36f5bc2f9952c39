"""Events of a chouette as plain data and back, for whoever keeps them."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any, get_args

from rules.chouette.events import Event, Party
from rules.errors import Unreadable

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_EXPECTED: dict[str, type] = {"str": str, "int": int, "bool": bool}


def write_event(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind and its fields."""
    data = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(event).items()}
    return {"kind": type(event).__name__, **data}


def read_event(data: dict[str, Any]) -> Event:
    """The event that `write_event` wrote. Raises `Unreadable` (`event_unreadable`) for anything else."""
    kind = KINDS.get(str(data.get("kind")))
    if kind is None:
        raise Unreadable("event_unreadable", expected=", ".join(KINDS))
    names = {field.name: str(field.type) for field in fields(kind)}
    given = {name: value for name, value in data.items() if name != "kind"}
    if set(given) != set(names) or not all(_fits(given[name], names[name]) for name in names):
        raise Unreadable("event_unreadable", expected=", ".join(names))
    event: Event = kind(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    )
    return event


def _fits(value: object, annotation: str) -> bool:
    if annotation.startswith("tuple"):
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    if annotation == "Party":
        return value in get_args(Party)
    return type(value) is _EXPECTED[annotation]
