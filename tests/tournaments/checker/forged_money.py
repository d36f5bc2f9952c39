"""Money files with one thing changed each, and the finding by which the checker must notice it."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tournaments.finances.models import CashDesk
from tournaments.finances.queries import exports, funds
from tournaments.importing.queries.exports import write_checker_file
from tournaments.models import Event
from tournaments.verification.checker.document import read_document
from tournaments.verification.checker.money import check_money

Money = dict[str, Any]


def read_money(event: Event) -> Money:
    """The money file of an event."""
    cash_desk = CashDesk.objects.get(tournament=event.tournament)
    money: Money = json.loads(exports.export_all(event, cash_desk, funds.get_terms(event)))
    return money


def find_codes(event: Event, money: Money | None = None) -> set[str]:
    """The findings about the money of an event, or about another money file of it."""
    document = read_document(write_checker_file(event))
    return {finding.code for finding in check_money(money or read_money(event), document)}


def _shown(money: Money, name: str, fund: int) -> list[Money]:
    return [one for one in money["shown"][name] if one["fund"] == fund and one["due"]]


def _last_terms(money: Money, fund: int) -> Money:
    terms: Money = max((one for one in money["terms"] if one["fund"] == fund), key=lambda one: one["seq"])
    return terms


def forge_due(money: Money, fund: int) -> str:
    """A player has to pay a coin more than the fee."""
    shown = _shown(money, "accounts", fund)
    if not shown:
        return ""
    shown[0]["due"] += 1
    return "wrong_due"


def forge_payment(money: Money, fund: int) -> str:
    """A payment that was neither voided nor refunded is left out of the receipts."""
    voided = {one["takes_back"] for one in money["receipts"]}
    lines_of_fund = [line for one in money["receipts"] for line in one["lines"] if line["fund"] == fund]
    refunded = {(line["player"], line["lot"]) for line in lines_of_fund if line["kind"] == "refund"}
    for receipt in (one for one in money["receipts"] if one["number"] not in voided):
        lines = [
            line
            for line in receipt["lines"]
            if line["fund"] == fund
            and line["kind"] == "payment"
            and (line["player"], line["lot"]) not in refunded
        ]
        if lines:
            receipt["lines"].remove(lines[0])
            return "wrong_due"
    return ""


def forge_pot(money: Money, fund: int) -> str:
    """The pot is shown a coin too small."""
    next(one for one in money["shown"]["pots"] if one["fund"] == fund)["pot"] -= 1
    return "wrong_pot"


def forge_bracket_pot(money: Money, fund: int) -> str:
    """A coin of one mini bracket is shown in the pot of another one."""
    pots = [one for one in money["shown"]["brackets"] if one["fund"] == fund]
    if not pots:
        return ""
    pots[0]["pot"] -= 1
    pots[-1]["pot"] += 1 if len(pots) > 1 else 0
    return "wrong_bracket_pot"


def forge_stakes(money: Money, fund: int) -> str:
    """A stake of one mini bracket is shown as paid for another one."""
    pots = [one for one in money["shown"]["brackets"] if one["fund"] == fund]
    if not pots:
        return ""
    pots[0]["stakes"] -= 1
    pots[-1]["stakes"] += 1 if len(pots) > 1 else 0
    return "wrong_bracket_pot"


def forge_share_of_the_club(money: Money, fund: int) -> str:
    """The club keeps more than it has announced."""
    if not any(one["pot"] for one in money["shown"]["pots"] if one["fund"] == fund):
        return ""
    _last_terms(money, fund)["returned"] -= 5
    return "wrong_pot"


def forge_prize(money: Money, fund: int) -> str:
    """The winner of a prize is paid a coin of another one's."""
    shown = _shown(money, "prizes", fund)
    if not shown:
        return ""
    shown[0]["due"] += 1
    shown[-1]["due"] -= 1 if len(shown) > 1 else 0
    return "wrong_prize"


def forge_recipient(money: Money, fund: int) -> str:
    """Two players exchange their prizes, or somebody else has the only one."""
    shown = _shown(money, "prizes", fund)
    amounts = {one["due"] for one in shown}
    if not shown:
        return ""
    if len(amounts) > 1:
        best, worst = max(shown, key=lambda one: one["due"]), min(shown, key=lambda one: one["due"])
        best["due"], worst["due"] = worst["due"], best["due"]
    else:
        winners = {one["player"] for one in shown}
        others = [one["player"] for one in money["shown"]["accounts"] if one["player"] not in winners]
        if not others:
            return ""
        shown[0]["player"] = others[0]
    return "wrong_prize"


def forge_payout(money: Money, fund: int) -> str:
    """A prize is shown as paid although it is not, or otherwise than by the receipts."""
    shown = _shown(money, "prizes", fund)
    if not shown:
        return ""
    shown[0]["paid"] += 1
    return "wrong_payout"


def forge_pool(money: Money, fund: int) -> str:
    """A player who joined a pool is not in it."""
    payers = {one["player"] for one in _shown(money, "accounts", fund)}
    charges = [one for one in money["charges"] if one["fund"] == fund and one["player"] in payers]
    joined = [one for one in charges if one["kind"] == "joined"]
    if not joined:
        return ""
    money["charges"] = [one for one in money["charges"] if one["player"] != joined[0]["player"]]
    return "wrong_due"


FORGERIES: dict[str, Callable[[Money, int], str]] = {
    "fee owed": forge_due,
    "payment left out": forge_payment,
    "pot": forge_pot,
    "share of the club": forge_share_of_the_club,
    "prize": forge_prize,
    "recipient": forge_recipient,
    "payout": forge_payout,
    "pool": forge_pool,
}

# Of the money of an event of mini brackets.
BRACKET_FORGERIES: dict[str, Callable[[Money, int], str]] = {
    "pot of a mini bracket": forge_bracket_pot,
    "stakes of a mini bracket": forge_stakes,
}


def list_forgeries(money: Money) -> Iterator[tuple[str, int, Money, str]]:
    """Yield every possible forgery of every fund: its name, the fund, the file, the expected finding."""
    for fund in sorted({one["fund"] for one in money["terms"]}):
        for name, forge in (FORGERIES | BRACKET_FORGERIES).items():
            forged = deepcopy(money)
            if code := forge(forged, fund):
                yield name, fund, forged, code


def find_unnoticed(event: Event) -> list[tuple[str, int]]:
    """The forgeries of the money of an event that the checker does not find by the expected finding."""
    return [
        (name, fund)
        for name, fund, forged, code in list_forgeries(read_money(event))
        if code not in find_codes(event, forged)
    ]
