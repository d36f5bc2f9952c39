"""Payloads of journal rows and plans: JSON values read to dataclasses by their type hints, and made of them.

A field is an int, a str, a tuple (in JSON a list), a mapping with keys of int or str, another dataclass, or
`Any`. What its type does not say is in `Annotated`: a `Rule` its values must satisfy, and its `Place`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

Payload = Mapping[str, Any]
Reader = Callable[[Any], Any]
Kind = TypeVar("Kind")


class Place(Enum):
    """Where a payload has the value of a field, if not always under the name of the field."""

    OPTIONAL = "a payload may lack the key: then the field has its default"
    OMITTED = "as OPTIONAL, and an empty value is never written"
    INLINE = "the keys of this dataclass stand beside those of the one it belongs to"
    UNSTORED = "in no payload"


@dataclass(frozen=True, slots=True)
class Rule:
    """What a value of a payload must satisfy: `is_met` returns whether it does."""

    is_met: Callable[[Any], object]


def one_of(allowed: Collection[str]) -> Rule:
    """Return the rule that a string is one of these."""
    return Rule(frozenset(allowed).__contains__)


NOT_EMPTY = Rule(bool)
DISTINCT = Rule(lambda values: len(set(values)) == len(values))
Natural = Annotated[int, Rule(lambda number: number >= 0)]
Positive = Annotated[int, Rule(lambda number: number > 0)]
Text = Annotated[str, NOT_EMPTY]


def read_payload(kind: type[Kind], payload: Any) -> Kind:
    """Return the dataclass of a payload; its `check`, if it has one, says whether its values fit together.

    Raises ValueError unless the payload has all keys of the fields and no others, with values of their types.
    """
    dataclass_of_payload: Any = kind
    layout = _get_layout(dataclass_of_payload)
    if not isinstance(payload, dict) or not layout.required <= payload.keys() <= layout.keys:
        raise ValueError(kind.__name__)
    payload_object: Kind = _make(dataclass_of_payload, payload)
    return payload_object


def make_payload(value: Any) -> dict[str, Any]:
    """Return the payload of a dataclass, in the order of its fields; `read_payload` makes the same of it."""
    payload: dict[str, Any] = {}
    for name, place, _ in _get_layout(cast("Any", type(value))).fields:
        part = getattr(value, name)
        if place is Place.INLINE:
            payload |= make_payload(part)
        elif part or place is not Place.OMITTED:
            payload[name] = _make_json(part)
    return payload


def _make_json(value: Any) -> Any:
    if is_dataclass(value):
        return make_payload(value)
    if isinstance(value, tuple):
        return [_make_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _make_json(item) for key, item in value.items()}
    return value


class _Field(NamedTuple):
    name: str
    place: Place | None
    read: Reader


class _Layout(NamedTuple):
    """The fields of a dataclass, the keys of its payloads, and its `check`."""

    fields: tuple[_Field, ...]
    required: frozenset[str]
    keys: frozenset[str]
    check: Callable[[Any], None] | None


@cache
def _get_layout(kind: Any) -> _Layout:
    hints = get_type_hints(kind, include_extras=True)
    stored_fields: list[_Field] = []
    required, keys = set[str](), set[str]()
    for name in (each.name for each in fields(kind)):
        place = next((mark for mark in get_args(hints[name]) if isinstance(mark, Place)), None)
        if place is Place.UNSTORED:
            continue
        if place is Place.INLINE:
            inner = get_args(hints[name])[0]
            required |= _get_layout(inner).required
            keys |= _get_layout(inner).keys
            stored_fields.append(_Field(name, place, partial(_make, inner)))
            continue
        keys.add(name)
        required |= set() if place else {name}
        stored_fields.append(_Field(name, place, _get_reader(hints[name])))
    check = getattr(kind, "check", None)
    return _Layout(tuple(stored_fields), frozenset(required), frozenset(keys), check)


def _make(kind: Any, payload: Payload) -> Any:
    """Return the dataclass of a payload that may have other keys besides."""
    layout = _get_layout(kind)
    values = {}
    for name, place, read in layout.fields:
        if place is None:
            values[name] = read(payload[name])
        elif place is Place.INLINE:
            values[name] = read(payload)
        elif name in payload:
            values[name] = read(payload[name])
    instance = kind(**values)
    if layout.check is not None:
        layout.check(instance)
    return instance


@cache
def _get_reader(hint: Any) -> Reader:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        rules = tuple(mark.is_met for mark in arguments if isinstance(mark, Rule))
        read_value = _get_reader(arguments[0])
        return partial(_read_by_rules, read_value, rules) if rules else read_value
    if is_dataclass(hint):
        return partial(read_payload, cast("Any", hint))
    if origin is tuple:
        return partial(_read_list, _get_reader(arguments[0]))
    if origin is Mapping:
        read_key = _get_reader(arguments[0])
        return partial(_read_mapping, read_key, _get_reader(arguments[1]), arguments[0] is not str)
    return partial(_read_plain, arguments or (hint,))


def _read_by_rules(read_value: Reader, rules: tuple[Callable[[Any], object], ...], value: Any) -> Any:
    result = read_value(value)
    for is_met in rules:
        if not is_met(result):
            raise ValueError(value)
    return result


def _read_list(read_item: Reader, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ValueError(value)
    return tuple(read_item(item) for item in value)


def _read_mapping(read_key: Reader, read_item: Reader, has_numbers: bool, value: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise ValueError(value)
    return {
        read_key(_read_number(key) if has_numbers else key): read_item(item) for key, item in value.items()
    }


def _read_number(key: str) -> int:
    """Return the number that a key is, written as JSON writes it."""
    number = int(key)
    if str(number) != key:
        raise ValueError(key)
    return number


def _read_plain(types: tuple[Any, ...], value: Any) -> Any:
    """Return a value of one of these types; True and False are no numbers."""
    if type(value) not in types and Any not in types:
        raise ValueError(value)
    return value
