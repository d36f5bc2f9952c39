"""Texts of expected times: next free table, start of a match, end of the event."""

from datetime import datetime

from django import template
from django.utils.translation import ngettext

from matches.queries.desks import SeatedMatch
from tournaments.messages.names import describe_wait
from tournaments.models import Event
from tournaments.queries.events import get_overview
from tournaments.queries.schedule import NamedMatch, ScheduleForecast

register = template.Library()


@register.simple_tag
def table_free_in(schedule_forecast: ScheduleForecast, table: int | None) -> str:
    """Return when a table should be free; "" if unknown."""
    if table is None or table not in schedule_forecast.free:
        return ""
    minutes = schedule_forecast.free[table]
    return ngettext("free in about %(count)s min", "free in about %(count)s min", minutes) % {
        "count": minutes
    }


@register.simple_tag
def match_begins_in(schedule_forecast: ScheduleForecast, match: SeatedMatch | NamedMatch) -> str:
    """Return when a waiting match should get its table; "" if unknown."""
    return describe_wait(schedule_forecast.begins.get(match.pk))


@register.simple_tag
def expected_ends(schedule_forecast: ScheduleForecast, event: Event) -> list[tuple[str, datetime]]:
    """Return the flights of an event with their expected end, in that order."""
    end_times = schedule_forecast.over.get(event.pk, {})
    overview = get_overview(event)
    ends_by_name = [(overview.get_flight_name(flight), clock) for flight, clock in end_times.items()]
    return sorted(ends_by_name, key=lambda pair: (pair[1], pair[0]))
