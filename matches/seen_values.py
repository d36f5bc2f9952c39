"""Forms that show stored values carry them, so that nobody overwrites a change that was not seen.

A page writes the values with the tag `seen_values`; the view that saves the form calls `require_unchanged`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.http import QueryDict

from rules.errors import Refusal

# A longer value is not quoted in the refusal; the label of its field is enough.
LONGEST_SHOWN = 60
SEPARATOR = ", "


def get_field_name(form: forms.BaseForm) -> str:
    """Return the name of the hidden field with the values that a form has shown.

    It has the name of the first field of the class, as several forms without a prefix can be sent together;
    fields that are added to a form can be in another order when it is sent.
    """
    first = next(iter(getattr(form, "base_fields", ())), "")
    return form.add_prefix(f"{first}-seen")


def encode_seen(*shown_forms: forms.BaseForm) -> str:
    """Return the stored values that a form shows, or several with one hidden field, for this field."""
    values = {name: value for form in shown_forms for name, value in _list_values(form)}
    return json.dumps(values, ensure_ascii=False)


def require_unchanged(posted: QueryDict, *current_forms: forms.BaseForm) -> None:
    """Raise `changed_since_shown` if a stored value is no longer what the sender of these forms has seen.

    `posted` is what was sent, with the hidden fields of what was seen. The initial values of `current_forms`
    are those that are stored now. A form that was sent without what was seen, as
    by a program, is not compared.
    """
    changes = [change for form in current_forms for change in _list_changes(form, posted)]
    if changes:
        raise Refusal("changed_since_shown", "", changes="; ".join(changes))


def _list_changes(form: forms.BaseForm, posted: QueryDict) -> Iterator[str]:
    try:
        seen = json.loads(posted.get(get_field_name(form)) or "{}")
    except ValueError:
        seen = {}
    if not isinstance(seen, dict):
        return
    for name, value in _list_values(form):
        if name in seen and seen[name] != value:
            yield _describe_change(form.fields[name], str(form[name].label), value)


def _describe_change(field: forms.Field, label: str, value: str) -> str:
    if isinstance(field, forms.BooleanField):
        return f"{label}: {'✓' if value else '–'}"
    choices = {str(key): str(text) for key, text in getattr(field, "choices", ())}
    parts = value.split(SEPARATOR) if isinstance(field, forms.MultipleChoiceField) else [value]
    text = SEPARATOR.join(choices.get(part, part) for part in parts)
    return label if len(text) > LONGEST_SHOWN else f"{label}: {text or '–'}"


def _list_values(form: forms.BaseForm) -> Iterator[tuple[str, str]]:
    for name, field in form.fields.items():
        if not field.widget.is_hidden:
            yield name, _as_text(field.prepare_value(form.get_initial_for_field(field, name)))


def _as_text(value: Any) -> str:
    if value is None or value is False:
        return ""
    if isinstance(value, Iterable) and not isinstance(value, str):
        return SEPARATOR.join(map(str, value))
    return str(value).replace("\r\n", "\n")
