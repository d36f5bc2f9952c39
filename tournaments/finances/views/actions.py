"""The door of all deeds at the money desk: a form that reads well, one service call, then look again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from rules.errors import Refusal
from tournaments.finances import forms as money_forms
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.finances.views import auctions as selling
from tournaments.finances.views import funds as terms
from tournaments.finances.views import pages
from tournaments.finances.views import payments as taking
from tournaments.finances.views.access import for_cashiers
from tournaments.finances.views.outcomes import Said
from tournaments.models import Event
from tournaments.views.answers import see
from tournaments.views.doors import address

Act = Callable[[HttpRequest, Event, Said], str]


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed: the shape of its form, what it does, and the page it is done on."""

    form: type[money_forms.FinanceForm]
    act: Act
    page: str = "money"


@require_POST
@for_cashiers
def act(request: HttpRequest, event: Event, deed: str) -> HttpResponse:
    """Do one of the deeds, then show its page anew; a refusal shows it with the reason on top."""
    if deed in terms.ACTS:
        return terms.ACTS[deed](request, event)
    found = DEEDS.get(deed)
    if found is None:
        raise Http404
    cash_desk = get_cash_desk(event.tournament)
    if cash_desk is None:
        return pages.page(request, event, "money", refusal=Refusal("money_off", name=event.tournament.name))
    form = found.form(request.POST, currency=cash_desk.currency)
    if not form.is_valid():
        return pages.page(request, event, found.page, faulty=terms.faults(form))
    try:
        said = found.act(request, event, form.cleaned_data)
    except Refusal as refusal:
        return pages.page(request, event, found.page, refusal=refusal)
    messages.success(request, said)
    return see(address(pages.PAGES[found.page], event))


DEEDS: Mapping[str, Deed] = {
    "take": Deed(money_forms.PaymentForm, taking.take),
    "everybody": Deed(money_forms.PaymentOfAllForm, taking.everybody),
    "refund": Deed(money_forms.RefundForm, taking.refund),
    "join": Deed(money_forms.PoolPlayerForm, taking.join),
    "leave": Deed(money_forms.PoolPlayerForm, taking.leave),
    "own-fee": Deed(money_forms.OwnFeeForm, taking.own_fee),
    "take-back": Deed(money_forms.ReversalForm, taking.take_back),
    "pay": Deed(money_forms.PrizePaymentForm, selling.pay, "prizes"),
    "take-in": Deed(money_forms.PrizePaymentForm, selling.take_in, "prizes"),
    "lots": Deed(money_forms.LotsForm, selling.make_lots, "auction"),
    "sell": Deed(money_forms.SaleForm, selling.sell, "auction"),
    "put-up": Deed(money_forms.LotForm, selling.put_up_again, "auction"),
    "buy-back": Deed(money_forms.LotForm, selling.buy_back, "auction"),
    "lot-paid": Deed(money_forms.LotPaymentForm, selling.take_for_lot, "auction"),
    "lot-refund": Deed(money_forms.LotPaymentForm, selling.refund_lot, "auction"),
    "count": Deed(money_forms.CashCountForm, taking.count, "cash"),
    "right": Deed(money_forms.CashierForm, taking.give_right, "cash"),
    "end-right": Deed(money_forms.CashierForm, taking.end_right, "cash"),
}
