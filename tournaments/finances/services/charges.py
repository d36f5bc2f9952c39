"""Charges of players: what is added to the dues of one player, or taken from them."""

from matches.actors import require_actor
from matches.models import Player, User
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.services import cash_desks
from tournaments.models import Event


def write_charge(
    *,
    event: Event,
    fund: int,
    player: Player,
    kind: ChargeKind,
    by: User,
    key: str,
    amount: int = 0,
    note: str = "",
) -> Charge:
    """Write a charge of a player and notify the pages.

    For services that have checked the permission of `by` and hold the lock of the cash desk.
    """
    require_actor(by)
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
