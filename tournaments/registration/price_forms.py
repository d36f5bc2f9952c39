"""Forms of the prices of an event beside its usual fee."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.date_fields import DayField
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
KIND_LABELS: Mapping[str, Any] = {
    EARLY: _("everybody, early price"),
    MEMBER: CATEGORY_NAMES[MEMBER],
    JUNIOR: CATEGORY_NAMES[JUNIOR],
    OTHER: _("another category"),
}
# The fields that a price of each kind has beside its kind.
KIND_FIELDS: Mapping[str, tuple[str, ...]] = {
    EARLY: ("amount", "until"),
    MEMBER: ("amount", "until"),
    JUNIOR: ("born_from", "amount", "until"),
    OTHER: ("name", "amount", "until"),
}


class PriceForm(forms.Form):
    """One row of the prices of an event, with the fields of its kind; an empty one is left out.

    `shown_kind` is the kind that is typed, stored, or chosen for a new row, empty for a row that is not
    shown. A stored price is removed by choosing no kind for it.
    """

    kind = forms.ChoiceField(label=_("For"), choices=[("", "–"), *KIND_LABELS.items()], required=False)
    name = forms.CharField(label=_("Name of the other category"), max_length=LONGEST_CATEGORY, required=False)
    born_from = forms.IntegerField(
        label=_("Born in or after"), min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )
    amount = forms.DecimalField(
        label=_("Price"), min_value=Decimal(0), max_digits=8, decimal_places=2, required=False
    )
    until = DayField(label=_("Until (early price)"), required=False, widget=DayInput())

    def __init__(self, data: Any, *, prefix: str, initial: Mapping[str, Any], kind: str = "") -> None:
        super().__init__(data, prefix=prefix, initial={"kind": kind, **initial})
        self.stored_kind = initial.get("kind", "")
        typed_kind = data.get(self.add_prefix("kind"), "") if data else ""
        self.shown_kind = typed_kind or self.stored_kind or kind
        if self.shown_kind not in KIND_FIELDS:
            return
        for name in set(self.fields) - {"kind", *KIND_FIELDS[self.shown_kind]}:
            del self.fields[name]
        if self.stored_kind:
            choices = [("", _("– (remove this price)")), (self.shown_kind, KIND_LABELS[self.shown_kind])]
            self.fields["kind"].choices = choices  # type: ignore[attr-defined]
        else:
            self.fields["kind"].widget = forms.HiddenInput()

    @property
    def kind_label(self) -> str:
        """Whom the price is for."""
        return str(KIND_LABELS.get(self.shown_kind, ""))

    def clean(self) -> dict[str, Any]:
        """Require what a price of its kind needs."""
        cleaned = super().clean() or {}
        kind = cleaned.get("kind", "")
        if not kind and self.stored_kind:
            return cleaned
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
            category={EARLY: USUAL, OTHER: data.get("name", "")}.get(kind, kind),
            amount=data["amount"],
            until=data["until"],
            born_from=data["born_from"] if kind == JUNIOR else None,
        )


def make_price_forms(data: Any, prices: Sequence[EventPrice], kind: str = "") -> list[PriceForm]:
    """Return a form for each price that an event can have, with what was sent, if anything.

    The first one without a price is for a new one of this `kind`.
    """
    initials: list[dict[str, Any]] = [*map(_get_initial, prices), *[{}] * MOST_PRICES][:MOST_PRICES]
    return [
        PriceForm(
            data,
            prefix=f"price-{number}",
            initial=initial,
            kind=kind if number == len(prices) and not data else "",
        )
        for number, initial in enumerate(initials)
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
