"""Serializers derived from the page forms, and forms bound to validated data."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from rest_framework import serializers

from rules.errors import Refusal
from tournaments.forms.draws import EntryNumbersField
from tournaments.forms.plans import MAX_MATCH_LENGTH, MOST_ROUNDS, MatchLengthsField

Field = serializers.Field[Any, Any, Any, Any]
# Maximum of an integer column.
MOST = 2**31 - 1
LONGEST_TEXT, LONGEST_LINE, MOST_LINES, MOST_CHOSEN = 1000, 420, 512, 512
BY_HEADER = frozenset({"key"})
# API names of form fields that are called differently in responses.
NAMES = {"scheme": "format"}


@cache
def form_serializer(
    form: type[forms.Form], name: str = "", without: tuple[str, ...] = (), needed: tuple[str, ...] = ()
) -> type[serializers.Serializer[Any]]:
    """Return the serializer of a form, `without` some fields; `needed` fields are required."""
    fields: dict[str, forms.Field] = form.base_fields
    serializer_fields = {
        NAMES.get(field, field): _serializer_field(
            field, form_field, is_needed=form_field.required or field in needed
        )
        for field, form_field in fields.items()
        if field not in BY_HEADER and field not in without
    }
    options = {"__doc__": (form.__doc__ or "").strip().splitlines()[0], "__module__": __name__}
    return type(
        f"{name or form.__name__}Serializer", (serializers.Serializer,), {**serializer_fields, **options}
    )


def read_form(form: type[forms.Form], data: Mapping[str, Any], **more: Any) -> forms.Form:
    """Return the form bound to validated data. Raises `request_invalid` if it is invalid."""
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, _written(form.base_fields.get(name), value))
    filled = form(query, **more)
    if not filled.is_valid():
        first = next(iter(filled.errors))
        faults = {name: [str(fault) for fault in faults] for name, faults in filled.errors.items()}
        raise Refusal("request_invalid", "", problem=f"{first}: {faults[first][0]}", fields=faults)
    return filled


def _written(field: forms.Field | None, value: Any) -> list[str]:
    """Return a value as form data."""
    if value is None or value is False:
        return []
    if value is True:
        return ["on"]
    if isinstance(value, list):
        if isinstance(field, MatchLengthsField):
            return [" ".join(map(str, value))]
        if _has_lines(field):
            return ["\n".join(map(str, value))]
        return [str(each) for each in value]
    return [value.isoformat() if isinstance(value, date) else str(value)]


def _serializer_field(name: str, field: forms.Field, *, is_needed: bool) -> Field:
    make_field = next(make for kind, make in KINDS if kind is None or isinstance(field, kind))
    help_text = " ".join(str(text).rstrip(".") + "." for text in (field.label, field.help_text) if text)
    source = {"source": name} if name in NAMES else {}
    return make_field(
        field, {"required": is_needed, **source, **({"help_text": help_text} if help_text else {})}
    )


def _has_lines(field: forms.Field | None) -> bool:
    return isinstance(field, forms.CharField) and isinstance(field.widget, forms.Textarea)


def _number(field: Any, options: dict[str, Any]) -> Field:
    return serializers.IntegerField(
        min_value=field.min_value, max_value=MOST if field.max_value is None else field.max_value, **options
    )


def _chosen(field: Any, options: dict[str, Any]) -> Field:
    choices = _choices(field)
    if not choices:
        return serializers.CharField(max_length=LONGEST_TEXT, allow_blank=not options["required"], **options)
    return serializers.ChoiceField(choices=choices, allow_blank="" in choices, **options)


def _several(field: Any, options: dict[str, Any]) -> Field:
    inner: Field = serializers.ChoiceField(choices=_choices(field))
    return serializers.ListField(child=inner, max_length=MOST_CHOSEN, **options)


def _numbers(field: Any, options: dict[str, Any]) -> Field:
    inner = serializers.IntegerField(min_value=0, max_value=99_999)
    return serializers.ListField(child=inner, max_length=MOST_CHOSEN, **options)


def _lengths(field: Any, options: dict[str, Any]) -> Field:
    inner = serializers.IntegerField(min_value=1, max_value=MAX_MATCH_LENGTH)
    return serializers.ListField(child=inner, max_length=MOST_ROUNDS, **options)


def _text(field: Any, options: dict[str, Any]) -> Field:
    if _has_lines(field):
        line = serializers.CharField(max_length=LONGEST_LINE)
        return serializers.ListField(child=line, max_length=MOST_LINES, **options)
    longest = field.max_length or LONGEST_TEXT
    return serializers.CharField(max_length=longest, allow_blank=not options["required"], **options)


def _choices(field: Any) -> Sequence[Any]:
    coerced: Callable[[Any], Any] = getattr(field, "coerce", str)
    values = [str(value) for value, _label in field.choices]
    return [coerced(choice) for choice in values if choice] if coerced is int else values


KINDS: Sequence[tuple[type[forms.Field] | None, Callable[[Any, dict[str, Any]], Field]]] = (
    (MatchLengthsField, _lengths),
    (EntryNumbersField, _numbers),
    (forms.BooleanField, lambda field, options: serializers.BooleanField(**{**options, "required": False})),
    (forms.TypedMultipleChoiceField, _numbers),
    (forms.MultipleChoiceField, _several),
    (forms.ChoiceField, _chosen),
    (forms.IntegerField, _number),
    (forms.DateTimeField, lambda field, options: serializers.DateTimeField(**options)),
    (forms.DateField, lambda field, options: serializers.DateField(**options)),
    (forms.TimeField, lambda field, options: serializers.TimeField(**options)),
    (None, _text),
)
