"""The service that pays a prize and collects from it what is due from the recipient."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext

from matches.models import Player
from rules.errors import Refusal
from tournaments.finances.models import Receipt
from tournaments.finances.queries import prizes
from tournaments.finances.queries.prizes import RecipientKey
from tournaments.finances.services import cash_desks
from tournaments.finances.services.payments import PaymentContext, find_receipt, pay_prize, take_payment
from tournaments.models import Event


@transaction.atomic
def pay_prize_and_collect_dues(
    *, event: Event, fund: int, recipient: RecipientKey, amount: int, dues: int, context: PaymentContext
) -> Receipt:
    """Collect what is due from a recipient, then pay the whole prize, by one method; return its receipt.

    `amount` and `dues` are those displayed on the page; no more dues are collected than the prize is. Each
    is a receipt of its own, which can be voided. The prize is larger where the pot grows by what is
    collected. Idempotent by key. Refuses as `take_payment` and `pay_prize`.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        line = earlier.lines.filter(player=recipient[0], lot=recipient[1]).first()
        amount = abs(line.amount) if line is not None else amount
    elif _get_claimed_amount(event, fund, recipient) == amount:
        player = Player.objects.filter(pk=recipient[0] or 0).first()
        if player is None:
            raise Refusal("no_prize")
        note = context.note or gettext("set off against the prize")
        taking = replace(context, key=f"{context.key}-dues", note=note)
        take_payment(event=event, player=player, amount=min(dues, amount), context=taking)
        amount = _get_claimed_amount(event, fund, recipient)
    return pay_prize(event=event, fund=fund, recipient=recipient, amount=amount, context=context)


def _get_claimed_amount(event: Event, fund: int, recipient: RecipientKey) -> int:
    for sheet in prizes.list_prizes(event):
        for claim in sheet.claims:
            if sheet.terms.fund == fund and claim.recipient == recipient:
                return claim.owed
    raise Refusal("no_prize")
