"""Drawers are counted: what an operator begins with, and what is found at the end."""

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Count, CountKind, Event
from tournaments.permissions import may_direct, may_handle_money
from tournaments.prizes.currencies import MOST
from tournaments.services.money import tills


@transaction.atomic
def count(
    *, event: Event, operator: User, kind: CountKind, amount: int, note: str, by: User, key: str
) -> Count:
    """Write down the cash of a drawer. The same count under the same key is written once.

    Everybody counts his own drawer, who directs any. Refuses `cashiers_only`, `own_drawer_only`, `money_off`,
    `amount_impossible`.
    """
    till = tills.lock_for(event, by)
    told = till.counts.filter(key__startswith=key).last()
    if told is not None and (told.operator_id, told.kind, told.amount) == (operator.pk, kind, amount):
        return told
    if operator.pk != by.pk and not may_direct(by, event):
        raise Refusal("own_drawer_only")
    if not may_handle_money(operator, event.tournament) and not till.receipts.filter(by=operator).exists():
        raise Refusal("cashiers_only", name=event.tournament.name)
    if not 0 <= amount <= MOST:
        raise Refusal("amount_impossible")
    return Count.objects.create(
        till=till,
        operator=operator,
        kind=kind,
        amount=amount,
        note=note.strip(),
        by=by,
        key=key if told is None else f"{key}-{till.counts.count() + 1}",
    )
