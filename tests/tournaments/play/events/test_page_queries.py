"""Pages of an event: the number of queries, permissions, languages and forms."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import TimeMachineFixture

from matches.models import Match
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.finances.services import funds
from tournaments.models import Event
from tournaments.people.services import club_roles

pytestmark = pytest.mark.django_db

PUBLIC = (
    "",
    "bracket/",
    "entries/",
    "results/",
    "draw-audit/",
    "journal/",
    "embed/?part=bracket",
    "embed/?part=now",
)
DESK = (
    *("desk/", "desk/entries/", "desk/change/", "desk/plan/", "desk/screens/", "desk/paper/"),
    *("desk/entry/1/", "desk/figures/", "desk/find/?q=Player"),
)
# The most are those of the desk of a tournament.
MOST = 27


@replayed
def a_running_event(size: int) -> Event:
    """An event in play, with three results."""
    event = club_evenings.a_night(club_evenings.a_club(), names(size))
    for label in ("M1-1", "M1-2", "M1-3"):
        club_evenings.settle(club_evenings.match_at(event, label))
    return event


def queries_of(event: Event) -> dict[str, int]:
    """The number of queries by page."""
    visitor, director = Client(), Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    pages = [(visitor, page) for page in PUBLIC] + [(director, page) for page in DESK]
    counts = {}
    for client, page in pages:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path_of(event, page)).status_code == 200
            counts[page] = len(queries)
    return counts


@pytest.mark.second_stage
def test_the_number_of_queries_does_not_depend_on_the_field() -> None:
    small, large = (queries_of(a_running_event(size)) for size in (32, 64))

    assert large == small
    assert max(large.values()) <= MOST


def test_the_finances_tab_is_shown_to_cashiers_alone(client: Client) -> None:
    event = a_running_event(8)
    club, cashier, visitor = event.tournament.club, a_user(), Client()
    by = club_evenings.director_of(club)
    funds.turn_on_fees(
        event=event, currency="EUR", options=funds.FundOptions(template="winner"), by=by, key="fees"
    )
    club_roles.appoint(club=club, user=cashier, role="secretary", by=by)
    client.force_login(cashier)

    for page in PUBLIC[:6]:
        assert "/desk/money/" in client.get(path_of(event, page)).content.decode()
        assert "/desk/money/" not in visitor.get(path_of(event, page)).content.decode()


def test_a_new_director_may_correct_results_at_once(client: Client) -> None:
    event = a_running_event(8)
    path, helper, visitor = path_of(event, "results/"), a_user(), Client()
    client.force_login(helper)
    assert "/desk/correct/" not in client.get(path).content.decode()
    club = event.tournament.club
    club_roles.appoint(club=club, user=helper, role="director", by=club_evenings.director_of(club))

    assert "/desk/correct/" in client.get(path).content.decode()
    assert "/desk/correct/" not in visitor.get(path).content.decode()


def test_pages_are_shown_in_the_language_of_the_reader(client: Client) -> None:
    path = path_of(a_running_event(8), "entries/")
    pages = [
        client.get(path, headers={"Accept-Language": language}).content.decode() for language in ("en", "it")
    ]

    assert ['<th scope="col">Player' in page for page in pages] == [True, False]
    assert ['<th scope="col">Giocatore' in page for page in pages] == [False, True]


def test_the_form_of_a_match_row_records_its_result() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(8))
    client = Client(enforce_csrf_checks=True)
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = event.tournament.desk.matches.filter(status="called").order_by("pk")[0]
    page = client.get(path_of(event, "desk/")).content.decode()
    form = page[page.index(f'id="match-{match.code}"') :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    answer = client.post(path_of(event, "desk/result/"), {**fields, "white_score": 5, "black_score": 2})
    match.refresh_from_db()

    assert (answer.status_code, match.status, match.winner) == (303, "settled", "white")


def test_a_match_row_shows_how_long_ago_it_was_called(time_machine: TimeMachineFixture) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(8))
    client, now = Client(), timezone.now()
    client.force_login(club_evenings.director_of(event.tournament.club))
    match = event.tournament.desk.matches.filter(status="called").order_by("pk")[0]
    Match.objects.filter(pk=match.pk).update(called_at=now)
    time_machine.move_to(now + timezone.timedelta(minutes=7))
    page = client.get(path_of(event, "desk/")).content.decode()

    assert "for 7\xa0minutes" in page.split(f'id="more-{match.code}"')[1].split("</summary>")[0]
