"""What deeds with money share: who acts, on whom, and what is said when it is done."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from matches.models import Player
from tournaments.finances.messages import format_money
from tournaments.finances.queries import ledger
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.finances.services.receipts import PaymentContext
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.views.doors import director

Said = Mapping[str, Any]


def hand_of(request: HttpRequest, said: Said) -> PaymentContext:
    """Who writes the receipt, how the money goes and under which key."""
    return PaymentContext(director(request), said["method"], said["key"] or new_key(), said.get("note", ""))


def player_of(said: Said) -> Player:
    """The player meant, or 404."""
    return get_object_or_404(Player, code=said["player"])


def spoken(event: Event, amount: int) -> str:
    """An amount in the reader's way of writing."""
    cash_desk = get_cash_desk(event.tournament)
    return format_money(amount, cash_desk.currency) if cash_desk else ""


def told(event: Event, number: int) -> str:
    """What a receipt says in one line."""
    receipt = ledger.get_receipt(event, number)
    if receipt is None:
        raise Http404
    facts = {
        "number": receipt.number,
        "name": ledger.name_on_receipt(receipt),
        "amount": spoken(event, abs(ledger.total_of(receipt))),
    }
    if ledger.total_of(receipt) < 0:
        return gettext("Paid out: %(amount)s to %(name)s, receipt %(number)s.") % facts
    return gettext("Taken: %(amount)s from %(name)s, receipt %(number)s.") % facts
