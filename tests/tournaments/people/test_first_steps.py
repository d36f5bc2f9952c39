"""What the page of a new club proposes to its managers."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.club_pages import signed_in, text_of
from tournaments.models import Club, Membership, Role, Tournament
from tournaments.people.services import members
from tournaments.play.tournaments.services import tonight

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


def list_steps(club: Club, client: Client) -> list[str]:
    """The first steps that somebody sees on the page of a club."""
    page = text_of(client, reverse("club", args=[club.slug]))
    section = re.search(r'aria-labelledby="first-steps">(.*?)</section>', page, re.DOTALL)
    return re.findall(r"<strong>(.*?)</strong>", section[1]) if section else []


def test_each_step_disappears_when_it_is_done(club: Club) -> None:
    by = director_of(club)
    director = signed_in(by)
    assert list_steps(club, director) == ["Play tonight", "Add members", "Import last year's results"]

    members.enrol_by_name(club=club, name="Anna Rossi", by=by)
    assert list_steps(club, director) == ["Play tonight", "Import last year's results"]

    tonight.start_tonight(club=club, name="Club night", by=by, now=timezone.now())
    assert list_steps(club, director) == ["Import last year's results"]

    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=400))
    assert list_steps(club, director) == []


def test_guests_of_a_tournament_are_no_members(club: Club) -> None:
    a_night(club, ("Anna", "Bruno", "Carla", "Dario"))
    assert list_steps(club, signed_in(director_of(club)))[:1] == ["Add members"]


def test_only_managers_see_them_and_a_secretary_starts_no_tournament(club: Club) -> None:
    secretary = a_user()
    Membership.objects.create(club=club, user=secretary, role=Role.SECRETARY)

    assert list_steps(club, signed_in(secretary)) == ["Add members", "Import last year's results"]
    assert [list_steps(club, client) for client in (Client(), signed_in(a_user()))] == [[], []]


def test_they_can_be_dismissed_and_shown_again(club: Club) -> None:
    director, address = signed_in(director_of(club)), reverse("dismiss-first-steps", args=[club.slug])
    assert signed_in(a_user()).post(address).status_code == 404
    assert [director.post(address).status_code for _ in range(2)] == [303, 303]
    assert list_steps(club, director) == []

    form = {"name": club.name, "joining": "invited", "casual": "nothing", "shows_first_steps": "on"}
    assert director.post(reverse("edit-club-page", args=[club.slug]), form).status_code == 303

    assert "Play tonight" in list_steps(club, director)
