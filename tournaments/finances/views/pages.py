"""The pages of the cash desk (payments, prizes, auction, cash-up, terms, ledger), and the public prizes."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import F, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.names import get_sort_key
from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message as describe_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.exchange.spreadsheets import CSV_TYPE
from tournaments.finances import commands, forms
from tournaments.finances.messages import describe_receipt_line, describe_unpaid_flights
from tournaments.finances.models import CashDesk, FundKind, FundTerms
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.queries import (
    accounts,
    auctions,
    bracket_pots,
    exports,
    funds,
    ledger,
    other_debts,
    prepaid_fees,
    price_choices,
    prize_flights,
    prize_receipts,
    prizes,
)
from tournaments.finances.queries.funds import FEES, filter_by_kind, get_cash_desk, get_terms
from tournaments.finances.queries.late_fees import get_late_fee_start
from tournaments.finances.queries.money_obstacles import get_fees_obstacle, get_turn_on_obstacle
from tournaments.finances.queries.payers import describe_sum, get_payers
from tournaments.finances.queries.unpaid_flights import find_unpaid_flights
from tournaments.messages.money import format_amount_for_input, format_fee
from tournaments.models import Event, EventStatus, PaymentMethod, Tournament
from tournaments.permissions import may_direct
from tournaments.play.event_pages.etags import get_request_notices, version_for_reader
from tournaments.play.tournaments.queries.currency_obstacles import find_currency_obstacle
from tournaments.web.csv_files import write_page_csv
from tournaments.web.decorators import View, event_url, get_event, public_event_view, require_user
from tournaments.web.etags import Version, with_etag
from tournaments.web.forms import new_key
from tournaments.web.navigation import make_desk_tabs, make_public_tabs
from tournaments.web.responses import BAD_REQUEST


def for_cashiers(view: View) -> View:
    """Restrict a page of an event to those who handle its money; others get 404, anonymous users sign in."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, club: str, tournament: str, event: str, **more: Any) -> HttpResponse:
        event_row = get_event(request, club, tournament, event)
        if not may_handle_money(require_user(request), event_row.tournament):
            raise Http404
        return view(request, event_row, **more)

    return wrapper


def get_cash_desk_and_terms(event: Event) -> tuple[CashDesk, dict[int, FundTerms]]:
    """Return the cash desk and the terms of an event. Raises Http404 without fees."""
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    if cash_desk is None or not terms:
        raise Http404
    return cash_desk, terms


RECENT_RECEIPTS = 8
Context = dict[str, Any]


def render_page(
    request: HttpRequest,
    event: Event,
    name: str,
    *,
    refusal: Refusal | None = None,
    faulty: str = "",
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the page `name` of the cash desk; without fees, the form to turn them on instead.

    `refusal`, or the text `faulty` of form errors, is shown on top. `extra_context` is added to `content`.
    """
    is_director, user = may_direct(require_user(request), event), require_user(request)
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    is_on = cash_desk is not None and bool(terms)
    if not (is_on or name == "money") or (name == "terms" and not is_director):
        raise Http404
    template_name = name if is_on else "turn_on"
    context = {
        "content": {**CONTEXT_BUILDERS[template_name](event, cash_desk, terms), **(extra_context or {})},
        "event": event,
        "cash_desk": cash_desk,
        "tabs": make_desk_tabs(event, "money")
        if is_director
        else make_public_tabs(event, "money", is_director=False, user=user),
        "sections": _list_sections(event, name, is_director=is_director) if is_on else [],
        "is_director": is_director,
        "me": user,
        "topics": f"event:{event.pk}",
        "page_url": event_url(PAGE_URL_NAMES[name], event),
        "methods": _list_methods(),
        "key": new_key(),
        "refusal": describe_refusal(refusal) if refusal else None,
        "faulty": faulty,
        "posted": request.POST,
    }
    status = get_status(refusal) if refusal else BAD_REQUEST if faulty else 200
    return render(request, f"finances/{template_name}.html", context, status=status)


def _list_methods() -> list[tuple[str, str]]:
    """Return the payment methods with their names as a button has them, the usual one first."""
    return [(value, capfirst(str(text))) for value, text in PaymentMethod.choices]


def _get_turn_on_context(event: Event, cash_desk: CashDesk | None, terms: dict[int, FundTerms]) -> Context:
    flights = prize_flights.list_flight_keys(event)
    currency = event.tournament.currency
    initial = forms.initial_for_new_fund(FundKind.ENTRY, flights)
    announced_fee = next(filter(None, registry.announced_fees(event)), None)
    if announced_fee is not None:
        coins = count_coins(announced_fee, currency)
        initial["fee"] = format_amount_for_input(coins, currency)
    return {
        "form": forms.FundForm(
            currency=currency,
            kind=FundKind.ENTRY,
            flights=flights,
            payers=get_payers(event),
            initial=initial,
        ),
        "currency_form": make_currency_form(event.tournament, get_turn_on_obstacle(event.tournament)),
        "announced_fee": format_fee(announced_fee, currency) if announced_fee is not None else "",
        "price_links": [link for links in registry.price_links(event) for link in links],
    }


def _get_payments_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    account_rows = accounts.list_accounts(event, terms)
    by_name = sorted(account_rows, key=lambda one: (get_sort_key(one.player.known_name), one.player.pk))
    owing = [one for one in by_name if one.owes]
    owing_players = {one.player.pk for one in owing}
    sold = {one.fund: auctions.list_buyers(event, one) for one in filter_by_kind(terms, FundKind.AUCTION)}
    prepaid = prepaid_fees.list_prepaid_fees(event)
    buyers = {fund: [payer for _name, payer in rows] for fund, rows in sold.items()}
    funds = [(one, accounts.sum_fund(account_rows, one, buyers.get(one.fund, ()))) for one in terms.values()]
    debts = auctions.sum_debts(buyer for rows in sold.values() for buyer in rows)
    funds = [
        (one, prepaid_fees.add_prepaid_fees(fund, prepaid) if one.fund == FEES else fund)
        for one, fund in funds
    ]
    return _get_prepaid_context(prepaid) | {
        "undecided": [one for one in by_name if one.undecided],
        "undecided_sum": sum(one.undecided_sum for one in by_name),
        "owing": owing,
        "settled": [one for one in by_name if one.player.pk not in owing_players],
        "owed": sum(one.owes for one in owing),
        **_sum_to_collect([one for one in owing if not one.has_withdrawn]),
        "owing_withdrawn": [one for one in owing if one.has_withdrawn],
        "owing_buyers": sorted(debts.items()),
        "owed_by_buyers": sum(debts.values()),
        "surplus": sum(one.surplus for one in by_name if not one.owes),
        "surplus_of_owing": sum(one.surplus for one in owing),
        "is_over": event.status == EventStatus.FINISHED,
        "late": [one for one in owing if one.late_fee],
        "late_sum": sum(one.late_fee for one in owing),
        "late_since": get_late_fee_start(event) if any(one.late_fee for one in owing) else None,
        "today": timezone.localdate(),
        "funds": funds,
        "bracket_pots": bracket_pots.list_bracket_pots(event, account_rows, terms),
        "price_choices": price_choices.list_price_choices(event, terms, account_rows),
        "uncharged_prices": price_choices.find_uncharged_prices(event, account_rows),
        "other_debts": other_debts.list_other_debts(event, account_rows),
        "receipts": ledger.list_receipts(cash_desk, event, RECENT_RECEIPTS),
        "auction": filter_by_kind(terms, FundKind.AUCTION),
    }


def _sum_to_collect(to_collect: Sequence[accounts.Account]) -> Context:
    return {
        "to_collect": to_collect,
        "sum_to_collect": sum(one.owes for one in to_collect),
        "sum_to_collect_in_time": sum(one.owed_in_time for one in to_collect),
    }


def _get_prepaid_context(prepaid: Sequence[prepaid_fees.PrepaidFee]) -> Context:
    return {
        "prepaid": [fee for fee in prepaid if fee.status != prepaid_fees.TO_REFUND],
        "refundable": [fee for fee in prepaid if fee.status == prepaid_fees.TO_REFUND],
        "prepaid_to_refund": prepaid_fees.sum_to_refund(prepaid),
        "has_fees_to_enter": any(fee.status == prepaid_fees.TO_ENTER for fee in prepaid),
        "has_retained_fees": any(fee.status == prepaid_fees.RETAINED for fee in prepaid),
    }


def _get_prizes_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    account_list = accounts.list_accounts(event, terms)
    return {
        "sheets": prizes.list_prizes(event, terms),
        "warnings": _list_prize_warnings(event, terms),
        "debts": {account.player.pk: account.owes for account in account_list if account.owes},
    }


def _get_auction_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    seeds_first = event.entries.order_by(F("seed").asc(nulls_last=True), "number")
    entries = list(seeds_first.select_related("player"))
    auction_rows = []
    for one in filter_by_kind(terms, FundKind.AUCTION):
        auction = auctions.build_auction(event, one)
        lots = auctions.list_shown_lots(event, auction.lots)
        auction_rows.append(
            {
                "auction": auction,
                "may_remake": not any(lot.sale for lot in auction.lots),
                "lines": [" ".join(map(str, numbers)) for numbers in lots],
            }
        )
    return {"auctions": auction_rows, "entries": entries}


def _get_cash_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    currency = event.tournament.currency
    cash_accounts = ledger.list_cash_accounts(cash_desk)
    return {
        "cash_accounts": cash_accounts,
        "has_negative_drawer": any(account.expected < 0 for account in cash_accounts),
        "has_other_events": event.tournament.events.exclude(pk=event.pk).exists(),
        "totals": ledger.sum_by_method(cash_desk),
        "cashiers": cash_desk.cashiers.filter(ended_at=None).select_related("user"),
        "count_form": commands.RecordCashCount(event=event, currency=currency, auto_id="count-%s"),
        "cashier_form": commands.OfferCashier(event=event, currency=currency, auto_id="right-%s"),
    }


def _get_terms_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    flights, turn_off_obstacle = prize_flights.list_flight_keys(event), get_fees_obstacle(event)
    payers, currency = get_payers(event), event.tournament.currency
    # The page names the author of each fund.
    prefetch_related_objects(list(terms.values()), "by")

    def form(kind: FundKind, initial: dict[str, Any], mark: str) -> forms.FundForm:
        return forms.FundForm(
            currency=event.tournament.currency,
            kind=kind,
            flights=flights,
            payers=payers,
            initial=initial,
            auto_id=f"{mark}-%s",
        )

    def form_for_new_fund(kind: FundKind, mark: str) -> forms.FundForm:
        return form(kind, forms.initial_for_new_fund(kind, flights), mark)

    return {
        "forms": [(one, make_terms_form(event, one, flights)) for one in terms.values()],
        "sums": {one.fund: describe_sum(one, payers, currency) for one in terms.values()},
        "warnings": _list_prize_warnings(event, terms),
        "currency": make_currency_form(event.tournament, find_currency_obstacle(event.tournament)),
        "turn_off_obstacle": describe_refusal(turn_off_obstacle).sentence if turn_off_obstacle else "",
        "price_sentences": [text for texts in registry.price_sentences(event) for text in texts],
        "price_links": [link for links in registry.price_links(event) for link in links],
        "new_pool": form_for_new_fund(FundKind.POOL, "pool"),
        "new_auction": form_for_new_fund(FundKind.AUCTION, "auction"),
        "has_mini_brackets": payers.is_per_bracket,
    }


def _list_prize_warnings(event: Event, terms: Mapping[int, FundTerms]) -> dict[int, str]:
    """Return by fund the sentence about the flights of the event that have no prize."""
    unpaid = {one.fund: find_unpaid_flights(event, one) for one in terms.values()}
    return {fund: describe_unpaid_flights(flights) for fund, flights in unpaid.items() if flights}


def make_terms_form(
    event: Event,
    fund_terms: FundTerms,
    flights: Sequence[str],
    data: Mapping[str, Any] | None = None,
    currency: str = "",
) -> forms.FundForm:
    """Return the form of the present terms of a fund, with what was sent, in the currency that was chosen.

    `flights` are those that can have prizes.
    """
    return forms.FundForm(
        data,
        currency=currency or event.tournament.currency,
        kind=FundKind(fund_terms.kind),
        flights=flights,
        payers=get_payers(event),
        initial=forms.initial_from_terms(fund_terms, event.tournament.currency),
        auto_id=f"fund{fund_terms.fund}-%s",
    )


def make_currency_form(
    tournament: Tournament, obstacle: Refusal | None, data: Mapping[str, Any] | None = None
) -> forms.CurrencyForm:
    """Return the form with the currency of a tournament, disabled with the obstacle to changing it."""
    reason = describe_refusal(obstacle).sentence if obstacle else ""
    return forms.CurrencyForm(data, currency=tournament.currency, reason=reason, auto_id="tournament-%s")


def _get_ledger_context(event: Event, cash_desk: CashDesk, terms: dict[int, FundTerms]) -> Context:
    return {"ledger_entries": ledger.list_entries(event, cash_desk)}


CONTEXT_BUILDERS: Mapping[str, Callable[[Event, Any, dict[int, FundTerms]], Context]] = {
    "turn_on": _get_turn_on_context,
    "money": _get_payments_context,
    "prizes": _get_prizes_context,
    "auction": _get_auction_context,
    "cash": _get_cash_context,
    "terms": _get_terms_context,
    "ledger": _get_ledger_context,
    "payout_preview": lambda *_: {},
}
PAGE_URL_NAMES = {
    "money": "money",
    "prizes": "money-prizes",
    "auction": "money-auction",
    "cash": "money-cash",
    "terms": "money-terms",
    "ledger": "money-ledger",
    "payout_preview": "money",
}


def _list_sections(event: Event, current: str, *, is_director: bool) -> list[tuple[str, str, bool]]:
    pages = [
        ("money", gettext("Payments")),
        ("prizes", gettext("Prizes")),
        ("auction", gettext("Auction")),
        ("cash", gettext("Cash-up")),
        ("ledger", gettext("Ledger")),
    ]
    if is_director:
        pages.append(("terms", gettext("Fees and pools")))
    return [(event_url(PAGE_URL_NAMES[name], event), text, name == current) for name, text in pages]


@require_safe
@for_cashiers
def show(request: HttpRequest, event: Event, name: str = "money") -> HttpResponse:
    """Show a page of the cash desk."""
    return render_page(request, event, name)


@require_safe
@for_cashiers
def receipt(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show a receipt to print."""
    if not ledger.has_receipt(event, number):
        raise Http404
    receipt_row, terms = ledger.get_receipt(event, number), get_terms(event)
    lines = receipt_row.lines.all() if receipt_row is not None else ()
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "number": number,
        "receipt": receipt_row,
        "lines": [
            (
                line,
                describe_receipt_line(
                    line, terms.get(line.fund), prize_receipts.list_paid_shares(event, line)
                ),
            )
            for line in lines
        ],
    }
    response = render(request, "finances/receipt.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_safe
@for_cashiers
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Download a file about the finances of an event."""
    cash_desk, terms = get_cash_desk_and_terms(event)
    kind, export = exports.FILES.get(name, ("", None))
    if export is None:
        raise Http404
    data = export(event, cash_desk, terms)
    response = HttpResponse(write_page_csv(data) if kind == CSV_TYPE else data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    response["Cache-Control"] = "no-store"
    return response


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
    terms = {fund: one for fund, one in get_terms(event).items() if one.is_shown}
    if not terms:
        raise Http404
    user = get_user(request)
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "notices": get_request_notices(request, event),
        "sheets": prizes.list_prizes(event, terms),
        "tabs": make_public_tabs(event, "prizes", is_director=may_direct(user, event), user=user),
        "topics": f"event:{event.pk}",
    }
    return render(request, "finances/public_prizes.html", context)
