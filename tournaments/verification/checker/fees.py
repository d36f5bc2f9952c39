"""The dues of each player and buyer to the funds of an event, and the pots, from the money file.

docs/money-file.md says how, under "Dues" and "Pots". Amounts are whole numbers of the smallest coin.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tournaments.verification.checker.bracket_money import (
    CheckedBrackets,
    fill_stakes,
    sum_stakes,
)

FEES = 0
AUCTION = "auction"
JOINED, LEFT = "joined", "left"
OWN_FEE, LATE_FEE, USUAL_FEE, WAIVED = "own_fee", "late_fee", "usual_fee", "waived"
PAYMENT, REFUND = "payment", "refund"
# Kinds of lines with money received; in a receipt that takes another back, the signs are exchanged.
INCOME = frozenset({PAYMENT, "return"})
Money = Mapping[str, Any]
# A player and a lot: only the player for fees and pools, only the lot for its buyer, both for a half.
Recipient = tuple[str, int]
NOBODY, NO_LOT = "", 0


class Part(Enum):
    """How a player takes part: playing, withdrawn after the draw was published, or not at all."""

    PLAYS = "plays"
    LEFT = "left"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class CheckedAccount:
    """What a player or buyer has to pay to a fund, what they have paid, and how much is registration.

    `stakes` are by mini bracket what counts for its pot.
    """

    due: int
    paid: int
    registration: int = 0
    stakes: Mapping[str, int] = field(default_factory=dict)

    @property
    def fees(self) -> int:
        """The part of the payment that goes to the pot: without surplus, and registration comes first."""
        return max(0, min(self.paid, self.due) - min(self.registration, self.due))


@dataclass(frozen=True, slots=True)
class CheckedLot:
    """A lot of an auction by its last sale: its players, its price (0: unsold), if half is bought back."""

    players: tuple[str, ...]
    price: int = 0
    is_bought_back: bool = False

    @property
    def half(self) -> int:
        """What the player pays for the half bought back; "an odd coin is the buyer's"."""
        return self.price // 2 if self.is_bought_back else 0


def get_terms(money: Money, fund: int = FEES) -> Mapping[str, Any]:
    """Return the terms of a fund that are in force: the last ones."""
    terms: list[Mapping[str, Any]] = [one for one in money["terms"] if one["fund"] == fund]
    return max(terms, key=lambda one: int(one["seq"]))


def list_funds(money: Money) -> list[int]:
    """Return the numbers of the funds, that of the fees first."""
    return sorted({int(one["fund"]) for one in money["terms"]})


def list_lines(money: Money, fund: int, kinds: Collection[str]) -> Iterator[tuple[Recipient, int]]:
    """Yield who each line of these kinds belongs to, and its amount.

    Fees of people who are not entered, which are lines of nobody, are in no fund yet.
    """
    for receipt in money["receipts"]:
        for line in receipt["lines"]:
            is_of_somebody = line["player"] is not None or line["lot"] is not None
            if line["fund"] == fund and line["kind"] in kinds and is_of_somebody:
                yield (line["player"] or NOBODY, line["lot"] or NO_LOT), int(line["amount"])


def index_buyers(money: Money) -> dict[tuple[int, int, int], str]:
    """Return the buyer of each sale by fund, lot and number of the sale; one without a price has none."""
    return {(one["fund"], one["lot"], one["seq"]): one["buyer"] for one in money["sales"] if one["price"]}


def sum_paid_by_buyers(money: Money, fund: int) -> dict[tuple[int, str], int]:
    """Return what each buyer of each lot has paid and was not refunded.

    "What was paid for one sale of a lot counts for every sale of it to the same buyer, and for no other."
    """
    buyers = index_buyers(money)
    paid: defaultdict[tuple[int, str], int] = defaultdict(int)
    for receipt in money["receipts"]:
        for line in receipt["lines"]:
            is_of_buyer = line["player"] is None and line["lot"] is not None
            if line["fund"] == fund and line["kind"] in {PAYMENT, REFUND} and is_of_buyer:
                paid[line["lot"], buyers[fund, line["lot"], line["sale"]]] += int(line["amount"])
    return dict(paid)


def find_present_buyers(money: Money, fund: int) -> dict[int, str]:
    """Return the buyer of each lot by its last sale; "" if that has no price."""
    return {one["lot"]: one["buyer"] if one["price"] else "" for one in money["sales"] if one["fund"] == fund}


def find_former_buyers(money: Money, fund: int) -> dict[tuple[int, str], int]:
    """Return what is to be refunded to each former buyer, by lot and name."""
    present = find_present_buyers(money, fund)
    return {
        (lot, buyer): amount
        for (lot, buyer), amount in sum_paid_by_buyers(money, fund).items()
        if buyer != present.get(lot) and amount > 0
    }


def index_lot_sales(money: Money, fund: int) -> dict[int, CheckedLot]:
    """Return each lot of an auction by number."""
    sales: dict[int, Mapping[str, Any]] = {one["lot"]: one for one in money["sales"] if one["fund"] == fund}
    lot_by_number = {}
    for lot in money["lots"]:
        if lot["fund"] == fund:
            sale = sales.get(lot["lot"], {"price": 0, "bought_back": False})
            lot_by_number[lot["lot"]] = CheckedLot(
                tuple(lot["players"]), int(sale["price"]), sale["bought_back"]
            )
    return lot_by_number


def compute_accounts(
    money: Money, fund: int, parts: Mapping[str, Part], brackets: CheckedBrackets | None = None
) -> dict[Recipient, CheckedAccount]:
    """Return the accounts of a fund.

    `parts` says by player how they take part in the event, `brackets` which mini brackets they are in.
    """
    terms = get_terms(money, fund)
    paid: defaultdict[Recipient, int] = defaultdict(int)
    received: defaultdict[Recipient, int] = defaultdict(int)
    for recipient, amount in list_lines(money, fund, {PAYMENT, REFUND}):
        paid[recipient] += amount
    for recipient, amount in list_lines(money, fund, {PAYMENT}):
        received[recipient] += amount
    if terms["kind"] == AUCTION:
        by_buyer, present = sum_paid_by_buyers(money, fund), find_present_buyers(money, fund)
        paid_by_lot = {lot: by_buyer.get((lot, buyer), 0) for lot, buyer in present.items()}
        return _compute_auction_accounts(index_lot_sales(money, fund), paid, paid_by_lot)
    charged = {one["player"] for one in money["charges"] if one["fund"] == fund}
    players = {*parts, *charged, *(player for player, _lot in paid)}
    if fund == FEES:
        fees = _summarize_fees(money)
        return {
            (player, NO_LOT): _compute_fee_account(
                fees,
                terms,
                player,
                parts.get(player, Part.NONE),
                (paid[player, NO_LOT], received[player, NO_LOT]),
                brackets,
            )
            for player in players
        }
    in_pool, pool_fee = _find_pool_players(money, fund), int(terms["fee"])
    accounts = {}
    for player in players:
        part, amount = parts.get(player, Part.NONE), max(0, paid[player, NO_LOT])
        amount_due = _compute_pool_fee(pool_fee, part, amount, is_in=player in in_pool)
        accounts[player, NO_LOT] = CheckedAccount(amount_due, amount)
    return accounts


def _compute_fee_account(
    fees: "_PlayerFees",
    terms: Mapping[str, Any],
    player: str,
    part: Part,
    payments: tuple[int, int],
    brackets: CheckedBrackets | None,
) -> CheckedAccount:
    """Return the account of a player in the entry fees; `payments`: what was paid, and what was received."""
    amount, received = payments
    registration = int(terms["registration"])
    usual_fee = fees.prices.get(player, int(terms["fee"]) + registration)
    single_fee = fees.own_fees.get(player, usual_fee)
    is_waived = player in fees.waived_fees and part is not Part.PLAYS
    if is_waived:
        # "As long as the player does not play again."
        single_fee = fees.waived_fees[player]
    of_player = brackets.get_brackets_of(player) if brackets is not None else None
    fee = single_fee * (1 if of_player is None else of_player.fee_count)
    has_late_fee = player not in fees.without_late_fee and fee > 0 and not is_waived
    late_fee = fees.charged_late_fees.get(player, 0) if has_late_fee else 0
    # "The fee is paid first and the late fee last"; what was paid of it stays.
    paid_late_fee = min(late_fee, max(0, amount - single_fee))
    total = fee + paid_late_fee
    # "Who has withdrawn from a published draw owes the late fee, too", unless all was paid and then refunded.
    has_to_pay = {
        Part.PLAYS: amount < single_fee or paid_late_fee < late_fee,
        Part.LEFT: received < single_fee + late_fee,
    }.get(part, False)
    unpaid_late_fee = fees.unpaid_late_fees.get(player, 0) if has_late_fee and has_to_pay else 0
    amount_due = _compute_fee(total, part, max(0, amount), received) + unpaid_late_fee
    if of_player is None:
        return CheckedAccount(amount_due, max(0, amount), registration)
    if part is Part.PLAYS and of_player.awaits_next:
        amount_due += min(single_fee, max(0, amount - total))
    counted_amount = max(0, min(amount, amount_due))
    stakes, covered = fill_stakes(
        counted_amount, of_player.keys, fee=single_fee, registration=registration, late_fee=paid_late_fee
    )
    return CheckedAccount(amount_due, max(0, amount), covered, stakes)


def _compute_fee(fee: int, part: Part, paid: int, received: int) -> int:
    if part is Part.PLAYS:
        return fee
    if part is not Part.LEFT:
        return paid
    # "What was refunded is not due again; what was never paid still is."
    return min(paid, fee) + max(0, fee - received)


def _compute_pool_fee(fee: int, part: Part, paid: int, *, is_in: bool) -> int:
    if not is_in:
        return 0
    return fee if part is Part.PLAYS else paid


def list_pool(money: Money, fund: int, parts: Mapping[str, Part]) -> set[str]:
    """Return the players who are in a fund: all who play for the fees, those who joined it for a pool."""
    playing = {player for player, part in parts.items() if part is Part.PLAYS}
    return playing if fund == FEES else playing & _find_pool_players(money, fund)


@dataclass(frozen=True, slots=True)
class _PlayerFees:
    """By player: what replaces the usual fee, and late fees that a payment has recorded or that are due now.

    `without_late_fee` are those whose own fee has no late fee on top; `prices` are those announced.
    `waived_fees` are what players have to pay instead of the fee after their withdrawal.
    """

    own_fees: Mapping[str, int]
    without_late_fee: Collection[str]
    charged_late_fees: Mapping[str, int]
    unpaid_late_fees: Mapping[str, int]
    prices: Mapping[str, int]
    waived_fees: Mapping[str, int]


def _summarize_fees(money: Money) -> _PlayerFees:
    """Return what replaces the usual fee of each player, and what is added to it."""
    own_fees: dict[str, Mapping[str, Any]] = {}
    charged_late_fees: dict[str, int] = {}
    waived_fees: dict[str, int] = {}
    for charge in money["charges"]:
        if charge["kind"] in {OWN_FEE, USUAL_FEE}:
            waived_fees.pop(charge["player"], None)
        if charge["kind"] == WAIVED:
            waived_fees[charge["player"]] = int(charge["amount"])
        elif charge["kind"] == OWN_FEE:
            own_fees[charge["player"]] = charge
        elif charge["kind"] == USUAL_FEE:
            own_fees.pop(charge["player"], None)
        elif charge["kind"] == LATE_FEE:
            # That of the last payment counts.
            charged_late_fees[charge["player"]] = int(charge["amount"])
    return _PlayerFees(
        own_fees={player: int(charge["amount"]) for player, charge in own_fees.items()},
        without_late_fee={player for player, charge in own_fees.items() if not charge["adds_late_fee"]},
        charged_late_fees=charged_late_fees,
        unpaid_late_fees={one["player"]: int(one["amount"]) for one in money.get("late_fees", ())},
        prices={one["player"]: int(one["amount"]) for one in money.get("prices", ())},
        waived_fees=waived_fees,
    )


def _find_pool_players(money: Money, fund: int) -> set[str]:
    """Return who has joined a pool and not left it since."""
    in_pool: set[str] = set()
    for charge in money["charges"]:
        if charge["fund"] == fund and charge["kind"] == JOINED:
            in_pool.add(charge["player"])
        elif charge["fund"] == fund and charge["kind"] == LEFT:
            in_pool.discard(charge["player"])
    return in_pool


def _compute_auction_accounts(
    lot_by_number: Mapping[int, CheckedLot], paid: Mapping[Recipient, int], paid_by_lot: Mapping[int, int]
) -> dict[Recipient, CheckedAccount]:
    accounts: dict[Recipient, CheckedAccount] = {}
    paid_by_player: defaultdict[str, int] = defaultdict(int)
    for (player, _lot), amount in paid.items():
        paid_by_player[player] += amount
    for number, lot in lot_by_number.items():
        paid_by_buyer = max(0, paid_by_lot.get(number, 0))
        accounts[NOBODY, number] = CheckedAccount(lot.price - lot.half, paid_by_buyer)
    halves = {player: lot.half for lot in lot_by_number.values() for player in lot.players}
    for player in {*halves, *paid_by_player} - {NOBODY}:
        accounts[player, NO_LOT] = CheckedAccount(halves.get(player, 0), max(0, paid_by_player[player]))
    return accounts


def compute_pot(money: Money, fund: int, accounts: Mapping[Recipient, CheckedAccount]) -> int:
    """Return the pot of a fund: the share of the fees paid that is returned, and what was added."""
    terms = get_terms(money, fund)
    stakes = sum_stakes(account.stakes for account in accounts.values())
    sums = stakes.values() if stakes else [sum(account.fees for account in accounts.values())]
    return sum(amount * int(terms["returned"]) // 100 for amount in sums) + int(terms["added"])
