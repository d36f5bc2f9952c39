"""Forms of the cash desk. Amounts are read in its currency and cleaned to the smallest coins."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
from rules.errors import Refusal
from tournaments.currencies import CURRENCY_CHOICES, DEFAULT_CURRENCY, parse_amount
from tournaments.finances.messages import (
    FINANCE_REFUSALS,
    SHARING_NAMES,
    describe_template,
)
from tournaments.finances.models import FundKind, FundTerms
from tournaments.finances.prizes.prize_tables import (
    TEMPLATES,
    find_flights_left_out,
    parse_table,
    template_fits,
)
from tournaments.finances.prizes.sharing import PLACE
from tournaments.finances.queries.payers import PLAYERS, Payers
from tournaments.finances.queries.unpaid_flights import list_flights_won_alone
from tournaments.finances.services.funds import LONGEST_NAME, FundOptions
from tournaments.formats.graph import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.messages import flight_name
from tournaments.messages.money import FEE_LABELS, format_amount_for_input
from tournaments.models.event import Takes
from tournaments.play.entrants.queries.entries import MIXED
from tournaments.registry import WeeklyNightExtensionForm
from tournaments.web.forms import CommandForm

LONGEST_NOTE = 200
# Fee and registration fee by who pays them: the entry type of the event, pairs or players where both enter.
FEE_AND_REGISTRATION_LABELS = {
    Takes.PLAYERS: (FEE_LABELS[Takes.PLAYERS], _("Registration fee per player (retained)")),
    Takes.PAIRS: (FEE_LABELS[Takes.PAIRS], _("Registration fee per pair (retained)")),
    Takes.TEAMS: (FEE_LABELS[Takes.TEAMS], _("Registration fee per team (retained)")),
    MIXED: (_("Fee per player or pair"), _("Registration fee per player or pair (retained)")),
}


class Amount(forms.CharField):
    """An amount in the currency of a cash desk; cleaned to the smallest coins."""

    def __init__(self, currency: str = DEFAULT_CURRENCY, **options: Any) -> None:
        self.currency = currency
        attributes = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attributes), **options)

    def clean(self, value: Any) -> int:
        """Return the amount in the smallest coin, 0 for an empty optional field."""
        text = super().clean(value)
        try:
            return parse_amount(text, self.currency) if text else 0
        except Refusal as refusal:
            raise forms.ValidationError(str(FINANCE_REFUSALS[refusal.code]) % refusal.facts) from refusal


class PaymentDay(DayField):
    """The day on which something was paid, empty for today."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Paid on"),
            required=False,
            input_formats=["%Y-%m-%d"],
            help_text=_("By default today. No late fee is due for a payment made in time."),
        )


def set_currency(form: forms.Form, currency: str) -> None:
    """Let the amounts of a form be in this currency."""
    for field in form.fields.values():
        if isinstance(field, Amount):
            field.currency = currency


class FinanceForm(CommandForm):
    """Base form about money of one cash desk.

    Unless stated otherwise, the field `player` of such a form is the code of a player.
    """

    def __init__(self, *args: Any, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        set_currency(self, currency)


class WeeklyFeeForm(WeeklyNightExtensionForm):
    """The entry fee of a weekly tournament."""

    fee = Amount(
        label=_("Entry fee"),
        required=False,
        help_text=_(
            "The whole pot goes to the winner, unless this was saved from a tournament with other prizes. "
            "Each tournament can change its prizes under Finances."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        set_currency(self, self.currency)


class CurrencyForm(CommandForm):
    """The currency of a tournament; with a `reason`, which is shown, it is fixed."""

    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCY_CHOICES, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, currency: str, reason: str = "", **more: Any
    ) -> None:
        super().__init__(data, initial={"currency": currency}, **more)
        self.current_currency = currency
        self.fields["currency"].disabled = bool(reason)
        self.fields["currency"].help_text = reason

    def clean_currency(self) -> str:
        """Return the choice; without one, the current currency."""
        return self.cleaned_data["currency"] or self.current_currency


class FundForm(FinanceForm):
    """The terms of one fund, in the terms of those who pay its fee.

    `template` is the name of a published prize table; if it is empty, the fields `parts_…` have a manual one.
    Who types a manual table and leaves the choice as it was chooses the manual one.
    `flights` are the keys of those that can have prizes, the event itself first. `OMITTED_FIELDS` are the
    fields that a fund of this kind does not have.
    """

    fund = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)
    fee = Amount(label=_("Fee"), required=False)
    registration = Amount(
        label=_("Registration fee (retained)"),
        required=False,
        help_text=_("Paid on top of the fee; not in the prize pool."),
    )
    returned = forms.IntegerField(label=_("Payout %"), min_value=0, max_value=100)
    added = Amount(label=_("Money added"), required=False)
    template = forms.ChoiceField(label=_("Prizes"), required=False)
    sharing = forms.ChoiceField(label=_("Ties"), choices=list(SHARING_NAMES.items()))
    unit = Amount(label=_("Round to"), required=False)
    is_open = forms.BooleanField(label=_("Open for entries"), required=False)
    is_shown = forms.BooleanField(label=_("Show prizes to all"), required=False)

    OMITTED_FIELDS: ClassVar = {
        FundKind.ENTRY: ("name", "is_open"),
        FundKind.POOL: ("registration",),
        FundKind.AUCTION: ("registration", "fee", "is_open"),
    }

    def __init__(
        self,
        *args: Any,
        kind: FundKind,
        flights: Sequence[str],
        payers: Payers = PLAYERS,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        is_per_bracket = payers.is_per_bracket and kind is FundKind.ENTRY
        self.kind, self.flights = kind, flights if kind is FundKind.ENTRY else (MAIN,)
        for name in self.OMITTED_FIELDS[kind]:
            del self.fields[name]
        self._name_payers(payers.takes, is_per_bracket=is_per_bracket)
        if "name" in self.fields:
            self.fields["name"].required = True
        won_alone = list_flights_won_alone(self.flights)
        template_choices = [
            (name, describe_template(name, find_flights_left_out(name, won_alone)))
            for name in TEMPLATES
            if template_fits(name, self.flights)
        ]
        self.fields["template"].choices = [*template_choices, ("", _("custom table, as below"))]  # type: ignore[attr-defined]
        for flight in self.flights:
            self.fields[f"parts_{flight}"] = forms.CharField(
                label=flight_name(flight) if len(self.flights) > 1 else _("Custom payout table"),
                max_length=300,
                required=False,
                widget=forms.TextInput(attrs={"placeholder": "50 30 20", "autocomplete": "off"}),
            )

    def _name_payers(self, takes: str, *, is_per_bracket: bool) -> None:
        """Let the labels of fee and registration fee say who pays them, and for what."""
        fee, registration = FEE_AND_REGISTRATION_LABELS[takes]
        if "fee" in self.fields:
            self.fields["fee"].label = fee
        if "registration" not in self.fields:
            return
        self.fields["registration"].label = registration
        self.fields["fee"].help_text = _("Without the registration fee. It goes to the prizes, see Payout %.")
        if is_per_bracket:
            self.fields["fee"].help_text = _(
                "For each mini bracket, without the registration fee. It goes to the prizes, see Payout %."
            )
            self.fields["registration"].help_text = _(
                "Paid on top of the fee, and again for each other mini bracket; not in the prize pool."
            )

    @property
    def shares(self) -> list[forms.BoundField]:
        """The fields of the manual prize table."""
        return [self[f"parts_{flight}"] for flight in self.flights]

    def clean(self) -> dict[str, Any]:
        """Parse the manual prize table, unless a published one is chosen.

        A published table and a newly typed one contradict each other.
        """
        data: dict[str, Any] = super().clean() or self.cleaned_data
        typed_fields = [
            name
            for name in (f"parts_{flight}" for flight in self.flights)
            if data.get(name) and name in self.changed_data
        ]
        if data.get("template") and typed_fields:
            if "template" in self.changed_data:
                text = _("Choose the custom table under Prizes, or leave this empty.")
                self.add_error(typed_fields[0], text)
            else:
                data["template"] = ""
        if data.get("template") or self.errors:
            return data
        try:
            data["parts"] = parse_table({flight: data.get(f"parts_{flight}", "") for flight in self.flights})
        except Refusal as refusal:
            self.add_error("template", str(FINANCE_REFUSALS[refusal.code]) % refusal.facts)
        return data

    def options(self) -> FundOptions:
        """Return the fund options of the valid form."""
        data = self.cleaned_data
        return FundOptions(
            fee=data.get("fee", 0),
            registration=data.get("registration", 0),
            returned=data["returned"],
            added=data["added"],
            unit=data["unit"] or 1,
            sharing=data["sharing"],
            template=data["template"],
            parts=data.get("parts", {}),
            name=data.get("name", ""),
            is_open=data.get("is_open", True),
            is_shown=data["is_shown"],
        )


def initial_for_new_fund(kind: FundKind, flights: Sequence[str]) -> dict[str, Any]:
    """Return initial values of a new fund: everything is paid out, by the table that suits the flights."""
    template = {
        FundKind.ENTRY: _propose_template(flights),
        FundKind.POOL: "two_one",
        FundKind.AUCTION: "five_three_two",
    }
    return {"returned": 100, "template": template[kind], "sharing": PLACE, "is_open": True}


def _propose_template(flights: Sequence[str]) -> str:
    """Return the published table that pays the flights of an event, as far as one does."""
    if LAST_CHANCE in flights:
        return "tenths"
    return "columbus" if CONSOLATION in flights else "doubling"


def initial_from_terms(terms: FundTerms, currency: str) -> dict[str, Any]:
    """Return initial values from the terms in force."""
    amounts = {name: getattr(terms, name) for name in ("fee", "registration", "added", "unit")}
    data: dict[str, Any] = {
        name: format_amount_for_input(amount, currency) for name, amount in amounts.items() if amount
    }
    rows: Mapping[str, Sequence[int]] = terms.parts
    return {
        **{name: text for name, text in data.items() if (name, terms.unit) != ("unit", 1)},
        **{f"parts_{flight}": " ".join(map(str, row)) for flight, row in rows.items()},
        "fund": terms.fund,
        "name": terms.name,
        "returned": terms.returned,
        "template": terms.template,
        "sharing": terms.sharing,
        "is_open": terms.is_open,
        "is_shown": terms.is_shown,
    }
