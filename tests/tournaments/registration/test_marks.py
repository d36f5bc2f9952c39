"""The page of registrations says what a mark as paid is for, and what was taken by it."""

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from matches.actors import Identity
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.finances.fee_factories import director as director_user
from tests.tournaments.finances.fee_factories import key, with_money
from tests.tournaments.registration.registrations import PREFIX, an_open_event, keys_of, sign_up
from tournaments.finances.services import funds
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, Registration, SignUp
from tournaments.registration.services import registration_settings, sign_ups
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails
from tournaments.services import tournaments

pytestmark = pytest.mark.django_db
SENTENCE = (
    "A mark as paid or not paid is for all events of the person's registration, not only for the one ticked."
)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """An event with a fee of 50 whose registration is open."""
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    return event


@pytest.fixture
def second_event(event: Event) -> Event:
    """Another event of the tournament with a fee of 3, open as well."""
    by = director_of(event.tournament.club)
    second = tournaments.add_event(
        tournament=event.tournament, name="Speed", length=3, consolation_length=3, by=by
    )
    funds.set_fees(event=second, options=FundOptions(fee=3_00, template="winner"), by=by, key=key())
    registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(),
        events={one.pk: EventOptions() for one in (event, second)},
        by=by,
        page_prefix=PREFIX,
    )
    return second


@pytest.fixture
def desk(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director_user(event))


def page_of(event: Event) -> str:
    return reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])


def sign_up_for(name: str, *events: Event) -> SignUp:
    """Sign a person up for several events."""
    return sign_ups.sign_up(
        registration=Registration.objects.get(),
        details=SignUpDetails(name=name),
        choices=[EventChoice(event=event.pk) for event in events],
        identity=Identity(user=None, device="a phone"),
    )


def mark(desk: Client, event: Event, *places: int, action: str = "paid") -> list[str]:
    """Mark places as paid in cash, or as not paid, and return the messages on the page."""
    form = {"action": action, "place": list(places), "method": "cash"}
    answer = desk.post(page_of(event), form, follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_a_mark_for_one_event_names_the_sum_of_all_events(
    event: Event, second_event: Event, desk: Client
) -> None:
    row = sign_up_for("Anna Rossi", event, second_event)
    place = EventSignUp.objects.get(sign_up=row, event__event=event)
    assert mark(desk, event, place.pk) == ["Received: €53.00 from Anna Rossi."]
    assert mark(desk, event, place.pk) == ["0 registrations changed."]
    assert mark(desk, event, place.pk, action="unpaid") == ["1 registration changed."]


def test_a_mark_of_several_people_names_their_sum(event: Event, desk: Client) -> None:
    anna, bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    mark(desk, event, *keys_of(anna))
    assert mark(desk, event, *keys_of(anna, bruno, carla)) == ["Received: €100.00 from 2 people."]


def test_a_mark_without_fees_at_the_cash_desk_names_no_sum(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    row = sign_up(event, "Anna")
    assert mark(signed_in(director_user(event)), event, *keys_of(row)) == ["1 registration changed."]


def test_the_page_of_one_event_does_not_speak_of_several(event: Event, desk: Client) -> None:
    sign_up(event, "Anna")
    assert SENTENCE not in text_of(desk, page_of(event))


def test_the_page_of_several_events_says_that_a_mark_is_for_all(
    event: Event, second_event: Event, desk: Client
) -> None:
    sign_up(event, "Anna")
    assert SENTENCE in text_of(desk, page_of(event))
