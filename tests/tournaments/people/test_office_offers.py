"""Offers of roles to a user name: accounts are not revealed, and a role begins when it is accepted."""

import re
from urllib.parse import quote

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from matches.models import User
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tournaments.models import Club, Membership, OfficeOffer
from tournaments.people.queries.office_offers import get_offer_token
from tournaments.people.services import club_roles, office_offers

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Monday Club")


@pytest.fixture
def bruno() -> User:
    return a_user("bruno")


def a_client(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def offered(club: Club, role: str = "recorder", name: str = "bruno") -> OfficeOffer:
    offer = office_offers.offer_office(club=club, username=name, role=role, by=director_of(club))
    assert offer is not None
    return offer


@pytest.mark.parametrize("form", ["page", "api", "officials", "officials api"])
def test_an_offer_to_an_unknown_user_name_gets_the_same_answer(club: Club, bruno: User, form: str) -> None:
    evening = a_night(club).tournament.slug
    address = {
        "page": reverse("appoint", args=[club.slug]),
        "api": f"/api/v1/clubs/{club.slug}/offers/",
        "officials": reverse("officials", args=[club.slug, evening]),
        "officials api": f"/api/v1/clubs/{club.slug}/tournaments/{evening}/officials/",
    }[form]

    def answer(name: str) -> tuple[int, str]:
        director, is_json = a_client(director_of(club)), form.endswith("api")
        data = {"username": name} if form.startswith("officials") else {"username": name, "role": "helper"}
        response = director.post(address, data, **({"content_type": "application/json"} if is_json else {}))
        body = (response if is_json else director.get(response["Location"])).content.decode()
        number = OfficeOffer.objects.get(username=name).pk
        OfficeOffer.objects.all().delete()
        # These parts differ between any two requests.
        body = re.sub(r'value="[^"]{20,}"|nonce[-="\w]+|"at":"[^"]*"|"number":\d+', "", body)
        return response.status_code, body.replace(name, "").replace(f"offers/{number}/", "")

    assert answer("bruno") == answer("nobod")
    assert not Membership.objects.filter(club=club, user=bruno).exists()


def test_an_offered_role_is_accepted_on_the_account_page(club: Club, bruno: User) -> None:
    offer, browser = offered(club), a_client(bruno)
    assert not club.desk.officials.filter(pk=bruno.pk).exists()
    assert "scorekeeper: Monday Club" in text(browser, "/account/")

    answered = browser.post(reverse("answer-offer", args=[offer.pk, "accept"]), follow=True)

    assert "Role accepted: scorekeeper, Monday Club." in answered.content.decode()
    assert Membership.objects.get(club=club, user=bruno).role == "recorder"
    assert club.desk.officials.filter(pk=bruno.pk).exists()
    assert "Invitations to a role" not in text(browser, "/account/")
    with pytest.raises(Refusal, match="offer_ended"):
        office_offers.accept_offer(offer=offer, by=bruno)


def test_a_declined_offer_gives_no_role_and_is_audited(club: Club, bruno: User) -> None:
    offer = offered(club)

    a_client(bruno).post(reverse("answer-offer", args=[offer.pk, "decline"]))

    offer.refresh_from_db()
    assert (offer.state, Membership.objects.filter(user=bruno).exists()) == ("declined", False)
    trail = text(a_client(director_of(club)), reverse("audit-log", args=[club.slug]))
    assert "bruno was offered a role: scorekeeper." in trail
    assert "bruno declined a role: scorekeeper." in trail


def test_a_director_sees_and_withdraws_open_offers(club: Club, bruno: User) -> None:
    offer, director = offered(club), a_client(director_of(club))
    page = reverse("members", args=[club.slug])
    assert "Waiting for acceptance" in text(director, page)

    director.post(reverse("withdraw-offer", args=[club.slug, offer.pk]))

    assert "Waiting for acceptance" not in text(director, page)
    answer = a_client(bruno).post(reverse("answer-offer", args=[offer.pk, "accept"]))
    assert (answer.status_code, Membership.objects.filter(user=bruno).exists()) == (404, False)


def test_an_account_created_later_cannot_accept_an_offer_to_its_name(club: Club) -> None:
    offer = offered(club, name="later")
    later = a_user("later")

    with pytest.raises(Refusal, match="offer_ended"):
        office_offers.accept_offer(offer=offer, by=later)
    assert "Invitations to a role" not in text(a_client(later), "/account/")


def test_a_person_without_an_account_signs_up_by_the_link_and_lands_on_the_desk(club: Club) -> None:
    event = a_night(club)
    tournament, director = event.tournament, a_client(director_of(club))
    officials_page = reverse("officials", args=[club.slug, tournament.slug])
    director.post(officials_page, {"username": "greta"})
    offer = OfficeOffer.objects.get()
    page = text(director, officials_page)
    link = re.search(r'value="https?://[^/]+(/roles/[^"]+)"', page)
    assert ("greta" in page, link is not None) == (True, True)
    address = link[1] if link else ""
    visitor = Client()
    assert "Create an account" in text(visitor, address)
    response = visitor.post(address)
    sign_up_page = f"/sign-up/?next={quote(address, safe='')}"
    assert (response.status_code, response["Location"]) == (303, sign_up_page)
    assert visitor.get(f"{address[:-2]}x/").status_code == 404

    greta = a_user("greta2")
    accepted = a_client(greta).post(address)
    desk = reverse("desk", args=[club.slug, tournament.slug, event.slug])
    assert (accepted.status_code, accepted["Location"]) == (303, desk)
    assert tournament.desk.officials.filter(pk=greta.pk).exists()
    offer.refresh_from_db()
    assert (offer.state, offer.user) == ("accepted", greta)
    home = text(a_client(greta), "/")
    assert ("Tournaments you run" in home, f'href="{desk}"' in home) == (True, True)
    assert a_client(a_user("thief")).post(address).status_code == 404
    assert "greta" not in text(director, officials_page).partition("Waiting for acceptance")[2]


def test_a_lower_role_accepted_by_a_link_does_not_replace_a_higher_one(club: Club) -> None:
    offer, secretary = offered(club, role="helper", name="later"), a_user("secretary")
    club_roles.appoint(club=club, user=secretary, role="secretary", by=director_of(club))
    address = reverse("offered-role", args=[offer.pk, get_offer_token(offer)])
    assert a_client(secretary).post(address).status_code == 303
    assert Membership.objects.get(club=club, user=secretary).role == "secretary"


def test_the_link_of_a_withdrawn_offer_is_closed(club: Club) -> None:
    offer = offered(club, name="later")
    address = reverse("offered-role", args=[offer.pk, get_offer_token(offer)])
    assert Client().get(address).status_code == 200
    office_offers.withdraw_offer(offer=offer, by=director_of(club))
    assert [Client().get(address).status_code, a_client(a_user()).post(address).status_code] == [404, 404]


def test_an_offer_ends_when_its_maker_can_no_longer_give_the_role(club: Club, bruno: User) -> None:
    first, second = director_of(club), a_user("second")
    club_roles.appoint(club=club, user=second, role="director", by=first)
    offer = office_offers.offer_office(club=club, username="bruno", role="director", by=first)
    assert offer is not None
    club_roles.appoint(club=club, user=first, role="member", by=second)

    with pytest.raises(Refusal, match="offer_ended"):
        office_offers.accept_offer(offer=offer, by=bruno)
    assert not Membership.objects.filter(club=club, user=bruno).exists()


def test_a_lower_role_is_assigned_without_an_offer(club: Club, bruno: User) -> None:
    club_roles.appoint(club=club, user=bruno, role="secretary", by=director_of(club))

    lesser = {"club": club, "username": "bruno", "role": "helper", "by": director_of(club)}
    assert office_offers.offer_office(**lesser) is None
    assert Membership.objects.get(club=club, user=bruno).role == "helper"
    for name in ("nobody", a_user("stranger").username):
        with pytest.raises(Refusal, match="not_a_member"):
            office_offers.offer_office(club=club, username=name, role="member", by=director_of(club))


def test_a_role_at_the_desk_of_a_tournament_is_offered_too(club: Club, bruno: User) -> None:
    tournament = a_night(club).tournament
    offer = office_offers.offer_desk(tournament=tournament, username="bruno", by=director_of(club))
    assert not tournament.desk.officials.filter(pk=bruno.pk).exists()

    office_offers.accept_offer(offer=offer, by=bruno)

    assert tournament.desk.officials.filter(pk=bruno.pk).exists()


def test_roles_are_offered_accepted_and_declined_by_api(club: Club, bruno: User) -> None:
    director, invited = a_client(director_of(club)), a_client(bruno)
    base, as_json = f"/api/v1/clubs/{club.slug}/", {"content_type": "application/json"}
    response = director.post(f"{base}offers/", {"username": "bruno", "role": "helper"}, **as_json)
    offer = response.json()
    assert (offer["username"], offer["kind"], offer["role"]) == ("bruno", "club", "helper")
    assert director.post(f"{base}offers/{offer['number']}/accept/", {}, **as_json).status_code == 404

    accepted = invited.post(f"{base}offers/{offer['number']}/accept/", {}, **as_json)

    assert (accepted.status_code, director.get(f"{base}offers/").json()["results"]) == (200, [])
    assert Membership.objects.get(club=club, user=bruno).role == "helper"


@pytest.mark.parametrize(
    "changes",
    [
        {"username": ""},
        {"kind": "king"},
        {"state": "lost"},
        {"state": "accepted"},
        {"role": ""},
        {"role": "king"},
    ],
)
def test_an_offer_meets_its_constraints(club: Club, changes: dict[str, str]) -> None:
    offer = offered(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        OfficeOffer.objects.filter(pk=offer.pk).update(**changes)
