"""Two clubs under one roof: nothing of one is found through the other, and nothing of it is shown there."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.house import bodies, matrix, matrix_api
from tests.house.world import House, a_house

pytestmark = pytest.mark.django_db

# Pages of the whole house, where every club is announced to everybody.
EVERYBODYS = {"/", "/api/v1/clubs/", "/api/v1/matches/"}
PUBLIC = [*matrix.PUBLIC.split(), *matrix_api.PUBLIC.split()]
OF_A_CLUB = [address for address in PUBLIC if "{" in address and address not in EVERYBODYS]
DESK = ("", "cards/", "correct/{match}/")
MIXED = (
    "/clubs/{club}/{other_evening}/",
    "/clubs/{club}/{other_evening}/monday-night/",
    "/clubs/{competition}/desk/correct/{other_match}/",
    "/clubs/{club}/{other_league_path}/league/",
    "/clubs/{club}/{other_league_path}/league/1.csv",
    "/clubs/{club}/{other_league_path}/desk/league/",
    "/m/{match}/record/{other_record}/",
    "/m/{match}/record/{other_record}/text/",
    "/api/v1/matches/{match}/records/{other_record}/",
    "/api/v1/clubs/{club}/ratings/{other_list}/",
    "/api/v1/clubs/{club}/evenings/{other_evening}/",
)


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[House, House]]:
    """Two houses whose names carry different marks, on different days."""
    with django_db_blocker.unblock(), transaction.atomic():
        ours, theirs = a_house("Heron"), a_house("Magpie")
        held = theirs.event.tournament
        held.slug = "their-night"
        held.save()
        season = theirs.league.tournament
        season.slug = theirs.league.slug = "their-league"
        season.save()
        theirs.league.save()
        yield ours, theirs
        transaction.set_rollback(True)


@pytest.fixture
def director(clubs: tuple[House, House]) -> Client:
    """The director of the first club."""
    client = Client()
    client.force_login(clubs[0].director)
    return client


@pytest.mark.parametrize("address", OF_A_CLUB)
def test_a_page_shows_its_own_club_alone(clubs: tuple[House, House], director: Client, address: str) -> None:
    page = director.get(address.format(law="match.crawford", **clubs[0].names))

    assert (page.status_code, b"magpie" in page.content.lower()) == (200, False)


@pytest.mark.parametrize("page", DESK)
def test_a_desk_shows_its_own_club_alone(clubs: tuple[House, House], director: Client, page: str) -> None:
    address = "/clubs/{competition}/desk/" + page

    seen, closed = (director.get(address.format(**house.names)) for house in clubs)

    assert (seen.status_code, b"magpie" in seen.content.lower()) == (200, False)
    assert closed.status_code == 404


@pytest.mark.parametrize("address", MIXED)
def test_what_is_another_clubs_is_not_there(
    clubs: tuple[House, House], director: Client, address: str
) -> None:
    ours, theirs = clubs
    others = {f"other_{name}": value for name, value in theirs.names.items()}
    others["other_league_path"] = str(others["other_league"]).partition("/")[2]

    answer = director.get(address.format(**ours.names, **others))

    assert (answer.status_code, b"magpie" in answer.content.lower()) == (404, False)


@pytest.mark.parametrize("deed", ["result", "confirm", "rule", "award", "call"])
def test_no_desk_decides_another_clubs_match(clubs: tuple[House, House], director: Client, deed: str) -> None:
    ours, theirs = clubs
    asked = {**bodies.RULED, "match": theirs.match.code, "ending": "forfeit", "winner": "white", "table": 1}
    theirs.match.refresh_from_db()
    before = theirs.match.version

    answer = director.post("/clubs/{competition}/desk/".format(**ours.names) + f"{deed}/", asked)

    theirs.match.refresh_from_db()
    assert (answer.status_code, theirs.match.version) == (404, before)
