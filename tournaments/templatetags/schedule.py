"""Texts of expected times: next free table, start of a match, end of the event."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from matches.breaks import Interval
from matches.messages import get_label
from matches.queries.desks import SeatedMatch
from matches.registry import format_time
from matches.states import TO_PLAY
from matches.templatetags.times import time_since_call
from tournaments.messages.names import describe_wait
from tournaments.models import Event
from tournaments.play.events.events import get_overview
from tournaments.play.schedule.queries.schedule import NamedMatch, ScheduleForecast
from tournaments.play.schedule.queries.waiting_reasons import WaitingReasons
from tournaments.templatetags.events import match_title

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
def describe_seated_match(
    match: SeatedMatch,
    event_names: Mapping[int, str] | None,
    now: datetime,
    breaks: Mapping[int, Sequence[Interval]],
) -> str:
    """Return what the desk says of a match at a table: its round and length, its state, and since when."""
    since_call = "" if match.shown_status == TO_PLAY else time_since_call(match, now, breaks)
    texts = (
        match.label,
        match_title(match, event_names),
        gettext("to %(length)s") % {"length": match.length},
        get_label(match.shown_status),
        gettext("for %(time)s") % {"time": since_call} if since_call else "",
    )
    return " · ".join(filter(None, texts))


@register.simple_tag
def describe_table(match: NamedMatch) -> str:
    """Return the table of a match and its players, for screen readers."""
    names = {"table": match.table, "white": match.white.name, "black": match.black.name}
    return gettext("Table %(table)s: %(white)s – %(black)s") % names


@register.simple_tag
def match_begins_in(schedule_forecast: ScheduleForecast, match: SeatedMatch | NamedMatch) -> str:
    """Return when a waiting match should get its table; "" if unknown."""
    return describe_wait(schedule_forecast.begins.get(match.pk))


@register.simple_tag
def waiting_reason(reasons: Mapping[int, WaitingReasons], match: SeatedMatch | NamedMatch) -> str:
    """Return why a waiting match is not called; "" if it only lacks a table."""
    if match.pk not in reasons:
        return ""
    texts = []
    break_ends_at = reasons[match.pk].break_ends_at
    if break_ends_at is not None:
        is_today = timezone.localdate(break_ends_at) == timezone.localdate()
        text = gettext("break until %(time)s") if is_today else gettext("called from %(time)s")
        texts.append(text % {"time": format_time(break_ends_at)})
    for player, table in reasons[match.pk].players_at_tables:
        text = gettext("%(player)s is at table %(table)s") if table else gettext("%(player)s is playing")
        texts.append(text % {"player": player, "table": table})
    for player, tournament in reasons[match.pk].players_elsewhere:
        text = gettext("%(player)s is playing in “%(tournament)s”")
        texts.append(text % {"player": player, "tournament": tournament})
    return ", ".join(texts)


@register.simple_tag
def expected_ends(schedule_forecast: ScheduleForecast, event: Event) -> list[tuple[str, datetime]]:
    """Return the flights of an event with their expected end, in that order."""
    end_times = schedule_forecast.over.get(event.pk, {})
    overview = get_overview(event)
    ends_by_name = [(overview.get_flight_name(flight), clock) for flight, clock in end_times.items()]
    return sorted(ends_by_name, key=lambda pair: (pair[1], pair[0]))
