"""The debts of people for the events of a tournament, and what a change of fees means for them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.utils.translation import gettext, ngettext

from tournaments import registry
from tournaments.messages.money import format_fee
from tournaments.models import Event, Tournament
from tournaments.registry import FeeDebt

# How many people a sentence names.
MOST_NAMES = 12
# What a change means for somebody.
MORE_TO_PAY, LESS_TO_PAY, MORE_TO_GET_BACK, LESS_TO_GET_BACK = "more", "less", "more_back", "less_back"

Debts = Mapping[Event, Mapping[str, FeeDebt]]


def list_fee_debts(events: Sequence[Event]) -> Debts:
    """Return the debts of people for these events, by event and by the key of the person."""
    return {
        event: {key: debt for debts in registry.fee_debts(event) for key, debt in debts.items()}
        for event in events
    }


def list_debts_of_tournament(tournament: Tournament) -> Debts:
    """Return the debts of people for the events of a tournament, as `list_fee_debts`."""
    return list_fee_debts(list(tournament.events.select_related("tournament__club").order_by("pk")))


def describe_changed_debts(before: Debts, after: Debts) -> list[str]:
    """Return for whom the debts have changed, a sentence for each event and amount.

    People who were not there before are left out. The event is named where there are several.
    """
    return [
        f"{event.name}: {sentence}" if len(after) > 1 else sentence
        for event, debts in after.items()
        for sentence in _describe_event(before.get(event, {}), debts, event.tournament.currency)
    ]


def _describe_event(before: Mapping[str, FeeDebt], after: Mapping[str, FeeDebt], currency: str) -> list[str]:
    names_by_change: defaultdict[tuple[str, Decimal], list[str]] = defaultdict(list)
    for key, debt in after.items():
        if key not in before:
            continue
        former, balance = before[key].balance, debt.balance
        change = (balance.fee - balance.paid) - (former.fee - former.paid)
        if change > 0:
            kind = MORE_TO_PAY if balance.due else LESS_TO_GET_BACK
            names_by_change[kind, change].append(debt.name)
        elif change < 0:
            kind = LESS_TO_PAY if former.due else MORE_TO_GET_BACK
            names_by_change[kind, -change].append(debt.name)
    return [
        _describe_change(kind, format_fee(amount, currency), names)
        for (kind, amount), names in names_by_change.items()
    ]


def _describe_change(kind: str, amount: str, names: Sequence[str]) -> str:
    count = len(names)
    if kind == MORE_TO_PAY:
        text = ngettext(
            "%(count)s person owes %(amount)s more now: %(names)s.",
            "%(count)s people owe %(amount)s more now: %(names)s.",
            count,
        )
    elif kind == LESS_TO_PAY:
        text = ngettext(
            "%(count)s person owes %(amount)s less now: %(names)s.",
            "%(count)s people owe %(amount)s less now: %(names)s.",
            count,
        )
    elif kind == MORE_TO_GET_BACK:
        text = ngettext(
            "%(count)s person has %(amount)s more to get back: %(names)s.",
            "%(count)s people have %(amount)s more to get back: %(names)s.",
            count,
        )
    else:
        text = ngettext(
            "%(count)s person has %(amount)s less to get back: %(names)s.",
            "%(count)s people have %(amount)s less to get back: %(names)s.",
            count,
        )
    hidden = [gettext("%(count)s more") % {"count": count - MOST_NAMES}] if count > MOST_NAMES else []
    return text % {"count": count, "amount": amount, "names": ", ".join([*names[:MOST_NAMES], *hidden])}
