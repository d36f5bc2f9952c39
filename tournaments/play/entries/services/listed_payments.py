"""Prices and payments that lines of a list name, passed on to the app that holds the money."""

from collections.abc import Sequence

from django.db import transaction

from matches.models import Player, User
from tournaments.models import Event, JournalEntry
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.name_lists.listed_payments import ListedPayment
from tournaments.permissions import must_direct
from tournaments.signals import entry_list_leaving, entry_list_paid


@transaction.atomic
def announce_payments(
    *,
    event: Event,
    lines: Sequence[MatchedLine],
    players: Sequence[Player],
    method: str,
    expected: int | None,
    by: User,
    key: str,
) -> None:
    """Announce what these lines, of these players, say of prices and payments; nothing if none does.

    `method` is how the payments marked were made, "" if they are not recorded. `expected` is the sum that was
    seen, in the smallest coins.
    """
    must_direct(by, event)
    payments = [
        ListedPayment(line.number, player.pk, line.about.price, line.about.paid)
        for line, player in zip(lines, players, strict=True)
        if line.about.price or line.about.paid
    ]
    if payments:
        entry_list_paid.send(
            sender=Event, event=event, payments=payments, method=method, expected=expected, by=by, key=key
        )


@transaction.atomic
def take_back_payments(*, event: Event, number: int, by: User) -> None:
    """Announce that the list entered by line `number` of the journal leaves, with what was paid by it."""
    must_direct(by, event)
    key = JournalEntry.objects.values_list("key", flat=True).get(event=event, seq=number)
    entry_list_leaving.send(sender=Event, event=event, key=key, by=by)
