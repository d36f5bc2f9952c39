"""The debts of people for the events of a tournament, and what a change of fees means for them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import ngettext_lazy

from matches.names import PAIR_SEPARATOR
from tournaments import registry
from tournaments.messages.long_lists import fill_sentence, join_sentences, list_names
from tournaments.messages.money import format_fee
from tournaments.models import Event, Takes, Tournament
from tournaments.registry import FeeDebt

# What a change means for somebody.
MORE_TO_PAY, LESS_TO_PAY, MORE_TO_GET_BACK, LESS_TO_GET_BACK = "more", "less", "more_back", "less_back"

# By what a change means, and whom the event takes.
SENTENCES: dict[tuple[str, str], Any] = {
    (MORE_TO_PAY, Takes.PLAYERS.value): ngettext_lazy(
        "%(count)s person owes %(amount)s more now: %(names)s.",
        "%(count)s people owe %(amount)s more now: %(names)s.",
        "count",
    ),
    (LESS_TO_PAY, Takes.PLAYERS.value): ngettext_lazy(
        "%(count)s person owes %(amount)s less now: %(names)s.",
        "%(count)s people owe %(amount)s less now: %(names)s.",
        "count",
    ),
    (MORE_TO_GET_BACK, Takes.PLAYERS.value): ngettext_lazy(
        "%(count)s person has %(amount)s more to get back: %(names)s.",
        "%(count)s people have %(amount)s more to get back: %(names)s.",
        "count",
    ),
    (LESS_TO_GET_BACK, Takes.PLAYERS.value): ngettext_lazy(
        "%(count)s person has %(amount)s less to get back: %(names)s.",
        "%(count)s people have %(amount)s less to get back: %(names)s.",
        "count",
    ),
    (MORE_TO_PAY, Takes.PAIRS.value): ngettext_lazy(
        "%(count)s pair owes %(amount)s more now: %(names)s.",
        "%(count)s pairs owe %(amount)s more now: %(names)s.",
        "count",
    ),
    (LESS_TO_PAY, Takes.PAIRS.value): ngettext_lazy(
        "%(count)s pair owes %(amount)s less now: %(names)s.",
        "%(count)s pairs owe %(amount)s less now: %(names)s.",
        "count",
    ),
    (MORE_TO_GET_BACK, Takes.PAIRS.value): ngettext_lazy(
        "%(count)s pair has %(amount)s more to get back: %(names)s.",
        "%(count)s pairs have %(amount)s more to get back: %(names)s.",
        "count",
    ),
    (LESS_TO_GET_BACK, Takes.PAIRS.value): ngettext_lazy(
        "%(count)s pair has %(amount)s less to get back: %(names)s.",
        "%(count)s pairs have %(amount)s less to get back: %(names)s.",
        "count",
    ),
    (MORE_TO_PAY, Takes.TEAMS.value): ngettext_lazy(
        "%(count)s team owes %(amount)s more now: %(names)s.",
        "%(count)s teams owe %(amount)s more now: %(names)s.",
        "count",
    ),
    (LESS_TO_PAY, Takes.TEAMS.value): ngettext_lazy(
        "%(count)s team owes %(amount)s less now: %(names)s.",
        "%(count)s teams owe %(amount)s less now: %(names)s.",
        "count",
    ),
    (MORE_TO_GET_BACK, Takes.TEAMS.value): ngettext_lazy(
        "%(count)s team has %(amount)s more to get back: %(names)s.",
        "%(count)s teams have %(amount)s more to get back: %(names)s.",
        "count",
    ),
    (LESS_TO_GET_BACK, Takes.TEAMS.value): ngettext_lazy(
        "%(count)s team has %(amount)s less to get back: %(names)s.",
        "%(count)s teams have %(amount)s less to get back: %(names)s.",
        "count",
    ),
}

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

    People who were not there before are left out. The event is named where there are several. Sentences with
    many names are HTML.
    """
    return [
        join_sentences([f"{event.name}:", sentence]) if len(after) > 1 else sentence
        for event, debts in after.items()
        for sentence in _describe_event(before.get(event, {}), debts, event)
    ]


def _describe_event(before: Mapping[str, FeeDebt], after: Mapping[str, FeeDebt], event: Event) -> list[str]:
    names_by_change: defaultdict[tuple[str, str, Decimal], list[str]] = defaultdict(list)
    for key, debt in after.items():
        if key not in before:
            continue
        former, balance, takes = before[key].balance, debt.balance, _find_takes(event, debt.name)
        change = (balance.fee - balance.paid) - (former.fee - former.paid)
        if change > 0:
            kind = MORE_TO_PAY if balance.due else LESS_TO_GET_BACK
            names_by_change[kind, takes, change].append(debt.name)
        elif change < 0:
            kind = LESS_TO_PAY if former.due else MORE_TO_GET_BACK
            names_by_change[kind, takes, -change].append(debt.name)
    currency = event.tournament.currency
    return [
        _describe_change(SENTENCES[kind, takes], format_fee(amount, currency), names)
        for (kind, takes, amount), names in names_by_change.items()
    ]


def _find_takes(event: Event, name: str) -> str:
    """Return whether a name of an event is that of a team, a pair or a player."""
    if event.takes == Takes.TEAMS:
        return Takes.TEAMS.value
    return Takes.PAIRS.value if PAIR_SEPARATOR in name else Takes.PLAYERS.value


def _describe_change(sentence: Any, amount: str, names: Sequence[str]) -> str:
    count = len(names)
    # The form is chosen by the count, before the names make the sentence HTML.
    text = str(sentence % {"count": count, "amount": "%(amount)s", "names": "%(names)s"})
    return fill_sentence(text, {"amount": amount, "names": list_names(names)})
