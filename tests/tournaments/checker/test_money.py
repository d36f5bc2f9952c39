"""The checker computes dues, pots and prizes from the money file and the event file, and finds what differs.

Random evenings at the cash desk: fees, individual fees, pools, an auction, refunds, receipts voided, players
who withdraw or wait, and prizes. Every format is played with money in `finances/test_every_format.py`.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy

import pytest
from django.test import Client

from rules.errors import Refusal
from tests.tournaments.checker.forged_money import Money, find_codes, find_unnoticed, read_money
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import key, payment_context
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tournaments.finances.models import FundKind
from tournaments.finances.queries import accounts, funds, prizes
from tournaments.finances.queries import auctions as auction_queries
from tournaments.finances.services import auctions, charges, payments, pools
from tournaments.finances.services import funds as fund_services
from tournaments.finances.services.funds import FundOptions
from tournaments.play.entries.services import entries
from tournaments.verification.checker.prizes import Placed, SharedPot, share_pot


class CashEvening:
    """An event with fees, two pools and an auction, at whose cash desk everything is done at random."""

    def __init__(self, client: Client, scheme: str, seed: str) -> None:
        self.random = random.Random(seed)
        self.chair = Chair(client, scheme, rounds=3, best=2, size=4)
        assert self.chair.post("names", enter=1, names="\n".join(NAMES)).status_code == 303
        self.event, self.by = self.chair.event, self.chair.director
        sharing = self.random.choice(["place", "equal", "hort"])
        options = FundOptions(
            fee=self.random.choice([20_00, 33_33]),
            registration=self.random.choice([0, 3_33]),
            returned=self.random.choice([85, 100]),
            added=self.random.choice([0, 7]),
            unit=self.random.choice([1, 100]),
            template=self.random.choice(["", "doubling", "five_three_two"]),
            parts={"main": (5, 3, 2)},
            sharing=sharing,
        )
        fee_factories.with_money(self.event, options)
        self.pools = [fee_factories.a_pool(self.event, name).fund for name in ("Super", "Pink")]
        self.auction = fee_factories.a_pool(self.event, "Calcutta", FundKind.AUCTION, template="two_one").fund
        numbers = sorted(entry.number for entry in self.event.entries.all())
        lot_list = [[number] for number in numbers[:-2]] + [numbers[-2:]]
        auctions.make_lots(event=self.event, fund=self.auction, lots=lot_list, by=self.by)
        self.lot_numbers = range(1, len(lot_list) + 1)

    @property
    def account(self) -> accounts.Account:
        return self.random.choice(accounts.list_accounts(self.event))

    def pay(self) -> None:
        account = self.account
        amount = self.random.choice([account.owes, account.owes // 2, account.owes])
        payments.take_payment(
            event=self.event, player=account.player, amount=amount, context=payment_context(self.event)
        )

    def pay_all(self) -> None:
        fee_factories.everybody_pays(self.event)

    def refund(self) -> None:
        refundable = [
            (account.player, due)
            for account in accounts.list_accounts(self.event)
            for due in account.refundable
        ]
        player, due = self.random.choice(refundable or [(self.account.player, self.account.dues[0])])
        amount = self.random.choice([due.refundable, due.refundable // 2])
        payments.refund_player(
            event=self.event,
            player=player,
            fund=due.terms.fund,
            amount=amount,
            context=payment_context(self.event),
        )

    def void(self) -> None:
        number = self.random.randint(1, 30)
        payments.reverse_receipt(event=self.event, number=number, note="", by=self.by, key=key())

    def set_own_fee(self) -> None:
        amount = self.random.choice([0, 10_00, 50_00, None])
        player = self.account.player
        charges.set_own_fee(
            event=self.event, player=player, amount=amount, note="Guest", by=self.by, key=key()
        )

    def raise_fee(self) -> None:
        terms = funds.get_terms(self.event)[0]
        options = FundOptions(
            fee=terms.fee + 5_00,
            registration=terms.registration,
            returned=terms.returned,
            parts=terms.parts or {"main": (1,)},
        )
        fund_services.set_fees(event=self.event, options=options, by=self.by, key=key())

    def join(self) -> None:
        fund, player = self.random.choice(self.pools), self.account.player
        pools.join_pool(event=self.event, fund=fund, player=player, by=self.by, key=key())

    def leave(self) -> None:
        fund, player = self.random.choice(self.pools), self.account.player
        pools.leave_pool(event=self.event, fund=fund, player=player, by=self.by, key=key())

    def sell(self) -> None:
        auctions.sell_lot(
            event=self.event,
            fund=self.auction,
            lot=self.random.choice(self.lot_numbers),
            buyer=self.random.choice(["Rich", "Richer"]),
            price=self.random.randint(1, 99_99),
            by=self.by,
            key=key(),
        )

    def unsell(self) -> None:
        lot = self.random.choice(self.lot_numbers)
        auctions.undo_sale(event=self.event, fund=self.auction, lot=lot, by=self.by, key=key())

    def buy_back(self) -> None:
        lot = self.random.choice(self.lot_numbers)
        auctions.buy_back_half(event=self.event, fund=self.auction, lot=lot, by=self.by, key=key())

    def pay_lot(self) -> None:
        context, lot = payment_context(self.event), self.random.choice(self.lot_numbers)
        payments.take_lot_payment(event=self.event, fund=self.auction, lot=lot, context=context)

    def refund_lot(self) -> None:
        auction = auction_queries.get_auction(self.event, self.auction)
        refunds = [(lot.lot.number, one) for lot in auction.lots for one in lot.refunds] if auction else []
        if refunds:
            lot, one = self.random.choice(refunds)
            context = payment_context(self.event)
            payments.refund_lot(
                event=self.event, fund=self.auction, lot=lot, buyer=one.buyer, context=context
            )

    def withdraw(self) -> None:
        playing = list(self.event.entries.filter(status="entered"))
        if len(playing) > 6:
            entries.withdraw(entry=self.random.choice(playing), by=self.by)

    def reinstate(self) -> None:
        for entry in self.event.entries.filter(status="withdrawn")[:1]:
            entries.reinstate(event=self.event, entry=entry.number, by=self.by)

    def pay_prize(self) -> None:
        claims = [
            claim for sheet in prizes.list_prizes(self.event) for claim in sheet.claims if claim.owed > 0
        ]
        if claims:
            self.pay_claim(self.random.choice(claims))

    def pay_claim(self, claim: prizes.PrizeClaim) -> None:
        payments.pay_prize(
            event=self.event,
            fund=claim.terms.fund,
            recipient=claim.recipient,
            amount=claim.owed,
            context=payment_context(self.event),
        )

    def pay_everything(self) -> None:
        """Take all payments and pay all prizes that are due."""
        self.pay_all()
        for sheet in prizes.list_prizes(self.event):
            for claim in sheet.claims:
                if claim.owed > 0:
                    self.pay_claim(claim)

    def act(self, times: int) -> None:
        """Do something at random several times; the checker finds nothing after each."""
        actions: list[tuple[Callable[[], None], int]] = [
            (self.pay, 4),
            (self.pay_all, 1),
            (self.refund, 2),
            (self.void, 2),
            (self.set_own_fee, 1),
            (self.raise_fee, 1),
            (self.join, 3),
            (self.leave, 1),
            (self.sell, 4),
            (self.unsell, 2),
            (self.buy_back, 1),
            (self.pay_lot, 3),
            (self.refund_lot, 1),
            (self.withdraw, 1),
            (self.reinstate, 1),
            (self.pay_prize, 2),
        ]
        names, weights = [action for action, _ in actions], [weight for _, weight in actions]
        for action in self.random.choices(names, weights, k=times):
            with suppress(Refusal):
                action()
            self.event.refresh_from_db()
            assert find_codes(self.event) == set(), (action.__name__, self.event)


@pytest.mark.django_db
@pytest.mark.second_stage
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scheme", ["knockout", "swiss"])
def test_a_random_evening_at_the_cash_desk_is_computed_as_it_is_shown(
    client: Client, scheme: str, seed: int
) -> None:
    evening = CashEvening(client, scheme, f"{scheme}-{seed}")
    evening.act(20)
    evening.chair.post("draw")
    evening.act(5)
    evening.chair.post("publish")
    evening.act(15)
    evening.chair.finish(lambda _: evening.act(4))
    evening.act(25)
    evening.pay_everything()
    assert find_codes(evening.event) == set()
    assert find_unnoticed(evening.event) == []


@pytest.fixture
def evening(client: Client) -> CashEvening:
    """An evening before the draw: all have paid, a lot is sold and half of it bought back, one pays a lot."""
    evening = CashEvening(client, "knockout", "forged")
    event, by = evening.event, evening.by
    first, second = event.entries.order_by("number")[:2]
    auctions.sell_lot(event=event, fund=evening.auction, lot=1, buyer="Rich", price=7_01, by=by, key=key())
    auctions.buy_back_half(event=event, fund=evening.auction, lot=1, by=by, key=key())
    charges.set_own_fee(event=event, player=second.player, amount=0, note="Guest", by=by, key=key())
    fee_factories.everybody_pays(event)
    charges.set_own_fee(event=event, player=first.player, amount=5_00, note="Junior", by=by, key=key())
    context = payment_context(event)
    payments.refund_player(event=event, player=first.player, fund=0, amount=1_00, context=context)
    payments.reverse_receipt(event=event, number=2, note="", by=by, key=key())
    assert find_codes(event) == set()
    return evening


def forge_lot(money: Money) -> None:
    money["sales"][-1]["price"] += 2


def forge_half(money: Money) -> None:
    money["sales"][-1]["bought_back"] = False


def forge_own_fee(money: Money) -> None:
    money["charges"] = [one for one in money["charges"] if one["note"] != "Guest"]


def forge_fee(money: Money) -> None:
    money["terms"][0]["fee"] += 1


def forge_refund(money: Money) -> None:
    line = next(line for one in money["receipts"] for line in one["lines"] if line["kind"] == "refund")
    line["amount"] -= 1


def forge_refund_beyond(money: Money) -> None:
    line = next(line for one in money["receipts"] for line in one["lines"] if line["kind"] == "refund")
    line["amount"] -= 99_00


def forge_sign(money: Money) -> None:
    money["receipts"][0]["lines"][0]["amount"] *= -1


def forge_order(money: Money) -> None:
    money["receipts"].reverse()


def forge_reversal(money: Money) -> None:
    money["receipts"][-1]["lines"][0]["amount"] += 1


def forge_second_reversal(money: Money) -> None:
    again = deepcopy(money["receipts"][-1])
    money["receipts"].append({**again, "number": again["number"] + 1})


def forge_missing_part(money: Money) -> None:
    del money["lots"]


MORE_FORGERIES = {
    "price of a lot": (forge_lot, "wrong_due"),
    "half of a lot": (forge_half, "wrong_due"),
    "individual fee": (forge_own_fee, "wrong_due"),
    "fee": (forge_fee, "wrong_due"),
    "refund": (forge_refund, "wrong_due"),
    "refund of more than was paid": (forge_refund_beyond, "refund_too_large"),
    "sign": (forge_sign, "receipt_sign_wrong"),
    "order of receipts": (forge_order, "receipt_out_of_order"),
    "voided receipt": (forge_reversal, "receipt_not_reversed"),
    "receipt voided twice": (forge_second_reversal, "receipt_not_reversed"),
    "unreadable": (forge_missing_part, "money_unreadable"),
}


@pytest.mark.django_db
def test_every_forgery_at_the_cash_desk_is_found(evening: CashEvening, subtests: pytest.Subtests) -> None:
    money = read_money(evening.event)
    for name, (forge, code) in MORE_FORGERIES.items():
        with subtests.test(name):
            forged = deepcopy(money)
            forge(forged)
            assert code in find_codes(evening.event, forged)
    assert find_unnoticed(evening.event) == []


def test_a_shared_place_has_the_mean_and_what_is_left_goes_where_most_was_cut_off() -> None:
    def shared(pot: int, parts: tuple[int, ...], unit: int = 1, **spans: tuple[int, int]) -> SharedPot:
        return share_pot(pot, {"main": parts}, {"main": [Placed(*one) for one in spans.items()]}, unit)

    halves = shared(1000, (4, 2, 1, 1), a=(1, 1), b=(2, 2), c=(3, 4), d=(3, 4))
    assert halves == SharedPot({"a": 500, "b": 250, "c": 125, "d": 125}, 0)
    thirds = shared(100, (1, 1, 1), a=(1, 3), b=(1, 3), c=(1, 3))
    assert thirds == SharedPot({"a": 33, "b": 33, "c": 33}, 1)
    assert shared(250, (3, 2), 100, a=(1, 1), b=(2, 2)) == SharedPot({"a": 150, "b": 100}, 0)
    assert shared(100, (5, 3, 2), a=(1, 1), b=(2, 2)) == SharedPot({"a": 63, "b": 37}, 0)
