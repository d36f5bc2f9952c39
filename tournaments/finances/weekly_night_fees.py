"""The fees of a weekly tournament, copied to the events of each new tournament."""

from collections.abc import Mapping
from typing import Any

from matches.models import User
from tournaments.finances.forms import WeeklyFeeForm
from tournaments.finances.models import FundKind
from tournaments.finances.prizes.sharing import PLACE
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.finances.services import funds
from tournaments.finances.services.cash_desks import convert_amounts
from tournaments.messages.money import format_amount_for_input, format_money
from tournaments.models import Event
from tournaments.registry import WeeklyNightExtension

# The fields of `services.funds.FundOptions` that are copied.
COPIED_FIELDS = (
    "kind",
    "name",
    "fee",
    "registration",
    "returned",
    "added",
    "unit",
    "sharing",
    "template",
    "parts",
    "is_open",
    "is_shown",
)
# Terms of a fund to which the form gives only the fee: all of it is paid out to the winner.
DEFAULT_FUND: Mapping[str, Any] = {
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


class WeeklyNightFees(WeeklyNightExtension):
    """The funds of an event; the form has its entry fee."""

    form = WeeklyFeeForm

    def read(self, event: Event) -> dict[str, Any] | None:
        """Return the funds of an event, the fees first."""
        cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
        if cash_desk is None or not terms:
            return None
        copies = [{name: getattr(row, name) for name in COPIED_FIELDS} for _, row in sorted(terms.items())]
        return {"funds": copies}

    def is_valid(self, data: Any) -> bool:
        """Whether there is a fund."""
        return bool(data["funds"])

    def apply(self, event: Event, data: Any, *, by: User, key: str) -> None:
        """Turn on the fees of a new event and open its pools and auctions."""
        for place, terms in enumerate(data["funds"]):
            options = funds.FundOptions(**{name: value for name, value in terms.items() if name != "kind"})
            if place == 0:
                currency = event.tournament.currency
                funds.turn_on_fees(event=event, currency=currency, options=options, by=by, key=key)
            else:
                kind = FundKind(terms["kind"])
                funds.open_fund(event=event, kind=kind, options=options, by=by, key=f"{key}-{place}")

    def initial(self, data: Any | None, currency: str) -> dict[str, Any]:
        """Return the entry fee as text for the form."""
        fee = data["funds"][0]["fee"] if data is not None else 0
        return {"fee": format_amount_for_input(fee, currency)} if fee else {}

    def change(self, data: Any | None, cleaned_data: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the data with the entry fee of the form.

        Without a fee they are None, unless there are other funds, which need that of the fees.
        """
        fee, copies = cleaned_data["fee"], data["funds"] if data is not None else []
        if copies:
            changed = [{**copies[0], "fee": fee}, *copies[1:]] if fee or len(copies) > 1 else []
        else:
            changed = [{**DEFAULT_FUND, "fee": fee}] if fee else []
        return {"funds": changed} if changed else None

    def convert(self, data: Any, former: str, currency: str) -> dict[str, Any]:
        """Return the funds with the same figures in another currency."""
        return {"funds": [{**terms, **convert_amounts(terms, former, currency)} for terms in data["funds"]]}

    def describe(self, data: Any, currency: str) -> str:
        """Return the text of the entry fee."""
        return format_money(data["funds"][0]["fee"], currency)
