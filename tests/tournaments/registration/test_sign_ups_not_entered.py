"""A confirmed sign-up without an entry is named at the desk, and every draw asks before it leaves it out."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import User
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.desk.test_views_desk import send
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import (
    an_open_event,
    keys_of,
    open_registration,
    sign_up,
    statuses,
)
from tournaments.formats.plan import Plan, Stage
from tournaments.models import Event, EventStatus
from tournaments.play.draws import services as draws
from tournaments.play.entrants.queries.sign_ups_to_enter import list_sign_ups_to_enter
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration
from tournaments.registration.services import approval, entering

pytestmark = pytest.mark.django_db

QUESTION = "Confirmed but not entered: Lou. Enter them, or draw without them. Nothing was drawn."


@pytest.fixture
def event() -> Event:
    """An event with three entries, whose three places are taken; Lou is the first on the waiting list."""
    event = an_open_event(capacity=3)
    for name in ("Anna", "Bruno", "Carla", "Lou", "Mia"):
        sign_up(event, name)
    registration = Registration.objects.get()
    entering.enter_sign_ups(registration=registration, places=None, by=director_of(event.tournament.club))
    event.refresh_from_db()
    return event


@pytest.fixture
def by(event: Event) -> User:
    """The director."""
    return director_of(event.tournament.club)


def read(client: Client, event: Event) -> str:
    page = client.get(path_of(event, "desk/")).text
    step = page.split('<aside class="next-step"')[1].split("</aside>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", step.split(">", 1)[1]).split())


def withdraw(client: Client, event: Event, name: str) -> str:
    number = event.entries.get(player__name=name).number
    answer = client.post(path_of(event, "desk/withdraw/"), {"entry": number}, follow=True)
    return str(next(iter(answer.context["messages"])))


def names(event: Event) -> list[str]:
    return list(event.entries.order_by("number").values_list("player__name", flat=True))


def test_the_desk_says_who_moved_up_and_enters_them_by_one_button(event: Event, by: User) -> None:
    desk = signed_in(by)
    assert withdraw(desk, event, "Anna") == (
        f"Anna has been withdrawn from {event.name}. "
        "Lou has moved up from the waiting list and is not entered yet."
    )
    assert statuses(event)["Lou"] == "confirmed"
    assert read(desk, event) == (
        "1 confirmed player is not entered: Lou. Enter them Draw without them Draw and publish without them"
    )

    fields = {"action": "enter", "place": keys_of(Registration.objects.get().sign_ups.get(name="Lou"))}
    address = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    answer = desk.post(address, {**fields, "desk": event.slug})

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/"))
    assert names(event) == ["Anna", "Bruno", "Carla", "Lou"]
    assert read(desk, event).startswith("3 players entered. Make the draw.")


@pytest.mark.parametrize("page", ["draw", "draw/publish"])
def test_a_draw_of_the_page_asks_first(event: Event, by: User, page: str) -> None:
    desk = signed_in(by)
    withdraw(desk, event, "Anna")

    question = send(desk, event, page, key="a", seeding="hand", **{"seed-2": "1"})
    event.refresh_from_db()
    assert (question.status_code, event.status, QUESTION in question.text) == (200, EventStatus.DRAFT, True)
    assert '<input type="hidden" name="seed-2" value="1">' in question.text

    assert send(desk, event, page, key="a", sign_ups="without").status_code == 303
    event.refresh_from_db()
    assert event.status == (EventStatus.DRAWN if page == "draw" else EventStatus.PUBLISHED)


def test_one_button_draws_without_them_and_without_those_not_checked_in(event: Event, by: User) -> None:
    desk = signed_in(by)
    withdraw(desk, event, "Anna")
    entries.enter_names(event=event, names="Rosa", by=by, key="rosa")
    for name in ("Bruno", "Carla"):
        number = event.entries.get(player__name=name).number
        entries.set_presence(event=event, entries=[number], presence="here", by=by)
    assert "2 checked in; 1 not yet here." in read(desk, event)
    page = desk.get(path_of(event, "desk/")).text
    assert 'name="absent" value="without" form="draw-choices"' in page
    (lou,) = list_sign_ups_to_enter(event)
    assert f'name="sign_ups" value="{lou.key}" form="draw-choices"' in page
    event.refresh_from_db()
    assert send(desk, event, "draw", absent="without", sign_ups=str(lou.key)).status_code == 303


def test_the_desk_learns_of_whoever_was_confirmed_after_its_page_was_shown(event: Event, by: User) -> None:
    desk = signed_in(by)
    withdraw(desk, event, "Anna")
    (lou,) = list_sign_ups_to_enter(event)
    open_registration(event, capacity=4)
    event.refresh_from_db()

    question = send(desk, event, "draw", key="first", sign_ups=str(lou.key))
    assert (question.status_code, "Confirmed but not entered: Mia. Enter them" in question.text) == (
        200,
        True,
    )
    both = ",".join(str(one.key) for one in list_sign_ups_to_enter(event))
    assert f'name="sign_ups" value="{both}"' in question.text
    assert send(desk, event, "draw", key="second", sign_ups=both).status_code == 303


def test_a_draw_of_the_api_is_refused_until_it_says_without(event: Event, by: User) -> None:
    desk = signed_in(by)
    withdraw(desk, event, "Anna")
    path = f"/api/v1/events/{event.pk}/draws/"
    refused = desk.post(path, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "sign_ups_not_entered")
    assert desk.post(path, {"sign_ups": "without"}, content_type="application/json").status_code == 201


def test_pairing_round_1_asks_for_those_confirmed_since_the_draw(by: User, event: Event) -> None:
    swiss_plan = Plan((Stage("swiss", "swiss", lengths=(5,), options={"rounds": 2}),))
    draws.plan_event(event=event, plan=swiss_plan, by=by)
    event.refresh_from_db()
    swiss = event
    draws.draw(event=swiss, by=by)
    draws.publish(event=swiss, by=by)
    registration = Registration.objects.get()
    registration.events.update(capacity=5)
    lou = keys_of(registration.sign_ups.get(name="Lou"))
    approval.change_status(registration=registration, places=lou, action="approve", by=by)
    desk = signed_in(by)

    question = desk.post(path_of(swiss, "desk/round/swiss/"), {"key": "r"})
    assert (question.status_code, QUESTION in question.text, swiss.pairings.count()) == (200, True, 0)
    path = f"/api/v1/events/{event.pk}/rounds/"
    refused = desk.post(path, {"flight": "swiss"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "sign_ups_not_entered")

    answer = desk.post(path_of(swiss, "desk/round/swiss/"), {"key": "r", "sign_ups": "without"})
    assert (answer.status_code, swiss.pairings.count() > 0) == (303, True)


@pytest.mark.parametrize("way", ["approved", "late", "again", "places"])
def test_whoever_is_confirmed_without_an_entry_is_in_the_question(event: Event, by: User, way: str) -> None:
    registration = Registration.objects.get()
    lou = keys_of(registration.sign_ups.get(name="Lou"))
    if way == "places":
        open_registration(event, capacity=4)
    else:
        registration.events.update(capacity=9)
        if way == "late":
            approval.change_status(registration=registration, places=lou, action="withdraw", by=by)
            sign_up(event, "Lou")
        elif way == "again":
            approval.change_status(registration=registration, places=lou, action="decline", by=by)
            approval.change_status(registration=registration, places=lou, action="approve", by=by)
        else:
            approval.change_status(registration=registration, places=lou, action="approve", by=by)
    assert ("confirmed player" in read(signed_in(by), event), "Lou" in read(signed_in(by), event)) == (
        True,
        True,
    )
    page = send(signed_in(by), event, "draw", key="d")
    assert (page.status_code, "Lou" in page.text, event.status) == (200, True, EventStatus.DRAFT)


def test_the_start_of_a_mini_bracket_asks_first(client: Client) -> None:
    chair = Chair(client, "mini", seats=4, length="3")
    open_registration(chair.event)
    chair.post("names", enter=1, names="Anna\nBruno\nCarla\nDario")
    sign_up(chair.event, "Lou")
    chair.event.refresh_from_db()
    assert read(client, chair.event) == "1 confirmed player is not entered: Lou. Enter them Waiting players"

    question = chair.start_knockout()
    assert (question.status_code, QUESTION in question.text, chair.event.pairings.count()) == (200, True, 0)
    path = f"/api/v1/events/{chair.event.pk}/rolling/start/"
    start = {"points": 3, "entries": [1, 2, 3, 4]}
    refused = client.post(path, start, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "sign_ups_not_entered")

    started = client.post(path, {**start, "sign_ups": "without"}, content_type="application/json")
    assert (started.status_code, chair.event.pairings.count()) == (201, 3)
