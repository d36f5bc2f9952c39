"""Marks of father and son behind the names of a list find the members who have them."""

import pytest

from matches.models import Player
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_names import match_listed_people
from tournaments.models import Club
from tournaments.people.services import members

pytestmark = pytest.mark.django_db

NAME = "Vito Lorusso"


def enrol(club: Club, distinction: str) -> Player:
    membership = members.enrol_by_name(
        club=club, name=f"{NAME}; person: new", distinction=distinction, by=director_of(club)
    )
    assert membership.player is not None
    return membership.player


@pytest.mark.parametrize(("mark", "place"), [("p", 0), ("padre", 0), ("F", 1), ("son", 1), ("otley", 2)])
def test_a_mark_finds_the_member_who_has_it_in_any_form(mark: str, place: int) -> None:
    club = a_club()
    players = [enrol(club, text) for text in ("padre", "figlio", "Otley")]
    (named,) = match_listed_people(club, [ListedPerson(NAME, 2, mark=mark)])
    assert (named.player, named.near) == (players[place], ())


def test_a_mark_that_no_member_has_needs_a_choice() -> None:
    club = a_club()
    player = enrol(club, "")
    (named,) = match_listed_people(club, [ListedPerson(NAME, 2, mark="p")])
    assert (named.player, [one.value for one in named.near]) == (None, [f"p:{player.code}"])
