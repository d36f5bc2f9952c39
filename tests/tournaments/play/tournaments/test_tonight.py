"""*Start now*: tonight's tournament with the usual settings of the club."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.queries.desks import count_tables
from tests.factories import a_user
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Club, Event, Tournament
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.events.event_state import get_event_state
from tournaments.play.tournaments.services import tonight, tournaments, weekly_nights

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


def start(club: Club, now: datetime = MONDAY) -> Tournament:
    return tonight.start_tonight(club=club, name="Club night", by=director_of(club), now=now)


def describe(tournament: Tournament) -> tuple[object, ...]:
    """Name, start, tables, confirmation, and the stages and lengths of its events."""
    desk, events = tournament.desk, tournament.events.order_by("pk")
    plans = [[stage.key for stage in get_event_state(event).plan.stages] for event in events]
    lengths = [(event.main_length, event.consolation_length) for event in events]
    return (tournament.name, tournament.starts_at, count_tables(desk), desk.confirm_policy, plans, lengths)


def test_the_first_one_has_what_the_form_of_a_tournament_proposes(club: Club) -> None:
    assert describe(start(club)) == ("Club night", MONDAY, 8, "both", [[]], [(7, 5)])


def test_it_has_the_settings_of_the_last_tournament_of_one_day(club: Club) -> None:
    by, before = director_of(club), MONDAY - timedelta(days=7)
    setup = tournaments.TournamentSetup(5, "trust")
    plan = make_plan("swiss", FormatOptions(main=(9,), rounds=4))
    options = {"club": club, "by": by, "setup": setup, "lengths": (9, 3), "plan": plan}
    tournaments.create_tournament_with_event(**options, name="Last one", starts_at=before)
    later = tournaments.create_knockout_tournament(
        **{"club": club, "by": by, "name": "Weekend", "length": 11, "consolation_length": 7, "tables": 30},
        starts_at=before + timedelta(days=1),
    )
    Tournament.objects.filter(events=later).update(ends_on=before + timedelta(days=2))
    tournaments.create_tournament_with_event(**options, name="Next", starts_at=MONDAY + timedelta(days=3))

    assert describe(start(club)) == ("Club night", MONDAY, 5, "trust", [["swiss"]], [(9, 3)])


def test_started_twice_it_is_one_until_it_is_drawn(club: Club) -> None:
    by, first = director_of(club), start(club)
    assert start(club, MONDAY + timedelta(hours=1)) == first
    event = first.events.get()
    entries.enter_names(event=event, names="Anna\nBruno", by=by, key="names")
    assert start(club) == first

    draws.draw(event=event, by=by)

    assert start(club) != first
    assert Tournament.objects.filter(club=club).count() == 2


def test_the_weekly_tournament_of_today_is_started_unless_it_is_skipped(club: Club) -> None:
    by, now = director_of(club), timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    event_data = {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": {}}
    template = weekly_nights.NightTemplate(
        name="Backgammon night", weekday=now.weekday(), begins=time(20, 30), events=[event_data], tables=3
    )
    night = weekly_nights.save_night(club=club, template=template, by=by)
    weekly_nights.skip_night(night=night, day=timezone.localdate(now), by=by)
    skipped = start(club, now)
    assert (skipped.name, skipped.weekly) == ("Club night", None)
    Tournament.objects.filter(pk=skipped.pk).update(archived_at=now)
    weekly_nights.restore_night(night=night, day=timezone.localdate(now), by=by)

    started = Tournament.objects.get(pk=start(club, now).pk)

    assert (started.name, started.weekly, count_tables(started.desk)) == ("Backgammon night", night, 3)


def test_only_directors_start_it(club: Club) -> None:
    with refused("directors_only"):
        tonight.start_tonight(club=club, name="Club night", by=a_user(), now=MONDAY)

    assert Tournament.objects.count() == 0


def test_the_home_page_leads_to_the_names_and_later_to_the_usual_players(club: Club) -> None:
    director, address = signed_in(director_of(club)), reverse("start-now", args=[club.slug])
    assert f'action="{address}"' in text_of(director, "/")
    assert f'action="{address}"' not in text_of(Client(), "/")

    answer = director.post(address)

    event = Event.objects.get()
    desk = reverse("desk", args=[club.slug, event.tournament.slug, event.slug])
    assert (answer.status_code, answer["Location"]) == (303, desk)
    assert 'id="names-box"' in text_of(director, desk)
    Tournament.objects.all().update(archived_at=timezone.now())
    a_night(club, ("Anna", "Bruno"), week=-9)
    page = text_of(director, director.post(address)["Location"])
    assert ["Anna" in page, "Bruno" in page, "Returning players" in page] == [True, True, True]
