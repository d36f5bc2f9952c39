"""The prizes of an event, computed from the money file (`money.json` of the finances) and the final places.

docs/desk.md, "Money", says how: "The pot contains only money that has been paid in", less registration and
the share of the club, plus what was added; "amounts are rounded down to the unit you choose; leftover units
go where most was cut off, then to first place. Players who tie are always paid the same. What cannot be
shared in the smallest coin stays with the club." Amounts are whole numbers of the smallest coin.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

MAIN, FEES = "main", 0
# Kinds of lines of receipts: what is paid in, and what is paid out (negative) and taken back.
PAID_IN, PAID_OUT = frozenset({"payment", "refund"}), frozenset({"prize", "return"})
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SharedPot:
    """The prize of each player with one, and what could not be shared."""

    prizes: Mapping[str, int]
    rest: int


def compute_pot(money: Mapping[str, Any], fund: int = FEES) -> int:
    """Return the pot of a fund: what was paid in less registration and the club's share, plus additions."""
    terms = get_terms(money, fund)
    registration = int(terms["registration"])
    paid_in: defaultdict[str, int] = defaultdict(int)
    for receipt in money["receipts"]:
        for line in receipt["lines"]:
            if line["fund"] == fund and line["kind"] in PAID_IN and line["player"]:
                paid_in[line["player"]] += int(line["amount"])
    fees = sum(max(0, amount - registration) for amount in paid_in.values())
    return fees * int(terms["returned"]) // 100 + int(terms["added"])


def get_terms(money: Mapping[str, Any], fund: int = FEES) -> Mapping[str, Any]:
    """Return the terms of a fund that are in force: the last ones."""
    terms: list[Mapping[str, Any]] = [one for one in money["terms"] if one["fund"] == fund]
    return max(terms, key=lambda one: int(one["seq"]))


def share_pot(pot: int, parts: Sequence[int], spans: Mapping[str, Span], unit: int = 1) -> SharedPot:
    """Return the prizes by place: who shares places has the mean of what they pay."""
    paid = list(parts[: len(spans)])
    if not sum(paid):
        return SharedPot({}, pot)
    groups: defaultdict[Span, list[str]] = defaultdict(list)
    for player, span in spans.items():
        groups[span].append(player)
    exact = {
        span: Fraction(pot * sum(paid[span[0] - 1 : span[1]]), sum(paid) * len(players))
        for span, players in groups.items()
    }
    amounts = {span: int(amount // unit) * unit for span, amount in exact.items()}
    rest = pot - sum(amounts[span] * len(players) for span, players in groups.items())
    for span in sorted(groups, key=lambda one: (amounts[one] - exact[one], one)):
        needed = unit * len(groups[span])
        if exact[span] and needed <= rest:
            amounts[span] += unit
            rest -= needed
    # Less than a unit, or too little for all who tie, is left: it goes to first place in the smallest coin.
    first = min(groups)
    amounts[first] += rest // len(groups[first])
    rest %= len(groups[first])
    prizes = {player: amounts[span] for span in groups for player in groups[span] if amounts[span]}
    return SharedPot(prizes, rest)


def list_prizes_paid(money: Mapping[str, Any], fund: int = FEES) -> dict[str, int]:
    """Return what was paid out to each player, less what was taken back."""
    paid: defaultdict[str, int] = defaultdict(int)
    for receipt in money["receipts"]:
        for line in receipt["lines"]:
            if line["fund"] == fund and line["kind"] in PAID_OUT:
                paid[line["player"]] -= int(line["amount"])
    return {player: amount for player, amount in paid.items() if amount}


def find_wrong_prizes(
    money: Mapping[str, Any], spans: Mapping[str, Span], announced: Mapping[str, int]
) -> dict[str, tuple[int, int, int]]:
    """Return the players whose prize is announced or paid otherwise: announced, paid, and what it should be.

    Only where prizes are shared by place. `spans` are the final places by player.
    """
    terms = get_terms(money)
    expected = share_pot(compute_pot(money), terms["parts"][MAIN], spans, int(terms["unit"])).prizes
    paid = list_prizes_paid(money)
    players = {*announced, *expected, *paid}
    amounts = {one: (announced.get(one, 0), paid.get(one, 0), expected.get(one, 0)) for one in players}
    return {one: amounts for one, amounts in amounts.items() if len(set(amounts)) > 1}
