"""The day on which a match was played, which may be before the one on which its result was typed."""

from datetime import date, datetime
from typing import cast

from django.db.models import Case, DateTimeField, F, Q, When
from django.utils.timezone import localdate

from matches.models import Match

# A match of an event belongs to the days of its tournament; in a league its players choose the day.
IS_OF_TOURNAMENT = Q(pairing__isnull=False, pairing__event__is_league=False)


def get_day_played(match: Match) -> date:
    """Return the day of a settled match: that of its result, within the days of its tournament.

    The match needs its pairing, event and tournament loaded.
    """
    settled_on = localdate(cast(datetime, match.settled_at))
    pairing = getattr(match, "pairing", None)
    if pairing is None or pairing.event.is_league:
        return settled_on
    tournament = pairing.event.tournament
    first = localdate(tournament.starts_at)
    return max(first, min(settled_on, tournament.ends_on or first))


def played_at() -> Case:
    """Return the time by which a match counts for a year: the start of its tournament, else its result."""
    return Case(
        When(IS_OF_TOURNAMENT, then=F("pairing__event__tournament__starts_at")),
        default=F("settled_at"),
        output_field=DateTimeField(),
    )
