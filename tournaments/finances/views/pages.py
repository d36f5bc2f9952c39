"""The pages of the money desk: who owes what, prizes, auction, drawers, terms, everything that was done."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.finances import forms as money_forms
from tournaments.finances.models import FundKind, Method, Terms, Till
from tournaments.finances.queries import accounts, auctions, prizes
from tournaments.finances.queries import cash_desks as drawers
from tournaments.finances.queries import flights as places
from tournaments.finances.queries import receipts as papers
from tournaments.finances.queries.funds import currency_obstacle, fees_obstacle, kinds, terms_of, till_of
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.views.answers import UNREADABLE
from tournaments.views.doors import address, director

RECENT = 8
Context = dict[str, Any]


def page(
    request: HttpRequest,
    event: Event,
    name: str,
    *,
    refusal: Refusal | None = None,
    faulty: str = "",
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A page of the money desk as it stands, with what was just refused on top."""
    directs, me = may_direct(director(request), event), director(request)
    till, terms = till_of(event.tournament), terms_of(event)
    is_on = till is not None and bool(terms)
    if not (is_on or name == "money") or (name == "terms" and not directs):
        raise Http404
    drawn = name if is_on else "off"
    context = {
        "shown": {**CONTENTS[drawn](event, till, terms), **(more or {})},
        "event": event,
        "till": till,
        "tabs": _tabs(event, name, directs=directs, is_on=is_on),
        "directs": directs,
        "me": me,
        "topics": f"event:{event.pk}",
        "here": address(PAGES[name], event),
        "methods": Method.choices,
        "key": new_key(),
        "refusal": told(refusal) if refusal else None,
        "faulty": faulty,
        "kept": request.POST,
    }
    status = status_of(refusal) if refusal else UNREADABLE if faulty else 200
    return render(request, f"finances/{drawn}.html", context, status=status)


def _off(event: Event, till: Till | None, terms: dict[int, Terms]) -> Context:
    flights = places.keys(event)
    currency = till.currency if till else money_forms.USUAL[0]
    initial = money_forms.proposal(FundKind.ENTRY, flights)
    return {
        "form": money_forms.FundTerms(
            currency=currency, kind=FundKind.ENTRY, flights=flights, initial=initial
        ),
        "switch": money_forms.Switch(initial={"currency": currency}),
    }


def _money(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    held = accounts.accounts(event, terms)
    by_name = sorted(held, key=lambda one: (one.player.full_name.casefold(), one.player.pk))
    sold = {one.fund: auctions.buyers(event, one) for one in kinds(terms, FundKind.AUCTION)}
    funds = [(one, accounts.fund_of(held, one, sold.get(one.fund, ()))) for one in terms.values()]
    return {
        "owing": [one for one in by_name if one.owes],
        "settled": [one for one in by_name if not one.owes],
        "owed": sum(one.owes for one in held),
        "surplus": sum(one.surplus for one in held),
        "funds": funds,
        "papers": papers.receipts(till, event, RECENT),
        "auction": kinds(terms, FundKind.AUCTION),
    }


def _prizes(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    return {"sheets": prizes.sheets(event, terms)}


def _auction(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    shown = []
    for one in kinds(terms, FundKind.AUCTION):
        lots = auctions.lots(event, one)
        sold = [lot for lot in lots if lot.is_sold]
        shown.append(
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
    return {"auctions": shown, "entries": sorted(entries, key=lambda one: (one.seed or 9999, one.number))}


def _cash(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    return {
        "drawers": drawers.drawers(till),
        "totals": drawers.totals(till),
        "cashiers": till.cashiers.filter(ended_at=None).select_related("user"),
        "counting": money_forms.Counting(currency=till.currency, auto_id="count-%s"),
        "right": money_forms.Right(currency=till.currency, auto_id="right-%s"),
    }


def _terms(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    flights, stays_on = places.keys(event), fees_obstacle(event)

    def form(kind: FundKind, initial: dict[str, Any], mark: str) -> money_forms.FundTerms:
        return money_forms.FundTerms(
            currency=till.currency, kind=kind, flights=flights, initial=initial, auto_id=f"{mark}-%s"
        )

    return {
        "forms": [
            (one, form(FundKind(one.kind), money_forms.as_it_is(one, till.currency), f"fund{one.fund}"))
            for one in terms.values()
        ],
        "currency": currency_form(till),
        "stays_on": told(stays_on).sentence if stays_on else "",
        "new_pool": form(FundKind.POOL, money_forms.proposal(FundKind.POOL, flights), "pool"),
        "new_auction": form(FundKind.AUCTION, money_forms.proposal(FundKind.AUCTION, flights), "auction"),
    }


def currency_form(till: Till, data: Mapping[str, Any] | None = None) -> money_forms.TillCurrency:
    """The currency of a till, to be changed as long as nothing but terms is written in it."""
    obstacle = currency_obstacle(till)
    reason = told(obstacle).sentence if obstacle else ""
    return money_forms.TillCurrency(data, currency=till.currency, reason=reason, auto_id="till-%s")


def _ledger(event: Event, till: Till, terms: dict[int, Terms]) -> Context:
    return {"acts": papers.acts(event, till)}


CONTENTS: Mapping[str, Callable[[Event, Any, dict[int, Terms]], Context]] = {
    "off": _off,
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


def _tabs(event: Event, current: str, *, directs: bool, is_on: bool) -> list[tuple[str, str, bool]]:
    pages = [("money", gettext("Money"))]
    if is_on:
        pages += [
            ("prizes", gettext("Prizes")),
            ("auction", gettext("Auction")),
            ("cash", gettext("Cash-up")),
            ("ledger", gettext("All that was done")),
        ]
        if directs:
            pages.append(("terms", gettext("Fees and pools")))
    shown = [(address(PAGES[name], event), text, name == current) for name, text in pages]
    return [(address("desk", event), gettext("Desk"), False), *shown] if directs else shown
