"""Messages of finances: refusals, names of tables, explanations of amounts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.messages.stored_reasons import describe_stored_reason
from tournaments.finances.models import FundKind, FundTerms, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes.sharing import EQUAL, HORT, PLACE, PrizeShare
from tournaments.formats.graph import MAIN
from tournaments.messages import flight_name
from tournaments.messages.money import format_exactly, format_money
from tournaments.messages.names import describe_places

FINANCE_REFUSALS: dict[str, str | Promise] = {
    "amount_impossible": _("This amount is not valid."),
    "amount_unreadable": _("“%(text)s” is not an amount. Enter it like 60 or 60.50."),
    "auction_unknown": _("Auction not found."),
    "buyer_missing": _("Enter the buyer's name."),
    "dues_changed": _(
        "What is owed has changed since the page was shown; it is now owed by %(count)s. Check, then take it."
    ),
    "cashiers_only": _("Only people who handle payments for %(name)s can do this."),
    "event_has_money": _(
        "“%(name)s” cannot be deleted: money is recorded for it, and receipts stay on record when they are "
        "voided. Use “Cancel event” instead: nothing more is entered or played in it."
    ),
    "tournament_has_money": _(
        "“%(name)s” cannot be deleted: money is recorded for it, and receipts stay on record when they are "
        "voided. Cancel or archive it instead."
    ),
    "currency_moved": _(
        "The currency cannot change from %(currency)s: money has already been taken or counted in it."
    ),
    "currency_stays": _(
        "Fees of this tournament are already in %(currency)s. "
        "Change the currency under “Fees and pools” first."
    ),
    "currency_written": _(
        "The currency cannot change from %(currency)s: individual fees or bids are already recorded in it."
    ),
    "entry_paid": _(
        "%(player)s has paid (receipt %(number)s), so the entry cannot be undone. Void the "
        "receipt first, or withdraw the player instead."
    ),
    "fees_moved": _("Fees cannot be turned off: money has already changed hands in %(event)s."),
    "fees_sold": _(
        "Fees cannot be turned off: lots of %(event)s have been sold. Put them back up for auction first."
    ),
    "fund_needs_name": _("Give the pool a name."),
    "funds_too_many": _("An event can have at most %(most)s pools and auctions."),
    "lot_buyer_changed": _("Lot %(lot)s is now %(buyer)s's. Check, then collect."),
    "lot_prize_paid": _(
        "The prize of lot %(lot)s has been paid to %(buyer)s. Take it back first, then sell the lot."
    ),
    "lot_prize_resold": _(
        "Lot %(lot)s has been sold to %(buyer)s since. Put it back up for auction first, then void the "
        "receipt."
    ),
    "lot_bought_back": _("Half of lot %(lot)s has been bought back already."),
    "lot_empty": _("Lot %(lot)s contains no players."),
    "lot_not_sold": _("Lot %(lot)s has not been sold."),
    "lot_of_its_player": _("%(player)s has bought lot %(lot)s alone: there is no half to buy back."),
    "lot_sold": _("Lot %(lot)s was sold to %(buyer)s. Put it back up for auction first."),
    "lot_twice": _("Entry %(entry)s is in two lots."),
    "lot_unknown": _("Lot %(lot)s does not exist."),
    "lots_missing": _("Enter at least one lot."),
    "lots_sold": _("A lot has already been sold: the lots can no longer change."),
    "money_off": _("%(name)s has no fees. Turn on fees first."),
    "no_fees_yet": _("Set the entry fee first (it may be 0)."),
    "no_prize": _("This prize no longer exists."),
    "nothing_owed": _("%(player)s owes nothing here. The payment may already have been recorded."),
    "own_drawer_only": _("Only a director can count another person's cash drawer."),
    "packet_stays": _("Lot %(lot)s has several players: no player can buy back half of it."),
    "parts_unreadable": _("“%(text)s” is not a share. Enter numbers like 50 30 20."),
    "payment_refunded_since": _(
        "This payment was refunded to %(payer)s by receipt %(number)s. Void that one first."
    ),
    "paid_in_the_future": _("The day of payment is in the future: %(day)s. Nothing was taken."),
    "pays_too_much": _("%(player)s owes only %(owes)s. Nothing was taken."),
    "pays_too_much_in_time": _(
        "On %(day)s the late fee was not yet due: %(player)s owes only %(owes)s then. Nothing was taken."
    ),
    "percent_impossible": _("The payout must be between 0 and 100%%."),
    "player_unknown": _("%(player)s has no payment account in this event."),
    "nothing_to_keep": _(
        "%(player)s has not withdrawn, or has paid nothing that could be kept. The page shows how it is now."
    ),
    "plays_no_more": _("%(player)s is not entered in this event."),
    "pool_event_over": _("%(event)s is over: nobody can join %(pool)s any more."),
    "pool_closed": _("%(pool)s is closed to new players."),
    "pool_unknown": _("Pool not found."),
    "prize_changed": _(
        "The prize of %(player)s has changed: %(owed)s is due. Nothing was paid: check and pay again."
    ),
    "prize_paid": _("The prize of %(player)s has already been paid (%(paid)s). Nothing more is due."),
    "prizes_missing": _("No place would be paid. Choose or enter a payout table."),
    "prizes_rise": _(
        "Place %(place)s would be paid more than the place above it. Lower this prize or raise the one above."
    ),
    "prizes_too_many": _(
        "A payout table covers at most %(most)s places of a flight, with reasonable amounts."
    ),
    "receipt_key_used": _(
        "This page is out of date: receipt %(number)s has already been issued from it. Refresh the page."
    ),
    "receipt_unknown": _("Receipt %(number)s does not exist in this event."),
    "refund_too_much": _("%(player)s can be refunded at most %(most)s. Nothing was paid."),
    "sharing_unknown": _("There is no sharing method called %(sharing)s."),
    "take_back_stays": _(
        "Receipt %(number)s voids another receipt and cannot be voided itself. Write a new one."
    ),
    "taken_back_already": _("Receipt %(number)s has already been voided."),
    "template_unfit": _("This payout table pays flights that the event does not have. Choose another one."),
    "template_unknown": _("Payout table “%(template)s” does not exist."),
    "user_unknown": _("There is no user “%(name)s” on this site."),
}

TEMPLATE_NAMES: dict[str, str | Promise] = {
    "doubling": _("By field size, each round worth double"),
    "winner": _("Winner takes all"),
    "two_one": _("2 : 1"),
    "four_two_one": _("4 : 2 : 1 : 1"),
    "five_three_two": _("5 : 3 : 2"),
    "three_two_one": _("3 : 2 : 1"),
    "columbus": _("Main 40, 25; consolation 25, 10"),
    "columbus_old": _("Main 50, 30; consolation 20"),
    "tourneygeek": _("Main 45, 22; consolation 22, 11"),
    "tenths": _("Main 40, 20; consolation 20, 10; last chance 10"),
    "twelfths": _(
        "Twelfths: main 4 : 2 : 1 : 1, consolation 2 : 1, last chance 1 (up to 16 entries: main 50, 25, "
        "consolation 25)"
    ),
}
SHARING_NAMES: dict[str, str | Promise] = {
    PLACE: _("by place; only unbroken ties are shared"),
    EQUAL: _("equal record, equal share"),
    HORT: _("Hort system: half by place, half equally among equal records"),
}


def describe_template(template: str, flights_left_out: Sequence[str]) -> str:
    """Return the name of a published table, with the flights of the event for which it has no prize."""
    if not flights_left_out:
        return str(TEMPLATE_NAMES[template])
    return gettext("%(table)s (no prize for: %(flights)s)") % {
        "table": TEMPLATE_NAMES[template],
        "flights": ", ".join(map(flight_name, flights_left_out)),
    }


def describe_unpaid_flights(flights: Sequence[str]) -> str:
    """Return the warning that these flights of the event have no prize; "" without any."""
    names = ", ".join(map(flight_name, flights))
    return gettext("No prize for: %(flights)s.") % {"flights": names} if names else ""


def explain_share(share: PrizeShare, currency: str) -> list[str]:
    """Return sentences that explain the amount of a share."""
    sentences = [_explain_place(share, currency)]
    if (share.level, share.common) != (share.tied, share.parts):
        sentences.append(
            gettext(
                "%(level)s players with equal records would share %(common)s of %(whole)s parts "
                "equally; by the Hort method it is the mean of both: %(exact)s."
            )
            % {**_share_context(share, currency)}
        )
    if share.amount != share.exact:
        # More than half a coin above the exact amount is no rounding: it is of what rounding left over.
        is_raised = share.amount - share.exact > Fraction(1, 2)
        text = gettext("With what rounding left over: %(amount)s.")
        text = text if is_raised else gettext("Rounded to %(amount)s.")
        sentences.append(text % {"amount": format_money(share.amount, currency)})
    return sentences


def _explain_place(share: PrizeShare, currency: str) -> str:
    text = ngettext(
        "%(parts)s of %(whole)s parts of %(pot)s: %(own)s.",
        "%(tied)s players share %(parts)s of %(whole)s parts of %(pot)s: %(own)s each.",
        share.tied,
    )
    return text % _share_context(share, currency)


def _share_context(share: PrizeShare, currency: str) -> dict[str, object]:
    own_amount = Fraction(share.pot * share.parts, share.whole * share.tied)
    return {
        "parts": share.parts,
        "whole": share.whole,
        "common": share.common,
        "tied": share.tied,
        "level": share.level,
        "pot": format_money(share.pot, currency),
        "own": format_exactly(own_amount, currency)
        if own_amount.denominator > 1
        else format_money(int(own_amount), currency),
        "exact": format_exactly(share.exact, currency),
    }


# Stored reasons of an individual fee, by code.
USUAL_FEE, EXEMPT, WAIVED = "usual_fee", "exempt_from_fee", "waived_after_withdrawal"
FEE_REASONS: dict[str, str | Promise] = {
    USUAL_FEE: _("Usual fee"),
    EXEMPT: _("Exempt"),
    WAIVED: _("Waived after the withdrawal"),
}
# Stored notes of receipts that a list of entries brings, by code.
LISTED_AS_PAID, ENTRY_LIST_WITHDRAWN = "listed_as_paid", "entry_list_withdrawn"
RECEIPT_NOTES: dict[str, str | Promise] = {
    LISTED_AS_PAID: _("Marked as paid in a list of entries"),
    ENTRY_LIST_WITHDRAWN: _("The list of entries was withdrawn."),
}


def get_fund_name(terms: FundTerms) -> str:
    """Return the name of a fund: its own, or that of its kind."""
    return terms.name or str(FundKind(terms.kind).label)


def describe_share_places(share: PrizeShare) -> str:
    """Return flight and places of a share: "Consolation, 3rd–4th"."""
    where = describe_places((share.first, share.last))
    is_of_event = share.flight == MAIN and not share.is_of_one_field
    return where if is_of_event else f"{flight_name(share.flight)}, {where}"


def describe_receipt_line(line: ReceiptLine, terms: FundTerms | None, shares: Iterable[PrizeShare]) -> str:
    """Return what a line of a receipt is for: "Entry fee", "Prize, 1st" or "Super: refund".

    `shares` are those of a prize.
    """
    is_entry_fee = terms is not None and terms.kind == FundKind.ENTRY.value
    if line.kind == ReceiptLineKind.PAYMENT.value:
        return gettext("Entry fee") if is_entry_fee or terms is None else get_fund_name(terms)
    text = str(ReceiptLineKind(line.kind).label)
    if line.kind == ReceiptLineKind.REFUND.value and is_entry_fee:
        text = gettext("Refund of the entry fee")
    places = "; ".join(map(describe_share_places, shares))
    if places:
        text = gettext("Prize, %(places)s") % {"places": places}
    return text if is_entry_fee or terms is None else f"{get_fund_name(terms)}: {text}"


Facts = Mapping[str, Any]
EntryFormatter = Callable[[Facts, str], str]


def describe_entry(what: str, facts: Facts, currency: str) -> str:
    """Return the text of a ledger entry; `what` and `facts` are those of `ledger.LedgerEntry`."""
    return ENTRY_FORMATTERS[what](facts, currency)


def _receipt(facts: Facts, currency: str) -> str:
    receipt = facts["receipt"]
    params = {
        "number": receipt.number,
        "name": facts["name"],
        "amount": format_money(abs(facts["total"]), currency),
        "other": receipt.reverses.number if receipt.reverses else "",
    }
    if receipt.reverses:
        return gettext("Receipt %(number)s voids receipt %(other)s of %(name)s.") % params
    kinds = {line.kind for line in receipt.lines.all()}
    if kinds == {ReceiptLineKind.RETURN.value}:
        return gettext("Receipt %(number)s: prize of %(amount)s returned by %(name)s.") % params
    if kinds == {ReceiptLineKind.REFUND.value}:
        return gettext("Receipt %(number)s: %(amount)s refunded to %(name)s.") % params
    if facts["total"] < 0:
        return gettext("Receipt %(number)s: %(amount)s paid to %(name)s.") % params
    if receipt.paid_on is not None:
        params["day"] = date_format(receipt.paid_on, "j F Y")
        return gettext("Receipt %(number)s: %(amount)s received from %(name)s, paid on %(day)s.") % params
    return gettext("Receipt %(number)s: %(amount)s received from %(name)s.") % params


def _terms(facts: Facts, currency: str) -> str:
    terms = facts["terms"]
    params = {
        "fund": terms.name or terms.get_kind_display(),
        "number": terms.seq,
        "fee": format_money(terms.fee + terms.registration, currency),
        "returned": terms.returned,
    }
    if terms.registration:
        params["retained"] = format_money(terms.registration, currency)
        text = gettext(
            "Terms %(number)s for %(fund)s: fee %(fee)s, of which %(retained)s is retained and "
            "%(returned)s%% of the rest goes into the prizes."
        )
        return text % params
    text = gettext(
        "Terms %(number)s for %(fund)s: fee %(fee)s, of which %(returned)s%% goes into the prizes."
    )
    return text % params


def _joined(facts: Facts, currency: str) -> str:
    return gettext("%(name)s joins pool %(fund)s.") % _charge_context(facts)


def _left(facts: Facts, currency: str) -> str:
    return gettext("%(name)s leaves pool %(fund)s.") % _charge_context(facts)


def _describe_own_fee(facts: Facts, currency: str) -> str:
    amount = format_money(facts["charge"].amount, currency)
    params = {
        **_charge_context(facts),
        "amount": amount,
        "note": describe_stored_reason(facts["charge"].note),
    }
    if params["note"]:
        return gettext("Individual fee of %(name)s: %(amount)s (%(note)s)") % params
    return gettext("Individual fee of %(name)s: %(amount)s.") % params


def _describe_waived_fee(facts: Facts, currency: str) -> str:
    return gettext("%(name)s has withdrawn: the rest of the fee is waived.") % _charge_context(facts)


def _describe_retained_payment(facts: Facts, currency: str) -> str:
    amount = format_money(facts["charge"].amount, currency)
    params = {**_charge_context(facts), "amount": amount}
    return gettext("%(amount)s of %(name)s, who has withdrawn, is kept.") % params


def _describe_late_fee(facts: Facts, currency: str) -> str:
    if not facts["charge"].amount:
        return gettext("%(name)s has no late fee recorded any more.") % _charge_context(facts)
    amount = format_money(facts["charge"].amount, currency)
    return gettext("Late fee of %(name)s: %(amount)s.") % {**_charge_context(facts), "amount": amount}


def _describe_usual_fee(facts: Facts, currency: str) -> str:
    return gettext("%(name)s pays the usual fee again.") % _charge_context(facts)


def _charge_context(facts: Facts) -> dict[str, Any]:
    return {"name": facts["charge"].player.desk_name, "fund": facts["fund"]}


def _sold(facts: Facts, currency: str) -> str:
    return gettext("Lot %(lot)s sold to %(buyer)s for %(price)s.") % _sale_context(facts, currency)


def _bought_back(facts: Facts, currency: str) -> str:
    return gettext("%(player)s buys back half of lot %(lot)s from %(buyer)s.") % {
        **_sale_context(facts, currency),
        "player": facts["player"],
    }


def _put_up(facts: Facts, currency: str) -> str:
    return gettext("Lot %(lot)s put back up for auction.") % _sale_context(facts, currency)


def _sale_context(facts: Facts, currency: str) -> dict[str, Any]:
    sale = facts["sale"]
    return {"lot": sale.lot.number, "buyer": sale.buyer, "price": format_money(sale.price, currency)}


def _opened(facts: Facts, currency: str) -> str:
    return gettext("Cash desk opened in %(currency)s.") % {"currency": currency}


def _float(facts: Facts, currency: str) -> str:
    return gettext("%(operator)s starts with %(amount)s.") % _count_context(facts, currency)


def _counted(facts: Facts, currency: str) -> str:
    return gettext("%(operator)s counted %(amount)s.") % _count_context(facts, currency)


def _count_context(facts: Facts, currency: str) -> dict[str, Any]:
    count = facts["count"]
    return {"operator": count.operator.get_username(), "amount": format_money(count.amount, currency)}


def _given(facts: Facts, currency: str) -> str:
    return gettext("%(name)s can take and make payments.") % {"name": facts["user"].get_username()}


def _ended(facts: Facts, currency: str) -> str:
    return gettext("%(name)s can no longer take and make payments.") % {"name": facts["user"].get_username()}


ENTRY_FORMATTERS: Mapping[str, EntryFormatter] = {
    "receipt": _receipt,
    "terms": _terms,
    "joined": _joined,
    "left": _left,
    "own_fee": _describe_own_fee,
    "retained": _describe_retained_payment,
    "late_fee": _describe_late_fee,
    "usual_fee": _describe_usual_fee,
    "waived": _describe_waived_fee,
    "sold": _sold,
    "bought_back": _bought_back,
    "put_up": _put_up,
    "opened": _opened,
    "float": _float,
    "counted": _counted,
    "given": _given,
    "ended": _ended,
}
