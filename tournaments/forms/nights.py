"""Shapes of a weekly night: when it is played and what, another way from now on, a week without it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import payload
from tournaments.forms.desk import MOST_TABLES, POLICIES, Acting, Day
from tournaments.forms.plans import Format
from tournaments.forms.teams import Taking
from tournaments.models import WeeklyNight
from tournaments.queries.weekly import formed_data
from tournaments.registry import template_extensions
from tournaments.services.nights import NightTemplate

DAYS = (
    (0, _("Monday")),
    (1, _("Tuesday")),
    (2, _("Wednesday")),
    (3, _("Thursday")),
    (4, _("Friday")),
    (5, _("Saturday")),
    (6, _("Sunday")),
)
MOST_REGULARS = 256


class Night(Acting):
    """When a weekly night is played, and in which room; what is played there is chosen beside it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    weekday = forms.TypedChoiceField(label=_("Day"), choices=DAYS, coerce=int)
    begins = forms.TimeField(
        label=_("Start time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=MOST_TABLES)
    policy = forms.ChoiceField(label=_("Result confirmation"), choices=POLICIES)

    @staticmethod
    def proposal() -> dict[str, Any]:
        """What the form says before anybody touches it."""
        return {"name": _("Club night"), "weekday": 0, "begins": "20:30", "tables": 8, "policy": "both"}


class Skipping(forms.Form):
    """A week that is left out, or played after all."""

    day = forms.DateField(label=_("Day"), widget=Day())
    reason = forms.CharField(label=_("Reason"), max_length=120, required=False)


class Regulars(Acting):
    """Those who came again, by their codes."""

    players = forms.MultipleChoiceField(required=True)

    def __init__(self, *args: Any, codes: list[str], **more: Any) -> None:
        super().__init__(*args, **more)
        players = self.fields["players"]
        if isinstance(players, forms.MultipleChoiceField):
            players.choices = [(code, code) for code in codes[:MOST_REGULARS]]


class Changing(Night):
    """The same for a night that is kept already: what is played there stays, unless it is chosen `anew`."""

    anew = forms.BooleanField(label=_("Change the format to the one chosen here"), required=False)

    @staticmethod
    def initial_values(night: WeeklyNight) -> dict[str, Any]:
        """What is kept now."""
        names = ("name", "weekday", "begins", "tables", "policy")
        return {name: getattr(night, name) for name in names}


def extension_forms(data: Any = None, night: WeeklyNight | None = None) -> dict[str, forms.Form]:
    """The forms that feature apps show beside a night, by the names of the apps."""
    features = night.events[0]["features"] if night is not None else {}
    return {
        name: extension.form(data, initial=extension.initial(features.get(name)))
        for name, extension in template_extensions.items()
    }


def build_template(
    form: Night, format_form: Format, entry_form: Taking, extras: Mapping[str, forms.Form]
) -> NightTemplate:
    """A night of one event, as its forms say."""
    formed = entry_form.formed()
    event = {
        "name": "",
        "lengths": [format_form.cleaned_data["length"][0], format_form.cleaned_data["consolation_length"][0]],
        "plan": payload(format_form.plan()),
        "formed": formed_data(formed) if formed is not None else None,
        "features": {},
    }
    return _template(form, extras, [event], {}, {})


def changed_template(
    night: WeeklyNight,
    form: Changing,
    format_form: Format,
    entry_form: Taking,
    extras: Mapping[str, forms.Form],
) -> NightTemplate:
    """A night as its forms change it: events stay as they are but for what feature apps add to the first."""
    if form.cleaned_data["anew"]:
        new_template = build_template(form, format_form, entry_form, extras)
        return _template(form, extras, new_template.events, night.times, night.laws)
    return _template(form, extras, night.events, night.times, night.laws)


def _template(
    form: Night,
    extras: Mapping[str, forms.Form],
    events: Sequence[Mapping[str, Any]],
    times: Mapping[str, Any],
    laws: Mapping[str, Any],
) -> NightTemplate:
    values = form.cleaned_data
    first, *others = events
    return NightTemplate(
        name=values["name"],
        weekday=values["weekday"],
        begins=values["begins"],
        tables=values["tables"],
        policy=values["policy"],
        events=[{**first, "features": _changed_features(first["features"], extras)}, *others],
        times=times,
        laws=laws,
    )


def _changed_features(features: Mapping[str, Any], extras: Mapping[str, forms.Form]) -> dict[str, Any]:
    """What feature apps keep of an event, as their forms change it."""
    changed = {
        name: template_extensions[name].change(features.get(name), form.cleaned_data)
        for name, form in extras.items()
    }
    return {name: data for name, data in {**features, **changed}.items() if data is not None}
