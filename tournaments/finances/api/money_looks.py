"""Money for programs to look at: who owes what, prizes, auctions, drawers, receipts, the ledger."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework.request import Request

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.api.deeds import Asked, Look, anybody, event_path
from tournaments.api.loading import account_of, found
from tournaments.finances import serializers as shapes
from tournaments.finances.models import FundKind, Receipt, Terms, Till
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries import accounts, auctions, prizes
from tournaments.finances.queries import cash_desks as drawers
from tournaments.finances.queries import receipts as papers
from tournaments.finances.queries.funds import kinds, terms_of, till_of
from tournaments.models import Event
from tournaments.queries.office_offers import offers_of_tournament

At = Asked[Event]


def cashier_of(request: Request, event: Event) -> User:
    """The account that asks, when it handles the money of the evening. Raises `cashiers_only`."""
    by = account_of(request, event.name)
    must_handle_money(by, event.tournament)
    return by


def till_at(event: Event) -> Till:
    """The till of the evening. Raises `money_off`."""
    till = till_of(event.tournament)
    if till is None:
        raise Refusal("money_off", name=event.tournament.name)
    return till


def currency_of(event: Event) -> Mapping[str, Any]:
    """What forms about money are told."""
    return {"currency": till_at(event).currency}


def with_money(at: At) -> tuple[Till, dict[int, Terms]]:
    """The till and the terms of an event, or 404 where it goes without money."""
    till, terms = till_of(at.of.tournament), terms_of(at.of)
    if till is None or not terms:
        raise Http404
    return till, terms


def _accounts(at: At) -> dict[str, Any]:
    till, terms = with_money(at)
    held = accounts.accounts(at.of, terms)
    order = sorted(held, key=lambda one: (one.player.full_name.casefold(), one.player.pk))
    return {"currency": till.currency, "accounts": order}


def account_at(at: At, player: Player) -> accounts.Account:
    """How a player stands."""
    return found(accounts.account_of(at.of, player.pk))


def funds_at(at: At) -> dict[str, Any]:
    """The terms of all funds."""
    till, terms = with_money(at)
    return {"currency": till.currency, "funds": list(terms.values())}


def _prizes(at: At) -> dict[str, Any]:
    till, terms = with_money(at)
    return {"currency": till.currency, "funds": prizes.sheets(at.of, terms)}


def _shown_prizes(at: At) -> dict[str, Any]:
    till, terms = with_money(at)
    held = [sheet for sheet in prizes.sheets(at.of) if terms[sheet.terms.fund].is_shown]
    if not held:
        raise Http404
    return {"currency": till.currency, "funds": held}


def auctions_at(at: At) -> dict[str, Any]:
    """Every auction with its lots."""
    till, terms = with_money(at)
    held = [
        {"fund": one.fund, "name": one.name, "lots": auctions.lots(at.of, one)}
        for one in kinds(terms, FundKind.AUCTION)
    ]
    return {"currency": till.currency, "auctions": held}


def cash_at(at: At) -> dict[str, Any]:
    """Drawers and who may take money."""
    till, _terms = with_money(at)
    rights = till.cashiers.filter(ended_at=None).order_by("user__username")
    return {
        "currency": till.currency,
        "drawers": drawers.drawers(till),
        "cashiers": list(rights.values_list("user__username", flat=True)),
        "offered": [one.username for one in offers_of_tournament(at.of.tournament).filter(kind="cashier")],
    }


def _ledger(at: At) -> dict[str, Any]:
    till, _terms = with_money(at)
    return {"acts": papers.acts(at.of, till)}


def _receipt(at: At) -> Receipt:
    return paper_at(at, at.at["number"])


def paper_at(at: At, number: int) -> Receipt:
    """A receipt with its lines."""
    return found(papers.receipt(at.of, number))


def _look(name: str, find: Any, answer: Any, about: str) -> Look[Event]:
    return Look(name=f"money_{name}", find=find, answer=answer, right=cashier_of, about=about)


PAPER, AUCTIONS = shapes.ReceiptOut, shapes.AuctionsOut
urlpatterns = [
    event_path("prizes/", Look(name="event_prizes", find=_shown_prizes, answer=shapes.PublicPrizesOut,
        right=anybody, about="The prizes everybody may see.")),
    event_path("money/", _look("accounts", _accounts, shapes.AccountsOut, "Who owes what, by name.")),
    event_path("money/prizes/", _look("prizes", _prizes, shapes.PrizesOut, "Prizes, and what is paid.")),
    event_path("money/auctions/", _look("auctions", auctions_at, AUCTIONS, "Auctions with their lots.")),
    event_path("money/cash/", _look("cash", cash_at, shapes.CashOut, "Drawers by day and operator.")),
    event_path("money/ledger/", _look("ledger", _ledger, shapes.LedgerOut, "Everything that was done.")),
    event_path("money/receipts/<int:number>/", _look("receipt", _receipt, PAPER, "A receipt.")),
]  # fmt: skip
