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


def choose_new_deadline(day: date, last_day: date, today: date) -> date:
    """Return the deadline of a round that is added while a season runs.

    It is `day`, where the round stands in the season; if that has passed, the last day of the season; and if
    that has passed too, a day that leaves time to play.
    """
    if day >= today:
        return day
    return last_day if last_day >= today else today + EXTENSION


def require_day_to_come(until: date, today: date) -> None:
    """Refuse ("deadline_past") a day that has passed: its matches would be overdue at once."""
    if until < today:
        raise Refusal("deadline_past", until=until.isoformat())


# What is proposed for a match or a round that is given more time.
EXTENSION = timedelta(days=14)
# Days before the deadline on which a reminder is sent.
NOTICE_DAYS = 3


def get_occasion(last: date, today: date) -> str:
    """Return whether a deadline is past ("overdue"), near ("soon"), or neither ("")."""
    if last < today:
        return OVERDUE
    return SOON if last - today <= timedelta(days=NOTICE_DAYS) else ""
