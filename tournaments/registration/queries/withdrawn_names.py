"""Withdrawn sign-ups whose name the desk enters, or has entered: the same person, or another of the name."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from matches.names import PAIR_SEPARATOR, fold_name
from tournaments.models import Event
from tournaments.play.entrants.queries.entries import event_entries
from tournaments.registration.models import ACTIVE, EventSignUp, SignUpStatus
from tournaments.registration.queries.sign_up_lists import get_entry_name


def describe_withdrawn_names(event: Event, names: Collection[str]) -> Mapping[str, str]:
    """Return, for those of these names under which somebody has withdrawn a sign-up, what the desk can do.

    A name with an active sign-up is left out: the entry is linked to that. One query.
    """
    withdrawn = _find_withdrawn(EventSignUp.objects.filter(event__event=event).select_related("sign_up"))
    rows = {name: withdrawn[key] for name in names if (key := _fold_names(name)) in withdrawn}
    return {name: _describe(row) for name, row in rows.items()}


def find_entered_names(rows: Sequence[EventSignUp]) -> Mapping[int, str]:
    """Return by key, for withdrawn sign-ups whose name is that of an entry without one, the hint."""
    hints: dict[int, str] = {}
    withdrawn = [row for row in rows if row.status == SignUpStatus.WITHDRAWN and row.sign_up.name]
    for event in {row.event.event for row in withdrawn}:
        linked = {row.player_id for row in rows if row.event.event == event}
        entered = {
            _fold_names(entry.player.full_name)
            for entry in event_entries(event)
            if entry.player_id not in linked
        }
        for row in withdrawn:
            if row.event.event == event and _fold_names(row.team or get_entry_name(row)) in entered:
                text = gettext("%(name)s is entered. The same person? Choose “Same person as entered”.")
                hints[row.pk] = text % {"name": row.team or get_entry_name(row)}
    return hints


def _find_withdrawn(rows: Collection[EventSignUp]) -> dict[frozenset[str], EventSignUp]:
    """Return the last withdrawn sign-up of each name that no active one has."""
    by_name = {
        status: {_fold_names(row.team or get_entry_name(row)): row for row in rows if row.status in status}
        for status in ((SignUpStatus.WITHDRAWN,), ACTIVE)
    }
    withdrawn, active = by_name.values()
    return {names: row for names, row in withdrawn.items() if names not in active}


def _fold_names(name: str) -> frozenset[str]:
    return frozenset(map(fold_name, name.split(PAIR_SEPARATOR)))


def _describe(row: EventSignUp) -> str:
    day = date_format(localtime(row.sign_up.created_at), "j F")
    return gettext(
        "Has withdrawn a registration of %(day)s: the same person? If so, choose “Same person as entered” "
        "under Registrations after adding; the price and any payment of then count."
    ) % {"day": day}
