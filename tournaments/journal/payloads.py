"""Checks of the payloads of journal rows, which the readers of their kinds share."""

from collections.abc import Mapping
from datetime import date
from typing import Any

Payload = Mapping[str, Any]
FLIGHT = frozenset({"flight"})


def check_keys(
    payload: Payload, names: set[str] | frozenset[str], optional: frozenset[str] = frozenset()
) -> None:
    """Raise ValueError unless the payload has all of `names`, and nothing else but `optional` keys."""
    if not names <= set(payload) <= names | optional:
        raise ValueError("keys")


def read_nonempty_string(payload: Payload, name: str) -> str:
    """Return a non-empty string of a payload. Raises ValueError."""
    value = read_string(payload, name)
    if not value:
        raise ValueError(name)
    return value


def read_string(payload: Payload, name: str) -> str:
    """Return a string of a payload, "" if the key is absent. Raises ValueError."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def read_count(payload: Payload, name: str, minimum: int = 1) -> int:
    """Return an integer of a payload, at least `minimum`. Raises ValueError."""
    value = payload[name]
    if type(value) is not int or value < minimum:
        raise ValueError(name)
    return value


def read_integers(values: Any) -> tuple[int, ...]:
    """Return a list of non-negative integers as a tuple. Raises ValueError."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


def read_day(value: Any) -> str:
    """Return a date in the form YYYY-MM-DD. Raises ValueError."""
    if not isinstance(value, str) or date.fromisoformat(value).isoformat() != value:
        raise ValueError("day")
    return value


def read_choice(value: Any, allowed: frozenset[str]) -> str:
    """Return the string if it is one of `allowed`. Raises ValueError."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("choice")
    return value
