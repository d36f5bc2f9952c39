"""The day on which a match was played, which may be before the one on which its result was typed."""

from datetime import date, datetime
from typing import cast

from django.db.models import Case, DateTimeField, F, Q, When
from django.utils.timezone import localdate

from matches.models import Match


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


def played_at(match: str = "") -> Case:
    """Return the time by which a match counts for a year: the start of its tournament, else its result.

    `match` is the lookup of the match, such as "match__", "" for rows of matches. In a league its players
    choose the day.
    """
    is_of_tournament = Q(**{f"{match}pairing__isnull": False, f"{match}pairing__event__is_league": False})
    return Case(
        When(is_of_tournament, then=F(f"{match}pairing__event__tournament__starts_at")),
        default=F(f"{match}settled_at"),
        output_field=DateTimeField(),
    )
