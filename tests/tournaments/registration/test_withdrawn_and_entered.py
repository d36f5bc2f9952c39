"""The desk enters somebody who has withdrawn a sign-up: it asks, and the price of the sign-up comes back."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import Identity
from rules.errors import Refusal
from tests.tournaments.club_evenings import director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up, status_of
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.registration.models import EventSignUp, Registration, RegistrationEvent, SignUp
from tournaments.registration.queries import event_fees
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import approval, sign_ups

pytestmark = pytest.mark.django_db
QUESTION = "the same person? If so, choose “Same person as entered”"


@pytest.fixture
def event() -> Event:
    return an_open_event(capacity=1)


@pytest.fixture
def row(event: Event) -> SignUp:
    """Vera, who has withdrawn from the waiting list."""
    sign_up(event, "Anna Rossi")
    row = sign_up(event, "Vera Xu")
    EventSignUp.objects.filter(sign_up=row).update(announced_fee=Decimal(60))
    RegistrationEvent.objects.update(fee=Decimal(70))
    sign_ups.withdraw_own(token=get_token(row), events=None, identity=Identity(device="a phone"))
    return row


def take(event: Event, row: SignUp) -> int:
    return approval.change_status(
        registration=Registration.objects.get(),
        places=keys_of(row),
        action="same-person",
        by=director_of(event.tournament.club),
    )


def enter(event: Event, name: str) -> None:
    entries.enter_names(event=event, names=name, by=director_of(event.tournament.club), key=name)


def test_the_entry_box_and_the_late_entry_ask_about_a_withdrawn_sign_up(
    client: Client, event: Event, row: SignUp
) -> None:
    client.force_login(director_of(event.tournament.club))
    box = client.post(path_of(event, "desk/names/"), {"names": "vera xu\nUgo Neri\nAnna Rossi"}).text
    assert box.count(QUESTION) == 1
    enter(event, "Anna Rossi\nUgo Neri\nIda Blu\nLeo Sala")
    draws.draw(event=event, by=director_of(event.tournament.club))
    draws.publish(event=event, by=director_of(event.tournament.club))
    late = {"act": "late", "flight": "main", "name": "Vera Xu"}
    assert QUESTION in client.get(path_of(event, "desk/change/"), late).text


def test_the_desk_takes_the_sign_up_as_that_of_the_entry(client: Client, event: Event, row: SignUp) -> None:
    with pytest.raises(Refusal, match="sign_up_without_entry"):
        take(event, row)
    enter(event, "Vera Xu")
    place = EventSignUp.objects.get(sign_up=row)
    assert (place.status, place.player) == ("withdrawn", None)
    assert event_fees.get_player_prices(event) == {}

    client.force_login(director_of(event.tournament.club))
    address = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    assert "Vera Xu is entered. The same person?" in client.get(address).text
    answer = client.post(address, {"action": "same-person", "place": keys_of(row)}, follow=True)
    assert "1 registration changed." in answer.text
    assert "Same person as entered" not in answer.text

    place.refresh_from_db()
    assert (place.status, place.player and place.player.full_name) == ("confirmed", "Vera Xu")
    prices = event_fees.get_player_prices(event)
    assert place.player_id is not None
    assert prices[place.player_id].amount == Decimal(60)
    page = client.get(reverse("own-sign-up", args=[get_token(row)])).text
    assert "The desk has entered you." in page


def test_another_person_of_the_name_stays_new(event: Event, row: SignUp) -> None:
    enter(event, "Vera Xu")
    assert status_of(row) == "withdrawn"
    assert event_fees.get_player_prices(event) == {}


def test_an_undo_of_the_entry_withdraws_the_sign_up_again(event: Event, row: SignUp) -> None:
    enter(event, "Vera Xu")
    assert take(event, row) == 1
    assert (take(event, row), status_of(row)) == (0, "confirmed")
    event.refresh_from_db()
    journal.undo(event=event, by=director_of(event.tournament.club))
    assert (status_of(row), EventSignUp.objects.get(sign_up=row).player) == ("withdrawn", None)


def test_the_list_of_returning_players_asks_about_a_withdrawn_sign_up(
    client: Client, event: Event, row: SignUp
) -> None:
    by = director_of(event.tournament.club)
    entries.create_person(event=event, name="Vera Xu", by=by)
    client.force_login(by)
    assert client.get(path_of(event, "desk/regulars/")).text.count(QUESTION) == 1
