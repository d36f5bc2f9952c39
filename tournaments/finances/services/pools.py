"""Players join side pools and leave them; a player's own fee is set."""

from django.db import transaction

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.models import Charge, ChargeKind, FundKind, FundTerms
from tournaments.finances.prizes.currencies import MOST
from tournaments.finances.queries import accounts
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.services import cash_desks
from tournaments.models import Event
from tournaments.permissions import must_direct


@transaction.atomic
def join_pool(*, event: Event, fund: int, player: Player, by: User, key: str) -> Charge | None:
    """Enter a player in a pool; he owes its fee. None when he is in it already.

    Refuses `cashiers_only`, `money_off`, `pool_unknown`, `pool_closed`, `plays_no_more`.
    """
    cash_desks.lock_for_payment(event, by)
    terms = _pool(event, fund)
    account = accounts.get_account(event, player.pk)
    if account is None or not account.is_playing:
        raise Refusal("plays_no_more", player=player.name)
    if _is_in(account, fund):
        return None
    if not terms.is_open:
        raise Refusal("pool_closed", pool=terms.name)
    return _charge(event, fund, player, ChargeKind.JOINED, 0, "", by, key)


@transaction.atomic
def leave_pool(*, event: Event, fund: int, player: Player, by: User, key: str) -> Charge | None:
    """Take a player out of a pool; what he has paid is owed back. None when he is not in it.

    Refuses `cashiers_only`, `money_off`, `pool_unknown`, `player_unknown`.
    """
    cash_desks.lock_for_payment(event, by)
    _pool(event, fund)
    account = accounts.get_account(event, player.pk)
    if account is None:
        raise Refusal("player_unknown", player=player.name)
    if not _is_in(account, fund):
        return None
    return _charge(event, fund, player, ChargeKind.LEFT, 0, "", by, key)


@transaction.atomic
def set_own_fee(*, event: Event, player: Player, amount: int, note: str, by: User, key: str) -> Charge | None:
    """What this player pays in all instead of fee and registration; None when he pays that already.

    Refuses `directors_only`, `money_off`, `plays_no_more`, `amount_impossible`.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    account = accounts.get_account(event, player.pk)
    if account is None or not account.is_playing:
        raise Refusal("plays_no_more", player=player.name)
    if not 0 <= amount <= MOST:
        raise Refusal("amount_impossible")
    difference = amount - account.dues[0].payer.due
    if not difference:
        return None
    return _charge(event, FEES, player, ChargeKind.LOWERED, difference, note, by, key)


def _pool(event: Event, fund: int) -> FundTerms:
    terms = get_terms(event).get(fund)
    if terms is None or terms.kind != FundKind.POOL.value:
        raise Refusal("pool_unknown", pool=fund)
    return terms


def _is_in(account: accounts.Account, fund: int) -> bool:
    return any(due.is_in for due in account.dues if due.terms.fund == fund)


def _charge(
    event: Event, fund: int, player: Player, kind: ChargeKind, amount: int, note: str, by: User, key: str
) -> Charge:
    seq = Charge.objects.filter(event=event, fund=fund, player=player).count() + 1
    cash_desks.notify_pages(event)
    return Charge.objects.create(
        event=event,
        fund=fund,
        player=player,
        seq=seq,
        kind=kind,
        amount=amount,
        note=note.strip(),
        by=by,
        key=f"{key}-{seq}",
    )
