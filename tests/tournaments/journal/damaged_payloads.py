"""Payloads of journal rows that the type hints of their dataclass refuse, derived from a valid payload.

What a dataclass refuses by its method `check`, or by a rule that no value here breaks, is not among them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from tournaments.payloads import Payload, Place, Rule, read_payload

UNKNOWN_KEY = "unknown"
# Values that may break a rule of a number or a text.
NUMBERS, TEXTS = (-1, 0, 10**9), ("", "?", "X" * 1000)


def list_damaged_payloads(fact: type[Any], payload: Payload) -> Iterator[Payload]:
    """Yield payloads with one thing wrong each: a key too many or missing, a value of another type or rule.

    `payload` is one of this dataclass.
    """
    yield {**payload, UNKNOWN_KEY: 1}
    yield from _damage_fields(fact, payload)


def _damage_fields(fact: type[Any], payload: Payload) -> Iterator[Payload]:
    hints = get_type_hints(fact, include_extras=True)
    for name in (each.name for each in fields(fact)):
        places = [mark for mark in get_args(hints[name]) if isinstance(mark, Place)]
        if Place.UNSTORED in places:
            continue
        if Place.INLINE in places:
            yield from _damage_fields(get_args(hints[name])[0], payload)
            continue
        if not places:
            yield {key: value for key, value in payload.items() if key != name}
        for damaged in _damage_value(hints[name], payload.get(name)):
            yield {**payload, name: damaged}


def _damage_value(hint: Any, value: Any) -> Iterator[Any]:
    """Yield values that this type refuses; `value` is a valid one, or None where the payload has none."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from _damage_value(arguments[0], value)
        for rule in (mark for mark in arguments if isinstance(mark, Rule)):
            yield from _break_rule(arguments[0], rule.is_met, value)
    elif is_dataclass(hint):
        yield from (None, 7, [], UNKNOWN_KEY)
        if value is not None:
            yield from list_damaged_payloads(hint, value)
    elif origin is tuple:
        yield from (None, 7, {}, "12")
        for damaged in _damage_value(arguments[0], value[0]) if value else ():
            yield [damaged, *value[1:]]
    elif origin is Mapping:
        yield from _damage_mapping(*arguments, value or {})
    elif hint is not Any:
        types = arguments if origin in (Union, UnionType) else (hint,)
        others = (None, True, 1.5, 7, "1", [7], {})
        yield from (other for other in others if type(other) not in types)


def _damage_mapping(key_hint: Any, item_hint: Any, mapping: Payload) -> Iterator[Any]:
    yield from (None, 7, [], UNKNOWN_KEY)
    for key, item in list(mapping.items())[:1]:
        yield from ({key: damaged} for damaged in _damage_value(item_hint, item))
        yield from ({damaged: item} for damaged in _damage_key(key_hint, key))


def _damage_key(hint: Any, key: str) -> Iterator[str]:
    """Yield keys that a mapping with keys of this type refuses: JSON has them as texts."""
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if plain is int:
        yield from (UNKNOWN_KEY, f"0{key}", f" {key}")
    for rule in (mark for mark in get_args(hint) if isinstance(mark, Rule)):
        yield from map(str, _break_rule(plain, rule.is_met, key))


def _break_rule(hint: Any, is_met: Callable[[Any], object], value: Any) -> Iterator[Any]:
    """Yield values of this type that break a rule."""
    if hint in (int, str):
        yield from (each for each in (NUMBERS if hint is int else TEXTS) if not _is_met(is_met, each))
    elif get_origin(hint) is tuple:
        lists = ([], [*value, *value]) if value else ([],)
        yield from (
            each for each in lists if not is_met(tuple(_read(get_args(hint)[0], item) for item in each))
        )
    elif get_origin(hint) is Mapping and not is_met({}):
        yield {}


def _is_met(is_met: Callable[[Any], object], value: Any) -> bool:
    try:
        return bool(is_met(value))
    except ValueError:
        return False


def _read(hint: Any, item: Any) -> Any:
    return read_payload(hint, item) if is_dataclass(hint) else item
