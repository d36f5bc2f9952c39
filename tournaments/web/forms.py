"""Inputs of days and times, fields of details of an entry, and the base of forms that send a command."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.core.validators import RegexValidator

from tournaments.name_lists.details import DETAILS, DetailKind

# Before 1973 some time zones had offsets that are not whole minutes.
FIRST_YEAR = 1973


def new_key() -> str:
    """Return a new idempotency key."""
    return uuid4().hex


class DayInput(forms.DateInput):
    """The browser's input of a date."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    """The browser's input of a time of the day."""

    input_type = "time"


class DateTimeLocalInput(forms.DateTimeInput):
    """The browser's input of a date and a time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class CommandForm(forms.Form):
    """Base of forms that send a command: `key` makes it idempotent, `version` is the displayed event's."""

    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)


def make_detail_fields(labels: Mapping[str, Any], hints: Mapping[str, Any] | None = None) -> type[forms.Form]:
    """Return a form with a field for each detail of an entry that has a label here and is a plain text.

    Each form has its own fields of the country and of numbers.
    """
    names = [name for name in labels if DETAILS[name].kind == DetailKind.TEXT]
    fields = {
        name: forms.CharField(
            label=labels[name],
            help_text=(hints or {}).get(name, ""),
            max_length=DETAILS[name].longest,
            validators=[RegexValidator(rf"^{DETAILS[name].pattern}\Z")] if DETAILS[name].pattern else [],
            required=False,
        )
        for name in names
    }
    return type("DetailFieldsForm", (forms.Form,), fields)
