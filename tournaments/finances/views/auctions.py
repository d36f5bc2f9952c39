"""Deeds with prizes and at the auction: paid, taken in again, lots made, sold, put up again, bought back."""

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from tournaments.finances.services import auctions, payments, payouts
from tournaments.finances.views.outcomes import Said, hand_of, spoken, told
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.views.doors import director


def pay(request: HttpRequest, event: Event, said: Said) -> str:
    """Pay a prize."""
    done = payouts.pay_prize(
        event=event,
        fund=said["fund"],
        whose=(said["player"], said["lot"]),
        amount=said["coins"],
        context=hand_of(request, said),
    )
    return told(event, done.number)


def take_in(request: HttpRequest, event: Event, said: Said) -> str:
    """Take a prize in again."""
    done = payouts.take_prize_back(
        event=event,
        fund=said["fund"],
        whose=(said["player"], said["lot"]),
        amount=said["coins"],
        context=hand_of(request, said),
    )
    return told(event, done.number)


def sell(request: HttpRequest, event: Event, said: Said) -> str:
    """Knock a lot down."""
    sale = auctions.sell_lot(
        event=event,
        fund=said["fund"],
        lot=said["lot"],
        buyer=said["buyer"],
        price=said["price"],
        by=director(request),
        key=said["key"] or new_key(),
    )
    facts = {"lot": said["lot"], "buyer": sale.buyer, "price": spoken(event, sale.price)}
    return gettext("Lot %(lot)s: %(buyer)s, %(price)s.") % facts


def put_up_again(request: HttpRequest, event: Event, said: Said) -> str:
    """Undo a sale."""
    key = said["key"] or new_key()
    auctions.undo_sale(event=event, fund=said["fund"], lot=said["lot"], by=director(request), key=key)
    return gettext("Lot %(lot)s is for sale again.") % {"lot": said["lot"]}


def buy_back(request: HttpRequest, event: Event, said: Said) -> str:
    """The player takes half of himself."""
    key = said["key"] or new_key()
    auctions.buy_back_half(event=event, fund=said["fund"], lot=said["lot"], by=director(request), key=key)
    return gettext("Lot %(lot)s: the player has half of himself.") % {"lot": said["lot"]}


def take_for_lot(request: HttpRequest, event: Event, said: Said) -> str:
    """The buyer of a lot pays."""
    context = hand_of(request, said)
    done = payments.take_lot_payment(event=event, fund=said["fund"], lot=said["lot"], context=context)
    return told(event, done.number)


def refund_lot(request: HttpRequest, event: Event, said: Said) -> str:
    """The buyer of a lot has money back."""
    context = hand_of(request, said)
    done = payments.refund_lot(event=event, fund=said["fund"], lot=said["lot"], context=context)
    return told(event, done.number)


def make_lots(request: HttpRequest, event: Event, said: Said) -> str:
    """Make the lots of an auction, one for each line."""
    made = auctions.make_lots(event=event, fund=said["fund"], lots=said["lots"], by=director(request))
    return ngettext("%(count)s lot is made.", "%(count)s lots are made.", len(made)) % {"count": len(made)}
