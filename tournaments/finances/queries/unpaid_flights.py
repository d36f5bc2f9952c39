"""Flights of an event that are won on their own, such as a last chance, and have no prize."""

from collections.abc import Iterable

from tournaments.finances.models import FundKind, FundTerms
from tournaments.finances.prizes.prize_tables import TEMPLATES, get_template_parts
from tournaments.finances.queries.accounts import list_accounts, list_entries_in_fund
from tournaments.finances.queries.prize_flights import list_flight_keys
from tournaments.formats.graph import is_secondary
from tournaments.models import Event


def list_flights_won_alone(flights: Iterable[str]) -> tuple[str, ...]:
    """Return those of these flights that have a winner of their own beside that of the event.

    Groups, play-offs and the like only lead to the places of the event.
    """
    return tuple(flight for flight in flights if is_secondary(flight))


def find_unpaid_flights(event: Event, terms: FundTerms) -> tuple[str, ...]:
    """Return the flights of an event for which the table of its fees has no prize.

    Pools and auctions only pay places of the event itself. How many have entered matters for published tables
    of which a small field pays fewer flights.
    """
    if terms.kind != FundKind.ENTRY.value:
        return ()
    flights = list_flights_won_alone(list_flight_keys(event))
    tables = [scale.parts for scale in TEMPLATES[terms.template]] if terms.template else [terms.parts]
    unpaid = {tuple(flight for flight in flights if not any(table.get(flight, ()))) for table in tables}
    if len(unpaid) > 1:
        entrants = list_entries_in_fund(list_accounts(event, {terms.fund: terms}), terms)
        parts = get_template_parts(terms.template, len(entrants))
        return tuple(flight for flight in flights if flight not in parts)
    return unpaid.pop()
