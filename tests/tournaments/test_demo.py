"""The demo command: it fills an empty site through the services and shows a tournament in play."""

from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from matches.models import Match, User
from matches.records.models import Transcript
from tests.factories import a_user
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import match_at
from tournaments.demo import loader, people
from tournaments.models import Event, EventStatus, RatingChange

pytestmark = pytest.mark.django_db


def test_the_demo_has_one_finished_and_one_running_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
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


def check_records() -> None:
    """Check that three matches have a certified record that agrees with their result and players."""
    records = Transcript.objects.select_related("match__white", "match__black")
    assert [(record.status, record.agrees) for record in records] == [("certified", True)] * 3
    for record in records:
        names = [record.match.white.name, record.match.black.name]
        assert (record.match.status, record.verdict["players"]) == ("settled", names)


def check_ratings() -> None:
    """Check that every played match is rated once for each of its players."""
    played = Match.objects.filter(status="settled", ending="played").count()
    assert RatingChange.objects.filter(replaced_in=None).count() == 2 * played


def result_of(event: Event, label: str) -> tuple[str, int, int, str]:
    match = match_at(event, label)
    return (match.white.name, match.white_score, match.black_score, match.black.name)


def test_the_demo_is_refused_on_a_site_with_data() -> None:
    a_user()
    with pytest.raises(CommandError):
        call_command("demo")
    assert Event.objects.count() == 0


def test_the_printed_links_open(client: Client) -> None:
    call_command("demo")
    links = loader.get_links()
    assert links is not None
    assert client.login(username=links.username, password=links.password)
    assert [client.get(path).status_code for path in (links.desk, links.table)] == [200, 200]
    assert User.objects.get(username=links.username).is_superuser is False


def test_a_site_without_the_demo_has_no_links() -> None:
    assert loader.get_links() is None
