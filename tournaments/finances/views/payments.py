"""Deeds of the money desk: fees taken and given back, pools, own fees, cash accounts, rights."""

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from matches.views import limits
from tournaments.finances.models import CashCountKind
from tournaments.finances.services import cash_counts as cash_accounts
from tournaments.finances.services import cash_desks, payments, pools, receipts
from tournaments.finances.views.outcomes import Said, hand_of, player_of, spoken, told
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.views.belonging import NAMES, TEN_MINUTES, told_of
from tournaments.views.doors import director


def take(request: HttpRequest, event: Event, said: Said) -> str:
    """Take what a player pays."""
    context = hand_of(request, said)
    done = payments.take_payment(event=event, player=player_of(said), amount=said["amount"], context=context)
    return told(event, done.number)


def everybody(request: HttpRequest, event: Event, said: Said) -> str:
    """Take from everybody all that is owed."""
    done = payments.take_all_payments(event=event, context=hand_of(request, said))
    return ngettext("%(count)s payment taken.", "%(count)s payments taken.", len(done)) % {"count": len(done)}


def refund(request: HttpRequest, event: Event, said: Said) -> str:
    """Give a player money back."""
    done = payments.refund_player(
        event=event,
        player=player_of(said),
        fund=said["fund"],
        amount=said["amount"],
        context=hand_of(request, said),
    )
    return told(event, done.number)


def join(request: HttpRequest, event: Event, said: Said) -> str:
    """Enter a player in a pool."""
    player = player_of(said)
    key = said["key"] or new_key()
    pools.join_pool(event=event, fund=said["fund"], player=player, by=director(request), key=key)
    return gettext("%(name)s is in the pool.") % {"name": player}


def leave(request: HttpRequest, event: Event, said: Said) -> str:
    """Take a player out of a pool."""
    player = player_of(said)
    key = said["key"] or new_key()
    pools.leave_pool(event=event, fund=said["fund"], player=player, by=director(request), key=key)
    return gettext("%(name)s is out of the pool.") % {"name": player}


def own_fee(request: HttpRequest, event: Event, said: Said) -> str:
    """Let a player pay another fee."""
    player = player_of(said)
    pools.set_own_fee(
        event=event,
        player=player,
        amount=said["amount"],
        note=said["note"],
        by=director(request),
        key=said["key"] or new_key(),
    )
    return gettext("%(name)s pays %(amount)s.") % {"name": player, "amount": spoken(event, said["amount"])}


def take_back(request: HttpRequest, event: Event, said: Said) -> str:
    """Undo a receipt by one of its own."""
    key = said["key"] or new_key()
    done = receipts.reverse_receipt(
        event=event, number=said["number"], note=said["note"], by=director(request), key=key
    )
    facts = {"number": said["number"], "new": done.number}
    return gettext("Receipt %(number)s is taken back by receipt %(new)s.") % facts


def count(request: HttpRequest, event: Event, said: Said) -> str:
    """Write down the cash of a cash account."""
    cash_accounts.record_count(
        event=event,
        operator=said["operator"],
        kind=CashCountKind(said["kind"]),
        amount=said["amount"],
        note=said["note"],
        by=director(request),
        key=said["key"] or new_key(),
    )
    return gettext("Written down: %(amount)s.") % {"amount": spoken(event, said["amount"])}


def give_right(request: HttpRequest, event: Event, said: Said) -> str:
    """Offer the right to take and pay money."""
    by = director(request)
    limits.knock("user-name", f"user {by.pk}", most=NAMES, seconds=TEN_MINUTES)
    return told_of(cash_desks.offer_cashier(tournament=event.tournament, username=said["username"], by=by))


def end_right(request: HttpRequest, event: Event, said: Said) -> str:
    """Take that right back."""
    name = said["username"].strip()
    cash_desks.dismiss_cashier(tournament=event.tournament, username=name, by=director(request))
    return gettext("%(name)s takes and pays money no more.") % {"name": name}
