"""Weekly tournaments: saved from a tournament, started, skipped for a week, changed, and their regulars."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PenaltyScale
from matches.services import desks
from rules.options import MatchLaws
from tests.factories import a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import (
    FIRST_NIGHT,
    a_club,
    a_night,
    director_of,
    match_at,
    play_out,
    settle,
)
from tests.tournaments.leagues.league_seasons import a_season
from tests.tournaments.team_evenings import a_team_event
from tournaments.finances.models import FundTerms
from tournaments.finances.services import funds
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Club, ClubLogEntry, Entry, Event, Tournament, WeeklyNight
from tournaments.payloads import make_payload
from tournaments.people.services import members
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.events import event_state
from tournaments.play.tournaments.queries import returning_players
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.queries.returning_players import get_returning_players
from tournaments.play.tournaments.services import tournaments, weekly_nights

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)


def an_event(**finances) -> dict[str, Any]:
    features = {"finances": finances} if finances else {}
    return {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": features}


def a_template(**changes) -> weekly_nights.NightTemplate:
    defaults = {"name": "Club night", "weekday": 0, "begins": time(20, 30), "events": [an_event()]}
    return weekly_nights.NightTemplate(**{**defaults, **changes})


def a_weekly(club: Club, **changes) -> WeeklyNight:
    return weekly_nights.save_night(club=club, template=a_template(**changes), by=director_of(club))


def an_evening_of(club: Club, scheme: str, **options) -> Event:
    return tournaments.create_tournament_with_event(
        club=club,
        name="Grand night",
        starts_at=FIRST_NIGHT,
        lengths=(7, 5),
        setup=tournaments.TournamentSetup(6, "trust"),
        plan=make_plan(scheme, FormatOptions(**options)),
        by=director_of(club),
    )


def test_a_night_saved_from_a_tournament_starts_with_its_settings() -> None:
    club = a_club()
    by = director_of(club)
    event = an_evening_of(club, "swiss", rounds=3)
    desk = event.tournament.desk
    desks.set_times(desk=desk, scale=PenaltyScale(5, 5, True), final_after=10, clock="us", by=SYSTEM)
    desks.set_laws(desk=desk, laws=MatchLaws(holland=True), by=SYSTEM)
    options = funds.FundOptions(fee=10_00, registration=2_00, template="winner")
    funds.turn_on_fees(event=event, currency="EUR", options=options, by=by, key="fees")
    pool = funds.FundOptions(fee=5_00, name="Side pool", template="winner")
    funds.open_fund(event=event, kind=funds.FundKind.POOL, options=pool, by=by, key="pool")

    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=by)
    again = weekly_nights.save_night_from_tournament(tournament=Tournament.objects.get(), by=by)
    started = weekly_nights.start_night(night=night, by=by, now=MONDAY)

    started_event = started.events.get()
    assert (night.pk, night.weekday, night.begins, night.tables) == (again.pk, 0, time(20, 30), 6)
    assert (started_event.name, started_event.main_length, started_event.consolation_length) == (
        "Grand night",
        7,
        5,
    )
    assert make_payload(event_state.get_event_state(started_event).plan) == make_payload(
        event_state.get_event_state(event).plan
    )
    assert (started.desk.scale, started.desk.final_after, started.desk.clock) == (
        PenaltyScale(5, 5, True),
        10,
        "us",
    )
    assert (started.desk.confirm_policy, started.desk.laws) == ("trust", MatchLaws(holland=True).to_json())
    fees = (
        FundTerms.objects.filter(event=started_event)
        .order_by("fund")
        .values_list("name", "fee", "registration", "kind")
    )
    assert list(fees) == [("", 10_00, 2_00, "entry"), ("Side pool", 5_00, 0, "pool")]
    assert started.cash_desk.tournament.currency == "EUR"
    assert timezone.localtime(started.starts_at).strftime("%Y-%m-%d %H:%M") == "2026-11-23 20:30"


def test_a_night_saved_from_a_played_tournament_has_its_planned_settings() -> None:
    club = a_club()
    event = an_evening_of(club, "mini")
    plan = make_payload(event_state.get_event_state(event).plan)
    knockout = a_night(club, [f"Player {number}" for number in range(8)], week=1)
    play_out(knockout)

    first = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=director_of(club))
    second = weekly_nights.save_night_from_tournament(tournament=knockout.tournament, by=director_of(club))
    started = weekly_nights.start_night(night=second, by=director_of(club), now=MONDAY).events.get()

    assert first.events[0]["plan"] == plan
    assert second.events == [an_event()]
    assert (started.format, started.status, started.entries.count()) == ("knockout_consolation", "draft", 0)


def test_a_night_has_all_events_of_its_tournament() -> None:
    club = a_club()
    event = a_team_event(club)
    tournaments.add_event(
        tournament=event.tournament, name="Blitz", length=1, consolation_length=1, by=director_of(club)
    )
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=director_of(club))
    started = weekly_nights.start_night(night=night, by=director_of(club), now=MONDAY)
    started_events = list(started.events.order_by("pk"))
    assert [started_event.takes for started_event in started_events] == ["teams", ""]
    assert [
        event_state.get_event_state(started_event).teams.entry_type for started_event in started_events
    ] == [
        event_state.get_event_state(started_event).teams.entry_type
        for started_event in event.tournament.events.order_by("pk")
    ]
    assert [started_event.name for started_event in started_events] == [
        night.events[0]["name"] or night.name,
        "Blitz",
    ]


def test_a_night_started_twice_on_one_day_is_one_tournament() -> None:
    club = a_club()
    night = a_weekly(club)
    first = weekly_nights.start_night(night=night, by=director_of(club), now=MONDAY)
    assert (
        weekly_nights.start_night(night=night, by=director_of(club), now=MONDAY + timedelta(hours=3)).pk
        == first.pk
    )
    other = weekly_nights.start_night(night=night, by=director_of(club), now=TUESDAY)
    assert (other.starts_at, Tournament.objects.count()) == (TUESDAY, 2)


def test_a_night_is_current_until_the_following_morning() -> None:
    club = a_club()
    by = director_of(club)
    night, late = a_weekly(club), a_weekly(club, name="Late night", begins=time(22, 0))
    midnight = datetime(2026, 11, 23, 23, 30, tzinfo=UTC)
    first = weekly_nights.start_night(night=night, by=by, now=MONDAY)
    assert weekly_nights.start_night(night=night, by=by, now=midnight) == first
    tournament = weekly_nights.start_night(night=late, by=by, now=midnight)
    assert timezone.localtime(tournament.starts_at).strftime("%Y-%m-%d %H:%M") == "2026-11-23 22:00"
    morning = midnight + timedelta(hours=8)
    assert [
        weekly_night_queries.is_current(weekly_night, at)
        for weekly_night in (night, late)
        for at in (MONDAY, midnight, morning)
    ] == [
        *(True, True, False),
        *(True, True, False),
    ]
    assert weekly_night_queries.get_current_tournaments([night, late], midnight) == {
        night.pk: first,
        late.pk: tournament,
    }
    assert weekly_night_queries.get_current_tournaments([night, late], morning) == {}


def test_an_equal_night_is_saved_once_and_another_at_that_time_is_refused() -> None:
    club = a_club()
    night = a_weekly(club)
    assert a_weekly(club) == night
    with refused("night_saved_already"):
        a_weekly(club, tables=2)
    assert WeeklyNight.objects.count() == 1


def test_changing_a_night_leaves_started_tournaments() -> None:
    club = a_club()
    by = director_of(club)
    night, other = a_weekly(club), a_weekly(club, name="Another")
    started = weekly_nights.start_night(night=night, by=by, now=MONDAY)
    template = a_template(name="Tuesdays", weekday=1, begins=time(21, 0), tables=3, policy="trust")
    for _ in range(2):
        changed = weekly_nights.change_night(night=night, template=template, by=by)
    started.refresh_from_db()

    assert (changed.name, changed.weekday, changed.begins, changed.tables) == ("Tuesdays", 1, time(21, 0), 3)
    assert (started.name, started.desk.tables.count()) == ("Club night", 8)
    assert [entry.payload["fields"] for entry in ClubLogEntry.objects.filter(kind="night_changed")] == [
        ["begins", "name", "policy", "tables", "weekday"]
    ]
    with refused("night_saved_already"):
        weekly_nights.change_night(night=night, template=a_template(name="Another"), by=by)
    with refused("night_wrong"):
        weekly_nights.change_night(night=night, template=a_template(weekday=7), by=by)
    with refused("directors_only"):
        weekly_nights.change_night(night=night, template=template, by=a_user())
    weekly_nights.end_night(night=other, by=by)
    with refused("night_over"):
        weekly_nights.change_night(night=other, template=template, by=by)
    with refused("night_over"):
        weekly_nights.skip_night(night=other, day=date(2099, 1, 5), by=by)


def test_a_league_season_cannot_become_a_night() -> None:
    event = a_season().event
    with refused("night_wrong"):
        weekly_nights.save_night_from_tournament(
            tournament=event.tournament, by=director_of(event.tournament.club)
        )


def test_only_directors_manage_nights() -> None:
    club = a_club()
    night, outsider = a_weekly(club), a_user()
    for command in (
        lambda: weekly_nights.start_night(night=night, by=outsider, now=MONDAY),
        lambda: weekly_nights.save_night(club=club, template=a_template(), by=outsider),
        lambda: weekly_nights.skip_night(night=night, day=date(2026, 11, 30), by=outsider),
        lambda: weekly_nights.restore_night(night=night, day=date(2026, 11, 30), by=outsider),
        lambda: weekly_nights.end_night(night=night, by=outsider),
        lambda: weekly_nights.change_night(night=night, template=a_template(), by=outsider),
    ):
        with refused("directors_only"):
            command()
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"weekday": 7}, "night_wrong"),
        ({"tables": 257}, "tables_impossible"),
        ({"events": []}, "night_wrong"),
        ({"events": [an_event(funds=[])]}, "night_wrong"),
        ({"currency": "XXQ"}, "currency_unknown"),
        ({"policy": "maybe"}, "policy_unknown"),
        ({"name": " "}, "name_missing"),
    ],
)
def test_an_invalid_night_is_refused(changes: dict, code: str) -> None:
    with refused(code):
        a_weekly(a_club(), **changes)


def test_an_ended_night_cannot_be_started() -> None:
    club = a_club()
    night = weekly_nights.end_night(night=a_weekly(club), by=director_of(club))
    with refused("night_over"):
        weekly_nights.start_night(night=night, by=director_of(club), now=MONDAY)
    assert weekly_night_queries.get_upcoming(club, MONDAY) == []


def test_upcoming_nights_show_skipped_weeks_and_started_tournaments_once() -> None:
    club = a_club()
    by = director_of(club)
    night = a_weekly(club)
    today = timezone.localdate()
    first, second = list(weekly_night_queries.next_days(0, today, weeks=2))
    weekly_nights.skip_night(night=night, day=second, by=by, reason="Holiday")
    weekly_nights.skip_night(night=night, day=second, by=by)
    now = weekly_night_queries.get_local_start(first, time(10, 0), timezone.get_default_timezone())
    weekly_nights.start_night(night=night, by=by, now=now)

    upcoming = weekly_night_queries.get_upcoming(club, now, weeks_ahead=2)

    assert [
        (night_date.day, night_date.tournament is not None, night_date.is_skipped, night_date.reason)
        for night_date in upcoming
    ] == [
        (first, True, False, ""),
        (second, False, True, "Holiday"),
    ]
    weekly_nights.restore_night(night=night, day=second, by=by)
    assert [
        night_date.is_skipped for night_date in weekly_night_queries.get_upcoming(club, now, weeks_ahead=2)
    ] == [
        False,
        False,
    ]
    kinds = list(ClubLogEntry.objects.filter(club=club).order_by("pk").values_list("kind", flat=True))
    assert kinds == ["founded", "night_kept", "night_skipped", "night_started", "night_restored"]


def test_a_tournament_in_play_or_finished_is_not_upcoming() -> None:
    club = a_club()
    event = a_night(club)
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=director_of(club))
    today = FIRST_NIGHT.replace(hour=12)
    before = weekly_night_queries.get_upcoming(club, today, weeks_ahead=1)
    assert weekly_night_queries.get_upcoming(club, FIRST_NIGHT, weeks_ahead=1) == []
    assert [night_date.tournament for night_date in before] == [event.tournament]

    settle(match_at(event, "M1-1"))
    assert weekly_night_queries.get_upcoming(club, today, weeks_ahead=1) == []

    play_out(event)
    assert weekly_night_queries.get_upcoming(club, today, weeks_ahead=1) == []
    assert [
        night_date.night for night_date in weekly_night_queries.get_upcoming(club, today, weeks_ahead=2)
    ] == [night]


def test_only_an_upcoming_day_of_the_night_is_skipped() -> None:
    club = a_club()
    for day in (date(2020, 1, 6), date(2099, 1, 6)):
        with refused("night_not_that_day"):
            weekly_nights.skip_night(night=a_weekly(club), day=day, by=director_of(club))


def test_regulars_are_ordered_by_attendance_without_entered_players() -> None:
    club = a_club()
    for week, names in enumerate((("Anna", "Bruno"), ("Anna", "Carla"), ("Anna", "Dario", "Carla"))):
        event = a_night(club, names, week=week)
    tonight = tournaments.create_knockout_tournament(
        club=club,
        name="Tonight",
        starts_at=FIRST_NIGHT + timedelta(weeks=3),
        length=5,
        consolation_length=3,
        tables=2,
        by=director_of(club),
    )
    entries.enter_names(event=tonight, names="Dario", by=director_of(club), key="one")

    assert [
        (str(regular.player), regular.times, regular.was_last)
        for regular in get_returning_players(tonight).regulars
    ] == [
        ("Anna", 3, True),
        ("Carla", 2, True),
        ("Bruno", 1, False),
    ]
    assert get_returning_players(event).regulars != ()
    membership = club.memberships.get(player__name="Carla")
    members.leave(membership=membership, by=director_of(club))
    assert [str(regular.player) for regular in get_returning_players(tonight).regulars] == [
        "Anna",
        "Bruno",
    ]


def test_members_beyond_those_that_fit_into_the_form_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    club = a_club()
    event = a_night(club, ("Anna", "Bruno"))
    for name in ("Carla", "Dario", "Elena"):
        members.enrol_by_name(club=club, name=name, by=director_of(club))
    monkeypatch.setattr(returning_players, "MOST_CHOICES", 1)
    returning = get_returning_players(event)
    assert ([row.name for row in returning.members], returning.left_out) == (["Carla"], 2)


def test_regulars_include_players_who_withdrew_after_a_match() -> None:
    club = a_club()
    event = a_night(club, ("Anna", "Bruno", "Carla", "Dario"))
    match = settle(match_at(event, "M1-1"))
    loser, waiting = match.black, match_at(event, "M1-2").black
    for player in (loser, waiting):
        entry = Entry.objects.get(event=event, player=player)
        entries.withdraw(entry=entry, by=director_of(club))
    tonight = a_night(club, ("Elena", "Furio"), week=1)
    names = {str(regular.player) for regular in get_returning_players(tonight).regulars}
    assert names == {"Anna", "Bruno", "Carla", "Dario"} - {str(waiting)}


def test_a_start_in_the_hour_skipped_by_daylight_saving_time_is_valid() -> None:
    zone = timezone.get_default_timezone()
    night = weekly_night_queries.get_local_start(date(2026, 3, 29), time(2, 30), zone)
    assert night.astimezone(UTC) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    winter, summer = (
        weekly_night_queries.get_local_start(day, time(20, 30), zone)
        for day in (date(2026, 3, 23), date(2026, 3, 30))
    )
    assert (winter.astimezone(UTC).hour, summer.astimezone(UTC).hour) == (19, 18)


def test_a_saved_plan_has_no_forbidden_pairs() -> None:
    club = a_club()
    event = an_evening_of(club, "swiss", rounds=3)
    entries.enter_names(event=event, names="A\nB\nC\nD", by=director_of(club), key="names")
    draws.draw(event=event, by=director_of(club))
    plan = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=director_of(club)).events[
        0
    ]["plan"]
    assert "forbidden" not in plan["stages"][0]["options"]
