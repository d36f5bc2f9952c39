"""Somebody who has signed up adds an event, and answers the questions of the registration once."""

import csv
import io
from collections.abc import Callable

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.actors import Identity
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.page_forms import form_with
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import (
    an_open_event,
    ask,
    keys_of,
    open_registration,
    sign_up,
    statuses,
)
from tournaments.journal.team_facts import PAIRS
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.questions import get_answer_texts
from tournaments.registration.services import approval, sign_ups
from tournaments.registration.services.sign_ups import EventChoice

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def singles_and_doubles(**doubles: object) -> tuple[Event, Event]:
    """Two events of a tournament whose registration is open; the second one is of pairs."""
    pairs = an_open_event(takes=PAIRS, **doubles)  # type: ignore[arg-type]
    singles = pairs.tournament.events.order_by("pk")[0]
    open_registration(singles)
    return singles, pairs


def own_page(row: SignUp) -> str:
    """The address of the personal link."""
    return reverse("own-sign-up", args=[get_token(row)])


def code_of(run: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as refused:
        run()
    return refused.value.code


def add(row: SignUp, *choices: EventChoice, answers: dict[int, str] | None = None) -> SignUp:
    """Add events by the personal link."""
    return sign_ups.add_events(
        token=get_token(row), choices=choices, answers=answers or {}, identity=Identity(device="a phone")
    )


def test_the_own_page_adds_an_event_and_asks_only_its_questions() -> None:
    singles, pairs = singles_and_doubles(capacity=1)
    dinner = ask(singles, "Dinner?", is_required=True)
    side = ask(pairs, "Side of the board?", is_required=True, of_event=True)
    row = sign_up(singles, "Anna", email="anna@example.org", answers={dinner.pk: "Fish"})
    client, own = Client(), own_page(row)
    form = form_with(client.get(own).text, "Add event")
    names = {f"event-{pairs.pk}-partner", f"event-{pairs.pk}-answer-{side.pk}", "events"}
    assert names <= dict(form.data()).keys()
    assert f"answer-{dinner.pk}" not in dict(form.data())
    chosen = {"events": [pairs.pk], f"event-{pairs.pk}-partner": "Bruno"}
    refused = client.post(f"{own}add/", chosen)
    assert (refused.status_code, EventSignUp.objects.count()) == (400, 1)
    assert "Check the answers to the questions." in refused.text
    answered = {**chosen, f"event-{pairs.pk}-answer-{side.pk}": "Left"}
    added = client.post(f"{own}add/", answered, follow=True)
    assert "You have signed up for Doubles as well." in added.text
    assert "Add event" not in added.text
    assert get_answer_texts(row) == {dinner.pk: "Fish", side.pk: "Left"}
    assert statuses(pairs) == {"Anna": "confirmed"}
    assert SignUp.objects.count() == 1
    assert client.post(f"{own}add/", answered).status_code in (303, 400)
    assert EventSignUp.objects.count() == 2


def test_an_added_event_has_places_a_waiting_list_and_a_fee_like_a_new_sign_up() -> None:
    singles, pairs = singles_and_doubles(capacity=1)
    sign_up(pairs, "Carla", choice={"partner": "Dario"})
    anna = sign_up(singles, "Anna")
    choice = EventChoice(event=pairs.pk, partner="Bruno")
    assert code_of(lambda: add(anna, EventChoice(event=pairs.pk))) == "sign_up_partner_missing"
    add(anna, choice)
    assert statuses(pairs) == {"Carla": "confirmed", "Anna": "waiting"}
    add(anna, choice)
    assert EventSignUp.objects.filter(sign_up=anna).count() == 2
    bruno = sign_up(singles, "Bruno")
    assert code_of(lambda: add(bruno, EventChoice(event=pairs.pk, partner="Anna"))) == "pair_signed_up"
    by = director_of(singles.tournament.club)
    approval.change_status(registration=anna.registration, places=keys_of(bruno), action="decline", by=by)
    assert code_of(lambda: add(bruno, EventChoice(event=singles.pk))) == "event_left"
    open_registration(singles, closes_at=anna.created_at)
    assert code_of(lambda: add(bruno, EventChoice(event=pairs.pk, partner="Elena"))) == "registration_closed"


def test_the_same_account_that_signs_up_again_joins_its_sign_up_and_keeps_the_answers() -> None:
    singles, pairs = singles_and_doubles()
    dinner = ask(singles, "Dinner?", is_required=True)
    anna = a_user("anna")
    first = sign_up(singles, "Anna", user=anna, club="Lido", answers={dinner.pk: "Fish"})
    again = sign_up(pairs, "anna", user=anna, key="k", choice={"partner": "Bruno"})
    assert (again.pk, again.name, again.club) == (first.pk, "Anna", "Lido")
    assert get_answer_texts(first) == {dinner.pk: "Fish"}
    assert sign_up(pairs, "anna", user=anna, key="k", choice={"partner": "Bruno"}).pk == first.pk
    assert EventSignUp.objects.count() == 2
    friend = sign_up(pairs, "Carla", user=anna, choice={"partner": "Dario"}, answers={dinner.pk: "Meat"})
    assert friend.pk != first.pk


def test_the_form_of_an_account_has_the_answers_of_its_sign_up() -> None:
    singles, pairs = singles_and_doubles()
    dinner = ask(singles, "Dinner?", is_required=True)
    anna = a_user("anna")
    a_player("Anna", anna)
    row = sign_up(singles, "Anna", user=anna, club="Lido", answers={dinner.pk: "Fish"})
    client = signed_in(anna)
    page = client.get(reverse("sign-up", args=[singles.tournament.club.slug, singles.tournament.slug])).text
    shown = dict(form_with(page, "Sign up").data())
    assert (shown["club"], shown[f"answer-{dinner.pk}"]) == ("Lido", "Fish")
    assert "What you choose here is added to your registration" in page
    assert "Choose one or several; the fee of each is beside it." in page
    sent = {**shown, "events": [pairs.pk], f"event-{pairs.pk}-partner": "Bruno"}
    answer = client.post(
        reverse("sign-up", args=[singles.tournament.club.slug, singles.tournament.slug]), sent
    )
    assert (answer.status_code, answer["Location"]) == (303, own_page(row))
    assert SignUp.objects.count() == 1


def test_an_e_mail_address_alone_does_not_give_the_link() -> None:
    singles, pairs = singles_and_doubles()
    first = sign_up(singles, "Anna", email="anna@example.org")
    other = sign_up(pairs, "Anna", email="anna@example.org", choice={"partner": "Bruno"})
    assert other.pk != first.pk


def test_the_api_adds_an_event() -> None:
    singles, pairs = singles_and_doubles()
    row = sign_up(singles, "Anna")
    side = ask(pairs, "Side of the board?", is_required=True, of_event=True)
    address = f"/api/v1/sign-ups/{get_token(row)}/events/"
    body = {"events": [{"event": pairs.pk, "partner": "Bruno"}]}
    refused = Client().post(address, body, JSON)
    assert (refused.status_code, refused.json()["code"]) == (409, "answer_missing")
    answers = [{"question": side.pk, "text": "Left"}]
    added = Client().post(address, {**body, "answers": answers}, JSON)
    assert added.status_code == 200
    assert [(place["event"], place["partner"]) for place in added.json()["places"]] == [
        (singles.pk, ""),
        (pairs.pk, "Bruno"),
    ]
    assert added.json()["answers"] == answers
    assert len(mail.outbox) == 0


def test_the_answers_of_people_who_have_signed_up_twice_are_counted_once() -> None:
    singles, pairs = singles_and_doubles()
    dinner = ask(singles, "Dinner?", kind="choice", options=("Meat", "Fish", "None"))
    board = ask(pairs, "Brings a board", kind="tick", of_event=True)
    anna = sign_up(singles, "Anna", answers={dinner.pk: "Fish"})
    again = sign_up(pairs, "anna", choice={"partner": "Bruno"}, answers={dinner.pk: "Meat", board.pk: "yes"})
    sign_up(singles, "Bruno", answers={dinner.pk: "Fish"})
    gone = sign_up(singles, "Carla", answers={dinner.pk: "Fish"})
    sign_up(singles, "Dario")
    sign_ups.withdraw_own(token=get_token(gone), events=None, identity=Identity(device="a phone"))
    director = signed_in(director_of(singles.tournament.club))
    tournament = singles.tournament
    api = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/"
    different = {"name": "anna", "question": dinner.pk, "texts": ["Fish", "Meat"]}
    assert director.get(f"{api}questions/counts/").json() == [
        {
            "question": dinner.pk,
            "people": 2,
            "unanswered": 1,
            "others": 2,
            "counts": [
                {"answer": "Meat", "people": 1},
                {"answer": "Fish", "people": 1},
                {"answer": "None", "people": 0},
            ],
            "different": [different],
        },
        {
            "question": board.pk,
            "people": 1,
            "unanswered": 0,
            "others": 0,
            "counts": [{"answer": "Yes", "people": 1}],
            "different": [],
        },
    ]
    rows = director.get(f"{api}sign-ups/").json()["results"]
    assert [(row["reference"], row["answers"]) for row in rows if row["reference"] == again.reference] == [
        (again.reference, [{"question": board.pk, "text": "yes"}])
    ]
    assert [row["different_answers"] for row in rows if row["reference"] == anna.reference] == [[different]]
    address = [tournament.club.slug, tournament.slug]
    text = director.get(reverse("registration-csv", args=address)).content.decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(text)))
    columns = ("Event", "Name", "Different answers", "Dinner?", "Doubles: Brings a board")
    assert [tuple(line[name] for name in columns) for line in table] == [
        (singles.name, "Anna", "Dinner? Fish / Meat", "Meat", ""),
        (singles.name, "Bruno", "", "Fish", ""),
        (singles.name, "Carla", "", "", ""),
        (singles.name, "Dario", "", "", ""),
        ("Doubles", "anna", "", "", "Yes"),
    ]
    page = " ".join(text_of(director, reverse("registration-questions", args=address)).split())
    assert "2 people have answered · 1 has not" in page
    assert "anna: Fish / Meat" in page
    desk = text_of(director, reverse("registration", args=address))
    assert (desk.count("Dinner? Meat"), "Different answers: Dinner? Fish / Meat" in desk) == (1, True)
