"""Validation of payload values: keys, strings, counts and lists; anything else raises ValueError."""

from collections.abc import Mapping
from datetime import date
from typing import Any

Payload = Mapping[str, Any]


def check_keys(
    payload: Payload, names: set[str] | frozenset[str], optional: frozenset[str] = frozenset()
) -> None:
    """These keys and no other, but for those of `perhaps`."""
    if not names <= set(payload) <= names | optional:
        raise ValueError("keys")


def nonempty_string(payload: Payload, name: str) -> str:
    """A word that is not empty."""
    value = string(payload, name)
    if not value:
        raise ValueError(name)
    return value


def string(payload: Payload, name: str) -> str:
    """A word, empty when the key is absent."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def count(payload: Payload, name: str, minimum: int = 1) -> int:
    """A whole number not below `least`."""
    value = payload[name]
    if type(value) is not int or value < minimum:
        raise ValueError(name)
    return value


def integers(values: Any) -> tuple[int, ...]:
    """A list of whole numbers from 0."""
    if not isinstance(values, list) or not all(type(value) is int and value >= 0 for value in values):
        raise ValueError("numbers")
    return tuple(values)


def day(value: Any) -> str:
    """A day written YYYY-MM-DD."""
    if not isinstance(value, str) or date.fromisoformat(value).isoformat() != value:
        raise ValueError("day")
    return value


def one_of(value: Any, allowed: frozenset[str]) -> str:
    """A word out of a few."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("choice")
    return value
