"""Everything that is done with money, one sentence for each: the list that is never changed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from tournaments.phrases.money import money

Facts = Mapping[str, Any]
Teller = Callable[[Facts, str], str]


def happened(what: str, facts: Facts, currency: str) -> str:
    """What was done, in words; `facts` hold the row that tells it."""
    return TELLERS[what](facts, currency)


def _receipt(facts: Facts, currency: str) -> str:
    paper = facts["receipt"]
    told = {
        "number": paper.number,
        "name": facts["name"],
        "amount": money(abs(facts["total"]), currency),
        "other": paper.takes_back.number if paper.takes_back else "",
    }
    if paper.takes_back:
        return gettext("Receipt %(number)s takes back receipt %(other)s of %(name)s.") % told
    if facts["total"] < 0:
        return gettext("Receipt %(number)s: %(amount)s paid to %(name)s.") % told
    return gettext("Receipt %(number)s: %(amount)s taken from %(name)s.") % told


def _terms(facts: Facts, currency: str) -> str:
    terms = facts["terms"]
    told = {
        "fund": terms.name or terms.get_kind_display(),
        "number": terms.seq,
        "fee": money(terms.fee + terms.registration, currency),
        "returned": terms.returned,
    }
    return gettext("Terms %(number)s for %(fund)s: fee %(fee)s, %(returned)s %% paid out.") % told


def _joined(facts: Facts, currency: str) -> str:
    return gettext("%(name)s joins pool %(fund)s.") % _charged(facts)


def _left(facts: Facts, currency: str) -> str:
    return gettext("%(name)s leaves pool %(fund)s.") % _charged(facts)


def _lowered(facts: Facts, currency: str) -> str:
    amount = money(facts["charge"].amount, currency)
    told = {**_charged(facts), "amount": amount, "note": facts["charge"].note}
    if told["note"]:
        return gettext("Another fee for %(name)s, by %(amount)s: %(note)s") % told
    return gettext("Another fee for %(name)s, by %(amount)s.") % told


def _charged(facts: Facts) -> dict[str, Any]:
    return {"name": facts["charge"].player.full_name, "fund": facts["fund"]}


def _sold(facts: Facts, currency: str) -> str:
    return gettext("Lot %(lot)s sold to %(buyer)s for %(price)s.") % _sale(facts, currency)


def _bought_back(facts: Facts, currency: str) -> str:
    return gettext("Half of lot %(lot)s bought back from %(buyer)s.") % _sale(facts, currency)


def _put_up(facts: Facts, currency: str) -> str:
    return gettext("Lot %(lot)s put up again.") % _sale(facts, currency)


def _sale(facts: Facts, currency: str) -> dict[str, Any]:
    sale = facts["sale"]
    return {"lot": sale.lot.number, "buyer": sale.buyer, "price": money(sale.price, currency)}


def _opened(facts: Facts, currency: str) -> str:
    return gettext("Till opened in %(currency)s.") % {"currency": currency}


def _float(facts: Facts, currency: str) -> str:
    return gettext("%(operator)s begins with %(amount)s.") % _counted_by(facts, currency)


def _counted(facts: Facts, currency: str) -> str:
    return gettext("%(operator)s has counted %(amount)s.") % _counted_by(facts, currency)


def _counted_by(facts: Facts, currency: str) -> dict[str, Any]:
    count = facts["count"]
    return {"operator": count.operator.get_username(), "amount": money(count.amount, currency)}


def _given(facts: Facts, currency: str) -> str:
    return gettext("%(name)s may take and pay money.") % {"name": facts["user"].get_username()}


def _ended(facts: Facts, currency: str) -> str:
    return gettext("%(name)s takes and pays money no more.") % {"name": facts["user"].get_username()}


TELLERS: Mapping[str, Teller] = {
    "receipt": _receipt,
    "terms": _terms,
    "joined": _joined,
    "left": _left,
    "lowered": _lowered,
    "sold": _sold,
    "bought_back": _bought_back,
    "put_up": _put_up,
    "opened": _opened,
    "float": _float,
    "counted": _counted,
    "given": _given,
    "ended": _ended,
}
