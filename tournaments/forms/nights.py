"""Shapes of a weekly night: when it is played and what, another way from now on, a week without it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.errors import Refusal
from tournaments.formats.plan import payload
from tournaments.forms.desk import MOST_TABLES, POLICIES, Acting, Day
from tournaments.forms.plans import Format
from tournaments.forms.teams import Taking
from tournaments.models import FundKind, WeeklyNight
from tournaments.phrases.money import MONEY, in_a_field
from tournaments.prizes.currencies import CODES, read
from tournaments.prizes.sharing import PLACE
from tournaments.queries.weekly import formed_data
from tournaments.services.nights import Template

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
DECIMAL = {"inputmode": "decimal", "autocomplete": "off"}
USUAL = ("EUR", "GBP", "USD", "CHF")
# An entry fee that is all shared out, the first place taking it.
ENTRY: Mapping[str, Any] = {
    "kind": FundKind.ENTRY.value,
    "name": "",
    "registration": 0,
    "returned": 100,
    "added": 0,
    "unit": 1,
    "sharing": PLACE,
    "template": "winner",
    "parts": {},
    "is_open": True,
    "is_shown": False,
}
CURRENCIES = [(code, code) for code in (*USUAL, *(code for code in CODES if code not in USUAL))]


class Night(Acting):
    """When a weekly night is played, and in which room; what is played there is chosen beside it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    weekday = forms.TypedChoiceField(label=_("Day"), choices=DAYS, coerce=int)
    begins = forms.TimeField(
        label=_("Begins"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=MOST_TABLES)
    policy = forms.ChoiceField(label=_("A result counts"), choices=POLICIES)
    fee = forms.CharField(
        label=_("Entry fee"), max_length=20, required=False, widget=forms.TextInput(attrs=DECIMAL)
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCIES, required=False)

    @staticmethod
    def proposal() -> dict[str, Any]:
        """What the form says before anybody touches it."""
        told = {"name": _("Club evening"), "weekday": 0, "begins": "20:30", "tables": 8, "policy": "both"}
        return {**told, "currency": CURRENCIES[0][0]}

    def clean(self) -> dict[str, Any]:
        """The fee in the smallest coins of its currency, 0 where there is none."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        text, currency = said.get("fee") or "", said.get("currency") or CURRENCIES[0][0]
        try:
            said["fee"] = read(text, currency) if text else 0
        except Refusal as fault:
            self.add_error("fee", str(MONEY[fault.code]) % fault.facts)
        return said


class Skipping(forms.Form):
    """A week that is left out, or played after all."""

    day = forms.DateField(label=_("Day"), widget=Day())
    reason = forms.CharField(label=_("Why"), max_length=120, required=False)


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

    anew = forms.BooleanField(label=_("Play something else: what is chosen here"), required=False)

    @staticmethod
    def told(night: WeeklyNight) -> dict[str, Any]:
        """What is kept now."""
        names = ("name", "weekday", "begins", "tables", "policy")
        fee = fee_of(night.events)
        currency = night.currency or CURRENCIES[0][0]
        shown = in_a_field(fee, currency) if fee else ""
        return {**{name: getattr(night, name) for name in names}, "fee": shown, "currency": currency}


def template_of(form: Night, chosen: Format, taking: Taking) -> Template:
    """A night of one event, as its forms say."""
    formed = taking.formed()
    event = {
        "name": "",
        "lengths": [chosen.cleaned_data["length"][0], chosen.cleaned_data["consolation_length"][0]],
        "plan": payload(chosen.plan()),
        "formed": formed_data(formed) if formed is not None else None,
        "funds": [],
    }
    return _template(form, [event], {}, {})


def changed_template(night: WeeklyNight, form: Changing, chosen: Format, taking: Taking) -> Template:
    """A kept night as its forms say now: its events stay as they are but for the entry fee of the first."""
    if form.cleaned_data["anew"]:
        made = template_of(form, chosen, taking)
        return _template(form, made.events, night.times, night.laws)
    return _template(form, night.events, night.times, night.laws)


def _template(
    form: Night, events: Sequence[Mapping[str, Any]], times: Mapping[str, Any], laws: Mapping[str, Any]
) -> Template:
    said = form.cleaned_data
    first, *others = events
    told = [{**first, "funds": _with_fee(first["funds"], said["fee"])}, *others]
    return Template(
        name=said["name"],
        weekday=said["weekday"],
        begins=said["begins"],
        tables=said["tables"],
        policy=said["policy"],
        currency=said["currency"] if any(event["funds"] for event in told) else "",
        events=told,
        times=times,
        laws=laws,
    )


def _with_fee(funds: Sequence[Mapping[str, Any]], fee: int) -> list[Mapping[str, Any]]:
    """The funds of an event with this entry fee; without one there is no fund of entries, unless others hang
    on it."""
    if funds:
        return [{**funds[0], "fee": fee}, *funds[1:]] if fee or len(funds) > 1 else []
    return [{**ENTRY, "fee": fee}] if fee else []


def fee_of(events: Sequence[Mapping[str, Any]]) -> int:
    """The entry fee of the first event, in the smallest coins."""
    funds = events[0]["funds"]
    return int(funds[0]["fee"]) if funds else 0
