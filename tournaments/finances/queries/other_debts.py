"""Debts of the players of an event in the other events of its tournament."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matches.queries.people import get_persons
from tournaments.finances.queries import accounts
from tournaments.finances.queries.accounts import Account
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class OtherDebt:
    """An amount due in another event, in the smallest unit; `name` is that of the player or pair there."""

    event: Event
    name: str
    amount: int


def list_other_debts(event: Event, account_list: Iterable[Account]) -> Mapping[int, tuple[OtherDebt, ...]]:
    """Return the debts of the players of these accounts in other events, by the key of the player.

    One query, and those of `list_accounts` for each other event that is not cancelled.
    """
    others = event.tournament.events.filter(cancelled_at=None).exclude(pk=event.pk)
    debts_by_person: defaultdict[int, list[OtherDebt]] = defaultdict(list)
    for other_event in others.select_related("tournament__club").order_by("pk"):
        for account in accounts.list_accounts(other_event):
            for person in get_persons(account.player) if account.owes else ():
                debts_by_person[person.pk].append(
                    OtherDebt(other_event, account.player.desk_name, account.owes)
                )
    if not debts_by_person:
        return {}
    debts = {
        account.player.pk: tuple(
            dict.fromkeys(
                debt for person in get_persons(account.player) for debt in debts_by_person.get(person.pk, ())
            )
        )
        for account in account_list
    }
    return {player: amounts for player, amounts in debts.items() if amounts}
