"""Who plays with whom elsewhere in a tournament, so that a draw can keep partners apart."""

from collections.abc import Mapping

from matches.queries.people import get_persons
from tournaments.models import Entry, EntryStatus, Event
from tournaments.queries.entries import PLAYER_RELATIONS, event_entries


def partners_of(event: Event) -> Mapping[int, tuple[str, ...]]:
    """By number of an entry, the pairs of other events of the tournament that one of its people plays in and
    whose other half sits in another entry here; two queries."""
    seat = {person.pk: entry.number for entry in event_entries(event) for person in get_persons(entry.player)}
    elsewhere = (
        Entry.objects.filter(
            event__tournament=event.tournament_id,
            status=EntryStatus.ENTERED.value,
            player__first__isnull=False,
        )
        .exclude(event=event.pk)
        .select_related(*PLAYER_RELATIONS)
    )
    pair_codes: dict[int, set[str]] = {}
    for entry in elsewhere:
        seats = {seat[person.pk] for person in get_persons(entry.player) if person.pk in seat}
        if len(seats) > 1:
            for number in seats:
                pair_codes.setdefault(number, set()).add(entry.player.code)
    return {number: tuple(sorted(codes)) for number, codes in pair_codes.items()}
