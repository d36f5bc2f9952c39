"""Inputs of days and times, and the base of forms that send a command."""

from uuid import uuid4

from django import forms

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
