"""Forms of the prices of an event beside its usual fee."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.registration.messages import CATEGORY_NAMES
from tournaments.registration.models import (
    FIRST_YEAR,
    JUNIOR,
    LAST_YEAR,
    LONGEST_CATEGORY,
    MEMBER,
    USUAL,
    EventPrice,
)
from tournaments.registration.services.event_prices import MOST_PRICES, PriceOptions
from tournaments.web.forms import DayInput

# The choices of a row that are no category: an early price of everybody, and a category of one's own.
EARLY, OTHER = "early", "other"
# How many empty rows follow the prices of an event.
EMPTY_ROWS = 3


class PriceForm(forms.Form):
    """One row of the prices of an event; an empty one is left out."""

    kind = forms.ChoiceField(
        label=_("For"),
        choices=[
            ("", "–"),
            (EARLY, _("everybody, early price")),
            (MEMBER, CATEGORY_NAMES[MEMBER]),
            (JUNIOR, CATEGORY_NAMES[JUNIOR]),
            (OTHER, _("another category")),
        ],
        required=False,
    )
    name = forms.CharField(label=_("Name of the other category"), max_length=LONGEST_CATEGORY, required=False)
    born_from = forms.IntegerField(
        label=_("Born in or after"), min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )
    amount = forms.DecimalField(
        label=_("Price"), min_value=Decimal(0), max_digits=8, decimal_places=2, required=False
    )
    until = forms.DateField(label=_("Until (early price)"), required=False, widget=DayInput())

    def clean(self) -> dict[str, Any]:
        """Require what a price of its kind needs."""
        cleaned = super().clean() or {}
        kind = cleaned.get("kind", "")
        needed = {"": (), EARLY: ("amount", "until"), JUNIOR: ("amount", "born_from")}
        missing = needed.get(kind, ("amount", "name") if kind == OTHER else ("amount",))
        if not kind and any(cleaned.get(name) not in (None, "") for name in ("amount", "name", "until")):
            missing = ("kind",)
        for name in missing:
            if name not in self.errors and cleaned.get(name) in (None, ""):
                field = self.fields[name]
                self.add_error(name, forms.ValidationError(field.error_messages["required"], code="required"))
        return cleaned

    def get_options(self) -> PriceOptions | None:
        """Return the price as services take it, None for an empty row."""
        data = self.cleaned_data
        kind = data["kind"]
        if not kind:
            return None
        return PriceOptions(
            category={EARLY: USUAL, OTHER: data["name"]}.get(kind, kind),
            amount=data["amount"],
            until=data["until"],
            born_from=data["born_from"] if kind == JUNIOR else None,
        )


def make_price_forms(data: Any, prices: Sequence[EventPrice]) -> list[PriceForm]:
    """Return a form for each price of an event and some empty ones, with what was sent, if anything."""
    count = MOST_PRICES if data else min(MOST_PRICES, len(prices) + EMPTY_ROWS)
    return [
        PriceForm(data, prefix=f"price-{number}", initial=initial)
        for number, initial in zip(range(count), [*map(_get_initial, prices), *[{}] * count], strict=False)
    ]


def list_options(price_forms: Iterable[PriceForm]) -> list[PriceOptions]:
    """Return the prices of valid forms as services take them."""
    return [options for form in price_forms if (options := form.get_options()) is not None]


def _get_initial(price: EventPrice) -> dict[str, Any]:
    kind = {USUAL: EARLY, MEMBER: MEMBER, JUNIOR: JUNIOR}.get(price.category, OTHER)
    return {
        "kind": kind,
        "name": price.category if kind == OTHER else "",
        "amount": price.amount,
        "until": price.until,
        "born_from": price.born_from,
    }
