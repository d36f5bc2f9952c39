"""Deadlines of league matches: how they are spread over a season, and from when one is near."""

from datetime import date, timedelta

from rules.errors import Refusal
from tournaments.leagues.models import OVERDUE, SOON


def spread_deadlines(first_day: date, last_day: date, rounds: int) -> tuple[date, ...]:
    """Return deadlines of rounds spread evenly between two days; the last one ends on `last_day`.

    Refuses ("deadlines_impossible") less than a day for a round.
    """
    days = (last_day - first_day).days + 1
    if rounds < 1 or days < rounds:
        raise Refusal("deadlines_impossible", rounds=rounds, days=days)
    return tuple(first_day + timedelta(days=days * number // rounds - 1) for number in range(1, rounds + 1))


# Days before the deadline on which a reminder is sent.
NOTICE_DAYS = 3


def get_occasion(last: date, today: date) -> str:
    """Return whether a deadline is past ("overdue"), near ("soon"), or neither ("")."""
    if last < today:
        return OVERDUE
    return SOON if last - today <= timedelta(days=NOTICE_DAYS) else ""
