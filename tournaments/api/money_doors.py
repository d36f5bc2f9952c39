"""Deeds at the money desk for programs: fees taken and given back, prizes, auctions, drawers, terms."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404

from matches.models import Player
from matches.views import limits
from tournaments.api import shapes_money as shapes
from tournaments.api.deeds import Asked, Deed, Look, event_path
from tournaments.api.form_serializers import read_form
from tournaments.api.loading import director_of, found
from tournaments.api.money_looks import (
    account_at,
    auctions_at,
    cash_at,
    cashier_of,
    currency_of,
    funds_at,
    paper_at,
    till_at,
    with_money,
)
from tournaments.api.serializers_events import VersionSerializer
from tournaments.api.viewsets import SECONDS, USER_NAMES
from tournaments.forms import money as forms
from tournaments.models import CountKind, Event, FundKind, Receipt
from tournaments.queries.money import accounts, places
from tournaments.queries.money.terms import FEES
from tournaments.services import office_offers
from tournaments.services.money import auctions as selling
from tournaments.services.money import drawers as counting
from tournaments.services.money import funds, payments, payouts, pools, receipts, tills
from tournaments.services.money.receipts import Hand

At = Asked[Event]


def _hand(at: At) -> Hand:
    return Hand(at.by, at.said["method"], at.key, at.said.get("note", ""))


def _player(at: At) -> Player:
    return get_object_or_404(Player, code=at.said["player"])


def _take(at: At) -> Receipt:
    done = payments.take(event=at.of, player=_player(at), amount=at.said["amount"], hand=_hand(at))
    return paper_at(at, done.number)


def _everybody(at: At) -> dict[str, Any]:
    done = payments.take_everybody(event=at.of, hand=_hand(at))
    return {"receipts": [paper_at(at, one.number) for one in done]}


def _refund(at: At) -> Receipt:
    said = at.said
    done = payments.refund(
        event=at.of, player=_player(at), fund=said["fund"], amount=said["amount"], hand=_hand(at)
    )
    return paper_at(at, done.number)


def _pooled(verb: Callable[..., Any]) -> Callable[[At], accounts.Account]:
    def done(at: At) -> accounts.Account:
        player = _player(at)
        verb(event=at.of, fund=at.said["fund"], player=player, by=at.by, key=at.key)
        return account_at(at, player)

    return done


def _own_fee(at: At) -> accounts.Account:
    player, said = _player(at), at.said
    pools.set_fee(event=at.of, player=player, amount=said["amount"], note=said["note"], by=at.by, key=at.key)
    return account_at(at, player)


def _take_back(at: At) -> Receipt:
    said = at.said
    done = receipts.take_back(event=at.of, number=said["number"], note=said["note"], by=at.by, key=at.key)
    return paper_at(at, done.number)


def _paid(verb: Callable[..., Receipt]) -> Callable[[At], Receipt]:
    def done(at: At) -> Receipt:
        said = at.said
        whose = (said["player"], said["lot"])
        paper = verb(event=at.of, fund=said["fund"], whose=whose, amount=said["coins"], hand=_hand(at))
        return paper_at(at, paper.number)

    return done


def _lot_paid(verb: Callable[..., Receipt]) -> Callable[[At], Receipt]:
    def done(at: At) -> Receipt:
        paper = verb(event=at.of, fund=at.said["fund"], lot=at.said["lot"], hand=_hand(at))
        return paper_at(at, paper.number)

    return done


def _make_lots(at: At) -> dict[str, Any]:
    selling.make_lots(event=at.of, fund=at.said["fund"], lots=at.said["lots"], by=at.by)
    return auctions_at(at)


def _sell(at: At) -> dict[str, Any]:
    about = {name: at.said[name] for name in ("fund", "lot", "buyer", "price")}
    selling.sell(event=at.of, **about, by=at.by, key=at.key)
    return auctions_at(at)


def _upon_lot(verb: Callable[..., Any]) -> Callable[[At], dict[str, Any]]:
    def done(at: At) -> dict[str, Any]:
        verb(event=at.of, fund=at.said["fund"], lot=at.said["lot"], by=at.by, key=at.key)
        return auctions_at(at)

    return done


def _count(at: At) -> dict[str, Any]:
    said = at.said
    counting.count(
        event=at.of,
        operator=said["operator"],
        kind=CountKind(said["kind"]),
        amount=said["amount"],
        note=said["note"],
        by=at.by,
        key=at.key,
    )
    return cash_at(at)


def _give_right(at: At) -> dict[str, Any]:
    limits.knock("user-name", f"user {at.by.pk}", most=USER_NAMES, seconds=SECONDS)
    office_offers.offer_till(tournament=at.of.tournament, username=at.said["username"], by=at.by)
    return cash_at(at)


def _end_right(at: At) -> dict[str, Any]:
    tills.end_right(tournament=at.of.tournament, username=at.said["username"], by=at.by)
    return cash_at(at)


def _wish(at: At, kind: FundKind, currency: str) -> funds.Wish:
    """The terms that are wished for, as the form of the page reads them."""
    said = {name: value for name, value in at.said.items() if name not in ("parts", "currency")}
    table = {f"parts_{flight}": text for flight, text in at.said["parts"].items()}
    form = read_form(
        forms.FundTerms, {**said, **table}, currency=currency, kind=kind, flights=places.keys(at.of)
    )
    wish: funds.Wish = form.wish()  # type: ignore[attr-defined]
    return wish


def _switch_on(at: At) -> dict[str, Any]:
    currency = at.said["currency"]
    wish = _wish(at, FundKind.ENTRY, currency)
    funds.switch_on(event=at.of, currency=currency, wish=wish, by=at.by, key=at.key)
    return funds_at(at)


def _change(at: At) -> dict[str, Any]:
    till, terms = with_money(at)
    held = found(terms.get(at.at["fund"]))
    currency = at.said.get("currency") or till.currency
    wish = _wish(at, FundKind(held.kind), currency)
    if held.fund == FEES:
        funds.set_fees(event=at.of, wish=wish, by=at.by, key=at.key, currency=currency)
    else:
        funds.change_pool(event=at.of, fund=held.fund, wish=wish, by=at.by, key=at.key, currency=currency)
    return funds_at(at)


def _turn_off(at: At) -> dict[str, Any]:
    funds.turn_off(event=at.of, by=at.by)
    return {"currency": till_at(at.of).currency, "funds": []}


def _open_fund(kind: FundKind) -> Callable[[At], dict[str, Any]]:
    def done(at: At) -> dict[str, Any]:
        till, _terms = with_money(at)
        wish = _wish(at, kind, till.currency)
        funds.add_pool(event=at.of, kind=kind, wish=wish, by=at.by, key=at.key)
        return funds_at(at)

    return done


def _deed(name: str, form: Any, act: Any, answer: Any, about: str) -> Deed[Event]:
    return Deed(
        name=f"money_{name}",
        form=form,
        act=act,
        answer=answer,
        more=currency_of,
        right=cashier_of,
        about=about,
    )


def _terms(name: str, shape: Any, act: Any, about: str) -> Deed[Event]:
    return Deed(
        name=f"money_{name}", shape=shape, act=act, answer=shapes.FundsOut, right=director_of, about=about
    )


PAPER, AUCTIONS = shapes.ReceiptOut, shapes.AuctionsOut
urlpatterns = [
    event_path("money/terms/",
        Look(name="money_terms", find=funds_at, answer=shapes.FundsOut, right=director_of,
            about="The terms of all funds."),
        _terms("switch_on", shapes.SwitchIn, _switch_on, "Let the event go with money on these terms.")),
    event_path("money/terms/<int:fund>/", _terms("change_terms", shapes.ChangeTermsIn, _change,
        "Other terms for a fund; 0 are the fees.")),
    event_path("money/terms/off/", _terms("turn_off", VersionSerializer, _turn_off,
        "Let the event go without fees again, as long as no money of it has moved.")),
    event_path("money/pools/", _terms("open_pool", shapes.TermsIn, _open_fund(FundKind.POOL),
        "A new side pool.")),
    event_path("money/open-auction/", _terms("open_auction", shapes.TermsIn, _open_fund(FundKind.AUCTION),
        "A new auction.")),
    event_path("money/take/", _deed("take", forms.Taking, _take, PAPER, "Take what a player pays.")),
    event_path("money/everybody/", _deed("take_everybody", forms.Everybody, _everybody, shapes.ReceiptsOut,
        "Take from everybody all that is owed.")),
    event_path("money/refund/", _deed("refund", forms.Refunding, _refund, PAPER, "Give money back.")),
    event_path("money/join/", _deed("join", forms.Joining, _pooled(pools.join), shapes.AccountOut,
        "Enter a player in a pool.")),
    event_path("money/leave/", _deed("leave", forms.Joining, _pooled(pools.leave), shapes.AccountOut,
        "Take a player out of a pool.")),
    event_path("money/own-fee/", _deed("set_own_fee", forms.OwnFee, _own_fee, shapes.AccountOut,
        "Let a player pay another fee.")),
    event_path("money/take-back/", _deed("take_back", forms.TakingBack, _take_back, PAPER,
        "Undo a receipt by one of its own.")),
    event_path("money/pay/", _deed("pay_prize", forms.Paying, _paid(payouts.pay), PAPER, "Pay a prize.")),
    event_path("money/take-in/", _deed("take_prize_in", forms.Paying, _paid(payouts.take_in), PAPER,
        "Take a prize in again.")),
    event_path("money/lots/", _deed("make_lots", forms.Lots, _make_lots, AUCTIONS,
        "Make the lots of an auction: a line for each, with the numbers of its entries.")),
    event_path("money/sell/", _deed("sell_lot", forms.Selling, _sell, AUCTIONS, "Knock a lot down.")),
    event_path("money/put-up/", _deed("put_lot_up", forms.OneLot, _upon_lot(selling.put_up_again), AUCTIONS,
        "Undo a sale.")),
    event_path("money/buy-back/", _deed("buy_lot_back", forms.OneLot, _upon_lot(selling.buy_back), AUCTIONS,
        "The player takes half of himself.")),
    event_path("money/lot-paid/", _deed("take_for_lot", forms.PaidLot, _lot_paid(payments.take_for_lot),
        PAPER, "The buyer of a lot pays.")),
    event_path("money/lot-refund/", _deed("refund_lot", forms.PaidLot, _lot_paid(payments.refund_lot), PAPER,
        "The buyer of a lot has money back.")),
    event_path("money/count/", _deed("count", forms.Counting, _count, shapes.CashOut,
        "Write down the cash of a drawer.")),
    event_path("money/right/", _deed("give_right", forms.Right, _give_right, shapes.CashOut,
        "Let somebody take and pay money.")),
    event_path("money/end-right/", _deed("end_right", forms.Right, _end_right, shapes.CashOut,
        "Take that right back.")),
]  # fmt: skip
