"""Side pools: players are entered in one, and taken out of it."""

from django.db import transaction

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.models import Charge, ChargeKind, FundKind, FundTerms
from tournaments.finances.queries import accounts
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.services import cash_desks
from tournaments.finances.services.charges import write_charge
from tournaments.models import Event, EventStatus


@transaction.atomic
def join_pool(*, event: Event, fund: int, player: Player, by: User, key: str) -> Charge | None:
    """Enter a player in a pool; its fee becomes due. Return None if already entered.

    Refuses `cashiers_only`, `money_off`, `pool_unknown`, `pool_closed`, `plays_no_more`, and
    `pool_event_over` once the event has finished: who won it is known then.
    """
    cash_desks.lock_for_payment(event, by)
    terms = _get_pool_terms(event, fund)
    account = accounts.get_account(event, player.pk)
    if account is None or not account.is_playing:
        raise Refusal("plays_no_more", player=player.name)
    if _is_in(account, fund):
        return None
    if Event.objects.get(pk=event.pk).status == EventStatus.FINISHED:
        raise Refusal("pool_event_over", event=event.name, pool=terms.name)
    if not terms.is_open:
        raise Refusal("pool_closed", pool=terms.name)
    return write_charge(event=event, fund=fund, player=player, kind=ChargeKind.JOINED, by=by, key=key)


@transaction.atomic
def leave_pool(*, event: Event, fund: int, player: Player, by: User, key: str) -> Charge | None:
    """Take a player out of a pool; a payment becomes refundable. Return None if not entered.

    Refuses `cashiers_only`, `money_off`, `pool_unknown`, `player_unknown`.
    """
    cash_desks.lock_for_payment(event, by)
    _get_pool_terms(event, fund)
    account = accounts.get_account(event, player.pk)
    if account is None:
        raise Refusal("player_unknown", player=player.name)
    if not _is_in(account, fund):
        return None
    return write_charge(event=event, fund=fund, player=player, kind=ChargeKind.LEFT, by=by, key=key)


def _get_pool_terms(event: Event, fund: int) -> FundTerms:
    terms = get_terms(event).get(fund)
    if terms is None or terms.kind != FundKind.POOL.value:
        raise Refusal("pool_unknown", pool=fund)
    return terms


def _is_in(account: accounts.Account, fund: int) -> bool:
    return any(due.is_in for due in account.dues if due.terms.fund == fund)
