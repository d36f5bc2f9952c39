"""Forms of weekly tournaments."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from matches.names import LONGEST_NAME
from tournaments.currencies import CODES, CURRENCY_CHOICES
from tournaments.formats.plan import PRESETS, Plan
from tournaments.journal.team_facts import EntryType
from tournaments.models import WeeklyNight
from tournaments.models.tournament import MOST_PLAYERS
from tournaments.payloads import make_payload, read_payload
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.schedule.table_forms import MOST_TABLES, POLICIES
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments.queries.weekly_nights import make_entry_type_data
from tournaments.play.tournaments.services.currency import choose_currency
from tournaments.play.tournaments.services.weekly_nights import NightTemplate
from tournaments.registry import weekly_night_extensions
from tournaments.web.forms import CommandForm, DayInput

WEEKDAYS = (
    (0, _("Monday")),
    (1, _("Tuesday")),
    (2, _("Wednesday")),
    (3, _("Thursday")),
    (4, _("Friday")),
    (5, _("Saturday")),
    (6, _("Sunday")),
)


class WeeklyNightForm(CommandForm):
    """A weekly tournament: name, day, start time, tables and result confirmation."""

    name = forms.CharField(label=_("Name"), max_length=120)
    weekday = forms.TypedChoiceField(label=_("Day"), choices=WEEKDAYS, coerce=int)
    begins = forms.TimeField(
        label=_("Start time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=MOST_TABLES)
    policy = forms.ChoiceField(label=_("Result confirmation"), choices=POLICIES)
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCY_CHOICES, required=False)
    capacity = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_PLAYERS,
        required=False,
        help_text=_("Later players are on a waiting list. Empty: no limit."),
    )

    @staticmethod
    def get_initial() -> dict[str, Any]:
        """Return initial values."""
        return {
            "name": _("Club night"),
            "weekday": 0,
            "begins": "20:30",
            "tables": 8,
            "policy": "both",
            "currency": choose_currency(""),
        }


class ComingForm(forms.Form):
    """A person who comes on a day: a name, or none for the visitor whose account or badge is known."""

    day = DayField(widget=forms.HiddenInput())
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)


class IdentifyForm(forms.Form):
    """The member whom a name on a list means, by the code of the player."""

    player = forms.CharField(label=_("Member"), max_length=40)


class SkipDayForm(forms.Form):
    """A day to skip or restore."""

    day = DayField(label=_("Day"), widget=DayInput())
    reason = forms.CharField(label=_("Reason"), max_length=120, required=False)


class RegularPlayersForm(CommandForm):
    """Players chosen to enter again, by the values of `ReturningPlayers`."""

    players = forms.MultipleChoiceField(required=True)

    def __init__(self, *args: Any, values: list[str], **more: Any) -> None:
        super().__init__(*args, **more)
        players = self.fields["players"]
        if isinstance(players, forms.MultipleChoiceField):
            players.choices = [(value, value) for value in values]


class WeeklyNightChangeForm(WeeklyNightForm):
    """A changed weekly tournament; its format changes only if `anew` is set."""

    anew = forms.BooleanField(label=_("Change the format to the one chosen here"), required=False)

    @staticmethod
    def initial_values(night: WeeklyNight) -> dict[str, Any]:
        """Return the current values of the night."""
        names = ("name", "weekday", "begins", "tables", "policy", "currency", "capacity")
        return {name: getattr(night, name) for name in names}


def get_format_initial(night: WeeklyNight) -> dict[str, Any]:
    """Return the values of the form of the format for the first event of a night."""
    event = night.events[0]
    if event["plan"] is not None:
        return FormatForm.get_initial_of_plan(read_payload(Plan, event["plan"]))
    main, consolation = event["lengths"]
    preset = PRESETS["knockout_consolation"]
    lengths = {"length": str(main), "consolation_length": str(consolation)}
    return {**FormatForm.get_initial_of_plan(preset), **lengths}


def get_entry_type_initial(night: WeeklyNight) -> dict[str, Any]:
    """Return the values of the form of the entry type for the first event of a night."""
    formed = night.events[0]["formed"]
    if formed is None:
        return EntryTypeForm.get_initial()
    entry_type = EntryType(formed["takes"], formed["boards"], tuple(formed["lengths"]), tuple(formed["ties"]))
    return EntryTypeForm.get_initial_of_type(entry_type)


def make_extension_forms(data: Any = None, night: WeeklyNight | None = None) -> dict[str, forms.Form]:
    """Return the forms of the apps that extend the template of a night (such as fees), by app name.

    Amounts in the data are in the currency that the data name, if it is known, or in that of the night.
    """
    features = night.events[0]["features"] if night is not None else {}
    current_currency = night.currency if night is not None else choose_currency("")
    named_currency = data.get("currency") if data is not None else ""
    return {
        name: extension.form(
            data,
            initial=extension.initial(features.get(name), current_currency),
            currency=named_currency if named_currency in CODES else current_currency,
        )
        for name, extension in weekly_night_extensions.items()
    }


def build_template(
    form: WeeklyNightForm,
    format_form: FormatForm,
    entry_form: EntryTypeForm,
    extension_forms: Mapping[str, forms.Form],
) -> NightTemplate:
    """Return the template of a new night with one event, from its valid forms."""
    entry_type = entry_form.entry_type()
    event = {
        "name": "",
        "lengths": [format_form.cleaned_data["length"][0], format_form.cleaned_data["consolation_length"][0]],
        "plan": make_payload(format_form.plan()),
        "formed": make_entry_type_data(entry_type) if entry_type is not None else None,
        "features": {},
    }
    return _make_template(form, extension_forms, [event], {}, {}, form.cleaned_data["currency"])


def build_changed_template(
    night: WeeklyNight,
    form: WeeklyNightChangeForm,
    format_form: FormatForm,
    entry_form: EntryTypeForm,
    extension_forms: Mapping[str, forms.Form],
) -> NightTemplate:
    """Return the template of a changed night, from its valid forms.

    Without `anew` the events are unchanged, except for the extension data of the first, and for amounts in
    another currency.
    """
    currency = form.cleaned_data["currency"] or night.currency
    if form.cleaned_data["anew"]:
        events = build_template(form, format_form, entry_form, extension_forms).events
    else:
        events = [_convert_event_data(event, night.currency, currency) for event in night.events]
    return _make_template(form, extension_forms, events, night.times, night.laws, currency)


def _convert_event_data(event: Mapping[str, Any], former: str, currency: str) -> dict[str, Any]:
    """Return the data of an event of a night after its currency was changed."""
    features = {
        name: weekly_night_extensions[name].convert(data, former, currency)
        if name in weekly_night_extensions
        else data
        for name, data in event["features"].items()
    }
    return {**event, "features": features}


def _make_template(
    form: WeeklyNightForm,
    extension_forms: Mapping[str, forms.Form],
    events: Sequence[Mapping[str, Any]],
    times: Mapping[str, Any],
    laws: Mapping[str, Any],
    currency: str,
) -> NightTemplate:
    values = form.cleaned_data
    first_event, *others = events
    return NightTemplate(
        name=values["name"],
        weekday=values["weekday"],
        begins=values["begins"],
        tables=values["tables"],
        policy=values["policy"],
        currency=currency,
        capacity=values["capacity"],
        events=[
            {**first_event, "features": _change_features(first_event["features"], extension_forms)},
            *others,
        ],
        times=times,
        laws=laws,
    )


def _change_features(
    features: Mapping[str, Any], extension_forms: Mapping[str, forms.Form]
) -> dict[str, Any]:
    """Return the data of the extensions by app name, as changed by their forms."""
    changed = {
        name: weekly_night_extensions[name].change(features.get(name), form.cleaned_data)
        for name, form in extension_forms.items()
    }
    return {name: data for name, data in {**features, **changed}.items() if data is not None}
