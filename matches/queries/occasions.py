"""The tournament and the day of matches: a result may be typed days after the match was played."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time

from django.utils.timezone import make_aware

from matches.registry import MatchOccasion, match_occasions


def get_occasions(matches: Collection[int]) -> dict[int, MatchOccasion]:
    """Return the tournament and the day of each of these matches (primary keys) that was played at one."""
    return {
        match: occasion for occasions in match_occasions(matches) for match, occasion in occasions.items()
    }


def get_times_played(result_times: Mapping[int, datetime]) -> dict[int, datetime]:
    """Return when each match (by primary key) was played: at its result, within the day of its occasion."""
    occasions = get_occasions(list(result_times))
    days = {match: occasion.day for match, occasion in occasions.items() if occasion.day is not None}
    return {
        match: move_into_day(at, days[match]) if match in days else at for match, at in result_times.items()
    }


def move_into_day(at: datetime, day: date) -> datetime:
    """Return a time of a day: `at`, or the beginning or the end of the day if `at` is before or after it."""
    begins_at, ends_at = (make_aware(datetime.combine(day, part)) for part in (time.min, time.max))
    return max(begins_at, min(at, ends_at))
