"""The demo command: it fills an empty site through the services and shows a tournament in play."""

from collections import Counter
from datetime import datetime

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.models import Match, User
from matches.records.models import Transcript
from tests.factories import a_user
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import match_at
from tournaments.demo import loader, people
from tournaments.management.commands import demo
from tournaments.models import Club, Event, EventStatus, RatingChange, Season
from tournaments.registration.models import EventSignUp, Registration
from tournaments.registration.queries import places_left
from tournaments.seasons.queries import honours

pytestmark = pytest.mark.django_db


@pytest.mark.second_stage
def test_the_demo_has_a_finished_a_running_and_a_coming_tournament(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("demo", language="it")
    finished, running, announced = Event.objects.order_by("pk")
    assert (announced.status, announced.entries.count()) == (EventStatus.DRAFT, 0)
    assert (finished.status, running.status) == (EventStatus.FINISHED, EventStatus.PUBLISHED)
    assert (finished.entries.count(), running.entries.count()) == (12, 16)
    tonight = Match.objects.filter(pairing__event=running)
    assert Counter(tonight.values_list("status", flat=True)) == {
        "settled": 5,
        "running": 3,
        "disputed": 1,
        "reported": 1,
        "called": 1,
        "scheduled": 1,
    }
    for event in (finished, running):
        projection_check.check(event)
    assert people.get_password() in capsys.readouterr().out
    check_records()
    check_ratings()
    assert result_of(finished, "M1-2") == ("Irene Costa", 0, 5, "Luca Rinaldi")
    check_registration()
    check_links(client)


@pytest.mark.second_stage
def test_the_demo_has_two_years_of_nights(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-28T10:00Z", tick=False)
    call_command("demo", language="en")
    club = Club.objects.get()
    reviews = [honours.get_year_review(club, year) for year in (2024, 2025, 2026)]

    assert (club.name, club.slug) == ("Bar Point Backgammon Club", "bar-point")
    assert [review.events for review in reviews] == [len(review.titles) for review in reviews] == [5, 46, 41]
    assert [review.players for review in reviews] == [23, 24, 24]
    assert list(Season.objects.order_by("starts_on").values_list("name", flat=True)) == [
        "Season 2024",
        "Season 2025",
        "Season 2026",
    ]
    check_ratings()
    starts = Event.objects.order_by("pk").values_list("tournament__starts_at", flat=True)
    assert [timezone.localtime(start).isoformat()[:16] for start in starts] == [
        "2026-11-21T10:00",
        "2026-11-28T10:00",
        "2026-12-19T14:00",
    ]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "en_IE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_demo_speaks_the_language_of_the_computer_or_english(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert demo.get_system_language() == language


@pytest.mark.parametrize(
    ("now", "start"),
    [
        ("2026-11-28T20:30", "2026-11-28T19:30"),
        ("2026-11-28T20:44", "2026-11-28T19:30"),
        ("2026-11-28T00:10", "2026-11-27T23:00"),
    ],
)
def test_the_tournament_in_play_began_an_hour_ago(now: str, start: str) -> None:
    assert loader.get_start(datetime.fromisoformat(now)) == datetime.fromisoformat(start)


def check_records() -> None:
    """Check that three matches have a certified record that fits them and agrees with their result."""
    records = Transcript.objects.select_related("match__white", "match__black")
    states = [(record.status, record.agrees, record.mismatches) for record in records]
    assert states == [("certified", True, [])] * 3
    for record in records:
        names = [record.match.white.name, record.match.black.name]
        assert (record.match.status, record.verdict["players"]) == ("settled", names)


def check_ratings() -> None:
    """Check that every played match is rated once for each of its players."""
    played = Match.objects.filter(status="settled", ending="played").count()
    assert RatingChange.objects.filter(replaced_in=None).count() == 2 * played


def check_registration() -> None:
    """Check that the coming tournament has open registration and a waiting list."""
    registration, now = Registration.objects.select_related("tournament").get(), timezone.now()
    assert registration.tournament.starts_at > now
    assert places_left.get_state(registration, now) == places_left.OPEN
    statuses = EventSignUp.objects.order_by("order").values_list("status", flat=True)
    assert list(statuses) == ["confirmed"] * 6 + ["waiting"]


def check_links(client: Client) -> None:
    """Check that the printed links open with the printed password, which is not that of a host."""
    links = loader.get_links()
    assert links is not None
    assert client.login(username=links.username, password=links.password)
    assert [client.get(path).status_code for path in (links.desk, links.table)] == [200, 200]
    assert User.objects.get(username=links.username).is_superuser is False


def result_of(event: Event, label: str) -> tuple[str, int, int, str]:
    match = match_at(event, label)
    return (match.white.name, match.white_score, match.black_score, match.black.name)


def test_the_demo_is_refused_on_a_site_with_data() -> None:
    a_user()
    with pytest.raises(CommandError):
        call_command("demo")
    assert Event.objects.count() == 0


def test_a_site_without_the_demo_has_no_links() -> None:
    assert loader.get_links() is None
