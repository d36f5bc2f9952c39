"""The order in which waiting matches are called, and the estimated finish of an event."""

from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.leagues import league_seasons as leagues
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tests.tournaments.team_evenings import a_team_event
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Club, Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.schedule.queries import schedule
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


@replayed
def an_event(club: Club, scheme: str, size: int, tables: int, **options: object) -> Event:
    """An event of a format, drawn and published, with matches to 7 points in every flight."""
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name=scheme,
        starts_at=timezone.now(),
        lengths=(7, 7),
        setup=tournaments.TournamentSetup(tables),
        plan=make_plan(scheme, FormatOptions(consolation=(7,), last_chance=(7,), **options)),
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names(size)), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def waiting(event: Event) -> list[str]:
    order = schedule.get_schedule_forecast(event.tournament, timezone.now()).order
    matches = {match.pk: match for match in Match.objects.filter(desk=event.tournament.desk_id)}
    return [matches[key].pairing.label for key in order]


def test_the_main_bracket_goes_before_a_consolation_that_is_shorter() -> None:
    event = an_event(a_club(), "knockout_consolation", 8, 1)
    for label in ("M1-1", "M1-2"):
        settle(match_at(event, label))

    # M1-3 and M1-4 were ready before the semi-final and the consolation match.
    at_table = Match.objects.get(desk=event.tournament.desk_id, status="called").pairing.label
    assert (at_table, waiting(event)) == ("M1-3", ["M1-4", "M2-1", "C1-1"])


def test_a_pair_and_one_of_its_members_are_not_called_at_once() -> None:
    club = a_club()
    alone = an_event(club, "knockout", 2, 2)
    white = match_at(alone, "M1-1").white
    by = director_of(club)
    side = tournaments.add_event(
        tournament=alone.tournament, name="Doubles", length=5, consolation_length=5, by=by
    )
    entries.enter_names(event=side, names=f"{white.full_name} / Ugo\nVera / Zeno", by=by, key="names")
    draws.draw(event=side, by=by)
    draws.publish(event=side, by=by)

    assert match_at(side, "M1-1").status == "scheduled"
    settle(match_at(alone, "M1-1"))
    assert match_at(side, "M1-1").status == "called"


def test_the_finish_is_estimated_from_points_and_tables() -> None:
    now = datetime(2026, 10, 5, 18, 0, tzinfo=timezone.get_current_timezone())
    event = an_event(a_club(), "knockout", 4, 2)

    schedule_forecast = schedule.get_schedule_forecast(event.tournament, now)

    # Two rounds of 7 points at 7.5 minutes: an hour and three quarters, on two tables.
    assert schedule_forecast.over == {event.pk: {"main": now + timedelta(minutes=105)}}
    final = match_at(event, "M1-1")
    assert schedule_forecast.free[final.table.number if final.table else 0] == 52


def test_rounds_not_yet_paired_are_estimated_too() -> None:
    now = datetime(2026, 10, 5, 18, 0, tzinfo=timezone.get_current_timezone())
    event = an_event(a_club(), "swiss_and_knockout", 8, 4, rounds=3, best=4)

    schedule_forecast = schedule.get_schedule_forecast(event.tournament, now)

    minutes = {
        flight: (clock - now).total_seconds() / 60
        for flight, clock in schedule_forecast.over[event.pk].items()
    }
    assert minutes == {"swiss": 160, "main": 265}


def test_measured_matches_change_the_pace() -> None:
    event = an_event(a_club(), "knockout", 4, 2)
    match = match_at(event, "M1-1")
    lifecycle.start_match(match=match, by=SYSTEM)
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - timedelta(minutes=70))
    settle(match)

    pace = schedule.get_schedule_forecast(event.tournament, timezone.now()).pace

    assert (pace.measured, round(pace.per_point, 2)) == (1, 8.0)


@pytest.mark.parametrize("size", [8, 40])
def test_the_queries_of_the_outlook_do_not_depend_on_the_field(size: int) -> None:
    event = an_event(a_club(), "progressive", size, 4)
    cache.clear()

    with CaptureQueriesContext(
        connection,
    ) as first:
        schedule.get_schedule_forecast(event.tournament, timezone.now())
    with CaptureQueriesContext(connection) as again:
        schedule.get_schedule_forecast(event.tournament, timezone.now())

    assert (len(first), len(again)) == (6, 1)


def test_the_desk_shows_when_tables_become_free_and_the_estimated_finish(client: Client) -> None:
    event = a_night(a_club(), names(20), length=4)
    client.force_login(director_of(event.tournament.club))

    page = client.get(path_of(event, "desk/")).content.decode()

    assert "free in about 30 min" in page
    assert "in about 30 min" in page
    assert "(at 7.5 min per point)" in page


def test_a_league_of_months_has_no_estimated_finish() -> None:
    league = leagues.begun()

    schedule_forecast = schedule.get_schedule_forecast(league.event.tournament, timezone.now())

    assert (schedule_forecast.over, schedule_forecast.begins) == ({}, {})


def test_later_rounds_of_a_team_round_robin_count_before_their_line_ups_are_open() -> None:
    event = a_team_event(a_club(), teams_in=4, boards=2, tables=16)
    now = timezone.now()
    forecast = schedule.get_schedule_forecast(event.tournament, now)
    event.tournament.desk.tables.exclude(number=1).delete()
    few_tables = schedule.get_schedule_forecast(event.tournament, now)

    assert forecast.last is not None
    assert few_tables.last is not None
    assert list(forecast.over[event.pk]) == ["league"]
    # Three rounds of four boards each, in matches to 5 points.
    minutes = forecast.pace.minutes(5)
    assert abs((forecast.last - now).total_seconds() / 60 - 3 * minutes) <= schedule.ROUNDED_MINUTES
    assert abs((few_tables.last - now).total_seconds() / 60 - 12 * minutes) <= schedule.ROUNDED_MINUTES


def test_a_consolation_whose_first_round_has_no_opponents_takes_no_table() -> None:
    knockout = an_event(a_club(), "knockout_consolation", 9, 5)
    by = director_of(knockout.tournament.club)
    swiss = tournaments.add_event(
        tournament=knockout.tournament,
        name="Swiss",
        length=3,
        consolation_length=3,
        plan=make_plan("swiss", FormatOptions(main=(3,), rounds=2)),
        by=by,
    )
    entries.enter_names(event=swiss, names="Vera\nZeno\nUgo\nPia", by=by, key="names")
    draws.draw(event=swiss, by=by)
    draws.publish_and_pair(event=swiss, by=by)

    # Who had a bye comes to the consolation by losing the next match: of two who meet there, only one comes.
    now = timezone.now()
    expected = schedule.get_schedule_forecast(knockout.tournament, now)
    assert (expected.free[5], expected.begins[match_at(swiss, "S1-2").pk]) == (22, 22)
    (end,) = expected.over[swiss.pk].values()
    assert timedelta(minutes=75) <= end - now <= timedelta(minutes=80)
