"""The played matches of players who left a round robin and of whom no result counts."""

from collections.abc import Iterable

from matches.models import Match
from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.state import BY_ABSENCE
from tournaments.journal.team_facts import meeting_of
from tournaments.models import Event, Pairing
from tournaments.models.event import PLANNED
from tournaments.play.events import event_state, events


def find_annulled_matches(tournaments: Iterable[int]) -> frozenset[int]:
    """Return the keys of the annulled matches of tournaments (keys), played or not.

    One query, and two for each event in which a player left and whose overview is not cached.
    """
    events_with_absences = Event.objects.filter(
        tournament__in=tournaments, format=PLANNED, pairings__decided=BY_ABSENCE
    )
    return frozenset(
        match for event in events_with_absences.distinct() for match in find_annulled_matches_of(event)
    )


def find_annulled_matches_of(event: Event) -> frozenset[int]:
    """Return the keys of the annulled matches of an event. One query besides its overview."""
    annulled = events.get_overview(event).annulled
    if not annulled:
        return frozenset()
    rows = Pairing.objects.filter(event=event, match__isnull=False).values_list("label", "match")
    return frozenset(match for label, match in rows if meeting_of(label) in annulled)


def find_annulled_player(match: Match) -> str:
    """Return the name of the player who left so that a match does not count; "" if it counts. Two queries."""
    pairing = event_state.pairing_of(match)
    if pairing is None:
        return ""
    overview = events.get_overview(pairing.event)
    if meeting_of(pairing.label) not in overview.annulled:
        return ""
    withdrawals = overview.table_notes[pairing.flight].withdrawals
    numbers = {one.entry for one in withdrawals if one.effect == ANNULLED}
    entries = (pairing.white_entry, pairing.black_entry)
    return next(entry.player.name for entry in entries if entry is not None and entry.number in numbers)
