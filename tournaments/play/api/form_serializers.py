"""Serializers made from the forms of the pages, so that pages and API accept the same values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from rest_framework import serializers

from matches.api.serializers import NullableCharField
from matches.date_fields import check_year
from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.play.draws.forms import EntryNumbersField
from tournaments.play.draws.plan_forms import MOST_ROUNDS, MatchLengthsField

Field = serializers.Field[Any, Any, Any, Any]
# Maximum of an integer column.
LARGEST_INTEGER = 2**31 - 1
LONGEST_TEXT, LONGEST_LINE = 1000, 420
# The API takes the idempotency key from a header.
HEADER_FIELDS = frozenset({"key"})
# API names of form fields that are called differently in responses.
API_NAMES = {"scheme": "format", "label": "name"}


@cache
def form_serializer(
    form: type[forms.Form], name: str = "", without: tuple[str, ...] = (), required: tuple[str, ...] = ()
) -> type[serializers.Serializer[Any]]:
    """Return a serializer class `<name>Serializer` with the fields of a form.

    `without` names fields to leave out, `required` those that are required though the form has a default.
    """
    fields: dict[str, forms.Field] = form.base_fields
    serializer_fields = {
        API_NAMES.get(field, field): _serializer_field(
            field, form_field, is_required=_is_required(form_field) or field in required
        )
        for field, form_field in fields.items()
        if field not in HEADER_FIELDS and field not in without
    }
    options = {"__doc__": (form.__doc__ or "").strip().splitlines()[0], "__module__": __name__}
    return type(
        f"{name or form.__name__}Serializer", (serializers.Serializer,), {**serializer_fields, **options}
    )


def read_form(form: type[forms.Form], data: Mapping[str, Any], **more: Any) -> forms.Form:
    """Return the form bound to the data of its serializer. Raises `request_invalid` if it is invalid.

    `more` are further arguments of the form.
    """
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, _form_values(form.base_fields.get(name), value))
    bound_form = form(query, **more)
    if not bound_form.is_valid():
        messages = {name: [str(error) for error in errors] for name, errors in bound_form.errors.items()}
        first = next(iter(messages))
        raise Refusal("request_invalid", "", problem=f"{first}: {messages[first][0]}", fields=messages)
    return bound_form


def _form_values(field: forms.Field | None, value: Any) -> list[str]:
    """Return a value as a browser would send it; a form field may have several."""
    if value is None or value is False:
        return []
    if value is True:
        return ["on"]
    if isinstance(value, list):
        if isinstance(field, MatchLengthsField):
            return [" ".join(map(str, value))]
        if _is_multiline(field):
            return ["\n".join(map(str, value))]
        return [str(each) for each in value]
    return [value.isoformat() if isinstance(value, date) else str(value)]


def _join_texts(texts: Iterable[object]) -> str:
    return " ".join(str(text).rstrip(".") + "." for text in texts)


_join_sentences = lazy(_join_texts, str)


def _serializer_field(name: str, field: forms.Field, *, is_required: bool) -> Field:
    make_field = next(make for kind, make in FIELD_MAKERS if kind is None or isinstance(field, kind))
    texts = tuple(text for text in (field.label, field.help_text) if text)
    # In the language of the reader, who is not there yet when the serializer is made.
    help_text = _join_sentences(texts) if texts else ""
    source = {"source": name} if name in API_NAMES else {}
    return make_field(
        field, {"required": is_required, **source, **({"help_text": help_text} if help_text else {})}
    )


def _is_required(field: forms.Field) -> bool:
    """Return whether the API requires it. A box that must be ticked may be left out, and is refused."""
    return field.required and not isinstance(field, forms.BooleanField)


def _is_multiline(field: forms.Field | None) -> bool:
    return isinstance(field, forms.CharField) and isinstance(field.widget, forms.Textarea)


def _integer_field(field: Any, options: dict[str, Any]) -> Field:
    return serializers.IntegerField(
        min_value=field.min_value,
        max_value=LARGEST_INTEGER if field.max_value is None else field.max_value,
        **options,
    )


def _decimal_field(field: Any, options: dict[str, Any]) -> Field:
    return serializers.DecimalField(
        max_digits=field.max_digits,
        decimal_places=field.decimal_places,
        min_value=field.min_value,
        max_value=field.max_value,
        **options,
    )


def _choice_field(field: Any, options: dict[str, Any]) -> Field:
    choices = _choices(field)
    if not choices:
        return serializers.CharField(max_length=LONGEST_TEXT, allow_blank=not options["required"], **options)
    return serializers.ChoiceField(choices=choices, allow_blank="" in choices, **options)


def _multiple_choice_field(field: Any, options: dict[str, Any]) -> Field:
    inner: Field = serializers.ChoiceField(choices=_choices(field))
    return serializers.ListField(child=inner, max_length=LARGEST_DRAW, **options)


def _integer_list_field(field: Any, options: dict[str, Any]) -> Field:
    inner = serializers.IntegerField(min_value=0, max_value=99_999)
    return serializers.ListField(child=inner, max_length=LARGEST_DRAW, **options)


def _match_lengths_field(field: Any, options: dict[str, Any]) -> Field:
    inner = serializers.IntegerField(min_value=1, max_value=LONGEST_MATCH)
    return serializers.ListField(child=inner, max_length=MOST_ROUNDS, **options)


def _text_field(field: Any, options: dict[str, Any]) -> Field:
    if _is_multiline(field):
        line = serializers.CharField(max_length=LONGEST_LINE)
        return serializers.ListField(child=line, max_length=LARGEST_DRAW, **options)
    # Of a text that may be empty, null is the empty one.
    text_field = serializers.CharField if options["required"] else NullableCharField
    return text_field(max_length=field.max_length or LONGEST_TEXT, **options)


def _choices(field: Any) -> Sequence[Any]:
    coerce: Callable[[Any], Any] = getattr(field, "coerce", str)
    values = [str(value) for value, _label in field.choices]
    return [coerce(choice) for choice in values if choice] if coerce is int else values


# The first class a form field is an instance of decides; None stands for any other.
FIELD_MAKERS: Sequence[tuple[type[forms.Field] | None, Callable[[Any, dict[str, Any]], Field]]] = (
    (MatchLengthsField, _match_lengths_field),
    (EntryNumbersField, _integer_list_field),
    (forms.BooleanField, lambda field, options: serializers.BooleanField(**options)),
    (forms.TypedMultipleChoiceField, _integer_list_field),
    (forms.MultipleChoiceField, _multiple_choice_field),
    (forms.ChoiceField, _choice_field),
    # Before its base class IntegerField.
    (forms.DecimalField, _decimal_field),
    (forms.IntegerField, _integer_field),
    (
        forms.DateTimeField,
        lambda _field, options: serializers.DateTimeField(validators=[check_year], **options),
    ),
    (forms.DateField, lambda _field, options: serializers.DateField(validators=[check_year], **options)),
    (forms.TimeField, lambda field, options: serializers.TimeField(**options)),
    (None, _text_field),
)
