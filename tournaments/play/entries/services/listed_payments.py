"""Prices and payments that lines of a list name, passed on to the app that holds the money."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db import transaction

from matches.models import Player, User
from tournaments.models import Event, JournalEntry
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.name_lists.listed_payments import ListedPayment
from tournaments.permissions import must_direct
from tournaments.signals import entry_list_leaving, entry_list_paid


class PaymentsToRecord(NamedTuple):
    """How the payments that a list marks were made, "" if they are not recorded, and the sum that was seen.

    A line that names a way was paid by that one.

    The sum is in the smallest coins; None if it is not compared. `paid_on` is the day of the payments of
    which the line names none; None is today. It decides whether a late fee is due.
    """

    method: str = ""
    total: int | None = None
    paid_on: date | None = None


NOT_RECORDED = PaymentsToRecord()


@transaction.atomic
def announce_payments(
    *,
    event: Event,
    lines: Sequence[MatchedLine],
    players: Sequence[Player],
    recorded: PaymentsToRecord,
    by: User,
    key: str,
) -> None:
    """Announce what these lines, of these players, say of prices and payments; nothing if none does."""
    must_direct(by, event)
    payments = [
        ListedPayment(
            line.number,
            player.pk,
            line.about.price,
            line.about.paid,
            line.about.paid_by,
            line.about.paid_on or recorded.paid_on,
        )
        for line, player in zip(lines, players, strict=True)
        if line.about.price or line.about.paid
    ]
    if payments or recorded.total:
        entry_list_paid.send(sender=Event, event=event, payments=payments, recorded=recorded, by=by, key=key)


@transaction.atomic
def take_back_payments(*, event: Event, number: int, by: User) -> None:
    """Announce that the list entered by line `number` of the journal leaves, with what was paid by it."""
    must_direct(by, event)
    key = JournalEntry.objects.values_list("key", flat=True).get(event=event, seq=number)
    entry_list_leaving.send(sender=Event, event=event, key=key, by=by)
