"""The pages of the cash desk: accounts, prizes, auction, cash-up, terms and ledger."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message as describe_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.finances import forms
from tournaments.finances.models import CashDesk, FundKind, FundTerms, PaymentMethod
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.queries import accounts, auctions, exports, funds, ledger, prizes
from tournaments.finances.queries.funds import (
    filter_by_kind,
    get_cash_desk,
    get_currency_obstacle,
    get_fees_obstacle,
    get_public_funds,
    get_terms,
)
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.queries.page_versions import Version
from tournaments.views.decorators import (
    View,
    event_url,
    get_event,
    public_event_view,
    require_user,
    version_for_reader,
    with_etag,
)
from tournaments.views.navigation import make_desk_tabs, make_public_tabs
from tournaments.views.responses import BAD_REQUEST


def for_cashiers(view: View) -> View:
    """Restrict a page of an event to those who handle its money: sign-in if anonymous, else 404."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, club: str, tournament: str, event: str, **more: Any) -> HttpResponse:
        found_event = get_event(request, club, tournament, event)
        if not may_handle_money(require_user(request), found_event.tournament):
            raise Http404
        return view(request, found_event, **more)

    return wrapper


def with_money(event: Event) -> tuple[CashDesk, dict[int, FundTerms]]:
    """Return the cash desk and the terms of an event; 404 without fees."""
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    if cash_desk is None or not terms:
        raise Http404
    return cash_desk, terms


RECENT = 8
Context = dict[str, Any]


def page(
    request: HttpRequest,
    event: Event,
    name: str,
    *,
    refusal: Refusal | None = None,
    faulty: str = "",
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render a page of the cash desk, with a refusal on top if any."""
    directs, me = may_direct(require_user(request), event), require_user(request)
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    is_on = cash_desk is not None and bool(terms)
    if not (is_on or name == "money") or (name == "terms" and not directs):
        raise Http404
    template_name = name if is_on else "turn_on"
    context = {
        "content": {**CONTENTS[template_name](event, cash_desk, terms), **(extra_context or {})},
        "event": event,
        "cash_desk": cash_desk,
        "tabs": make_desk_tabs(event, "money")
        if directs
        else make_public_tabs(event, "money", is_director=False, user=me),
        "sections": _sections(event, name, directs=directs) if is_on else [],
        "directs": directs,
        "me": me,
        "topics": f"event:{event.pk}",
        "page_url": event_url(PAGES[name], event),
        "methods": PaymentMethod.choices,
        "key": new_key(),
        "refusal": describe_refusal(refusal) if refusal else None,
        "faulty": faulty,
        "posted": request.POST,
    }
    status = get_status(refusal) if refusal else BAD_REQUEST if faulty else 200
    return render(request, f"finances/{template_name}.html", context, status=status)


def _turn_on(event: Event, cash_desk: CashDesk | None, terms: dict[int, FundTerms]) -> Context:
    flights = prizes.list_flight_keys(event)
    currency = cash_desk.currency if cash_desk else forms.USUAL[0]
    initial = forms.proposal(FundKind.ENTRY, flights)
    return {
        "form": forms.FundForm(currency=currency, kind=FundKind.ENTRY, flights=flights, initial=initial),
        "switch": forms.CurrencyForm(initial={"currency": currency}),
    }


def _money(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    account_rows = accounts.list_accounts(event, terms)
    by_name = sorted(account_rows, key=lambda one: (one.player.full_name.casefold(), one.player.pk))
    sold = {one.fund: auctions.list_buyers(event, one) for one in filter_by_kind(terms, FundKind.AUCTION)}
    funds = [(one, accounts.sum_fund(account_rows, one, sold.get(one.fund, ()))) for one in terms.values()]
    return {
        "owing": [one for one in by_name if one.owes],
        "settled": [one for one in by_name if not one.owes],
        "owed": sum(one.owes for one in account_rows),
        "surplus": sum(one.surplus for one in account_rows),
        "funds": funds,
        "receipts": ledger.list_receipts(cash_desk, event, RECENT),
        "auction": filter_by_kind(terms, FundKind.AUCTION),
    }


def _prizes(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    return {"sheets": prizes.list_prizes(event, terms)}


def _auction(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    auction_rows = []
    for one in filter_by_kind(terms, FundKind.AUCTION):
        lots = auctions.list_lots(event, one)
        sold = [lot for lot in lots if lot.is_sold]
        auction_rows.append(
            {
                "terms": one,
                "lots": lots,
                "sold": len(sold),
                "total": sum(lot.value.price for lot in sold),
                "paid": sum(lot.buyer.paid for lot in lots),
                "owed": sum(lot.buyer.owes for lot in lots),
                "may_remake": not any(lot.sale for lot in lots),
            }
        )
    entries = list(event.entries.select_related("player").order_by("seed", "number"))
    return {
        "auctions": auction_rows,
        "entries": sorted(entries, key=lambda one: (one.seed or 9999, one.number)),
    }


def _cash(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    return {
        "drawers": ledger.list_cash_accounts(cash_desk),
        "totals": ledger.sum_by_method(cash_desk),
        "cashiers": cash_desk.cashiers.filter(ended_at=None).select_related("user"),
        "counting": forms.CashCountForm(currency=cash_desk.currency, auto_id="count-%s"),
        "right": forms.CashierForm(currency=cash_desk.currency, auto_id="right-%s"),
    }


def _terms(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    flights, stays_on = prizes.list_flight_keys(event), get_fees_obstacle(event)

    def form(kind: FundKind, initial: dict[str, Any], mark: str) -> forms.FundForm:
        return forms.FundForm(
            currency=cash_desk.currency, kind=kind, flights=flights, initial=initial, auto_id=f"{mark}-%s"
        )

    return {
        "forms": [
            (one, form(FundKind(one.kind), forms.as_it_is(one, cash_desk.currency), f"fund{one.fund}"))
            for one in terms.values()
        ],
        "currency": currency_form(cash_desk),
        "stays_on": describe_refusal(stays_on).sentence if stays_on else "",
        "new_pool": form(FundKind.POOL, forms.proposal(FundKind.POOL, flights), "pool"),
        "new_auction": form(FundKind.AUCTION, forms.proposal(FundKind.AUCTION, flights), "auction"),
    }


def currency_form(cash_desk: CashDesk, data: Mapping[str, Any] | None = None) -> forms.CashDeskCurrencyForm:
    """Return the currency form of a cash desk; the currency is fixed once more than terms uses it."""
    obstacle = get_currency_obstacle(cash_desk)
    reason = describe_refusal(obstacle).sentence if obstacle else ""
    return forms.CashDeskCurrencyForm(data, currency=cash_desk.currency, reason=reason, auto_id="till-%s")


def _ledger(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    return {"acts": ledger.list_entries(event, cash_desk)}


CONTENTS: Mapping[str, Callable[[Event, Any, dict[int, FundTerms]], Context]] = {
    "turn_on": _turn_on,
    "money": _money,
    "prizes": _prizes,
    "auction": _auction,
    "cash": _cash,
    "terms": _terms,
    "ledger": _ledger,
}
PAGES = {
    "money": "money",
    "prizes": "money-prizes",
    "auction": "money-auction",
    "cash": "money-cash",
    "terms": "money-terms",
    "ledger": "money-ledger",
}


def _sections(event: Event, current: str, *, directs: bool) -> list[tuple[str, str, bool]]:
    pages = [
        ("money", gettext("Payments")),
        ("prizes", gettext("Prizes")),
        ("auction", gettext("Auction")),
        ("cash", gettext("Cash-up")),
        ("ledger", gettext("Ledger")),
    ]
    if directs:
        pages.append(("terms", gettext("Fees and pools")))
    return [(event_url(PAGES[name], event), text, name == current) for name, text in pages]


@require_safe
@for_cashiers
def show(request: HttpRequest, event: Event, name: str = "money") -> HttpResponse:
    """Show one of the pages."""
    return page(request, event, name)


@require_safe
@for_cashiers
def receipt(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show a receipt to print."""
    if not ledger.has_receipt(event, number):
        raise Http404
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "number": number,
        "receipt": ledger.get_receipt(event, number),
        "funds": get_terms(event),
    }
    answer = render(request, "finances/receipt.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@for_cashiers
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Download a file about the finances of an event."""
    cash_desk, terms = with_money(event)
    kind, make = exports.FILES.get(name, ("", None))
    if make is None:
        raise Http404
    answer = HttpResponse(make(event, cash_desk, terms), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def with_prizes_etag(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Add an ETag to the prizes of an event that also depends on payments."""

    def version(request: HttpRequest, event: Event) -> Version:
        return (*version_for_reader(request, event), *funds.get_prizes_version(event))

    return with_etag(version, view)


@require_safe
@public_event_view
@with_prizes_etag
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the public prizes of an event."""
    public_funds = get_public_funds(event)
    if not public_funds:
        raise Http404
    user = get_user(request)
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "sheets": [sheet for sheet in prizes.list_prizes(event) if sheet.terms.fund in public_funds],
        "tabs": make_public_tabs(event, "prizes", is_director=may_direct(user, event), user=user),
        "topics": f"event:{event.pk}",
    }
    return render(request, "finances/public_prizes.html", context)
