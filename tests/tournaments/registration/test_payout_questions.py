"""The registration page asks before a change of payments alters prizes that are already paid."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.factory_recordings import replayed
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import claims, payment_context, player, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.finances.models import Receipt
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
HEADING = "This changes prizes that are already paid"
NAMES = ("Anna", "Bruno", "Carla", "Dario")


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """The event, on 20 November."""
    time_machine.move_to("2026-11-20T10:00Z")
    return make_event()


@replayed
def make_event() -> Event:
    """An event of four with a fee of 50, all but the last of them marked as paid; the winner got all, 150.

    Elena has registered too, and is not entered.
    """
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    sign_up(event, "Elena")
    rows = [sign_up(event, name) for name in NAMES]
    paid_marks.set_paid(registration=registration, places=keys_of(*rows[:3]), method="card", by=by)
    entering.enter_sign_ups(registration=registration, places=keys_of(*rows), by=by)
    event.refresh_from_db()
    draws.draw(event=event, by=by, leaves_out_sign_ups=True, version=event.version)
    draws.publish(event=event, by=by)
    club_evenings.play_out(event)
    pay_prize(event)
    return event


@pytest.fixture
def director(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director_of(event.tournament.club))


def pay_prize(event: Event) -> None:
    """Pay the winner what is due."""
    ((winner, (due, _paid)),) = claims(event).items()
    recipient = (player(event, winner).pk, None)
    payments.pay_prize(event=event, fund=0, recipient=recipient, amount=due, context=payment_context(event))


def desk_of(event: Event) -> str:
    """The address of the list of registrations, filtered by the event."""
    address = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    return f"{address}?event={event.slug}"


def is_paid(name: str) -> bool:
    """Whether the registration of a person is marked as paid."""
    return SignUp.objects.get(name=name).places.get().paid_at is not None


@pytest.mark.parametrize(
    ("action", "name", "due", "difference"),
    [("unpaid", "Carla", 100_00, "€50.00 to return"), ("paid", "Dario", 200_00, "€50.00 to pay")],
)
def test_a_mark_that_changes_a_prize_that_was_paid_asks_first(
    event: Event, director: Client, action: str, name: str, due: int, difference: str
) -> None:
    winner, count, was_paid = next(iter(claims(event))), Receipt.objects.count(), is_paid(name)
    form = {"action": action, "place": keys_of(SignUp.objects.get(name=name)), "method": "cash"}
    answer = director.post(desk_of(event), form)
    assert (answer.status_code, HEADING in answer.text) == (200, True)
    sentence = f"{winner} was paid €150.00 in prizes; €{due // 100}.00 would be due: {difference}."
    assert sentence in answer.text
    assert (Receipt.objects.count(), is_paid(name), claims(event)) == (
        count,
        was_paid,
        {winner: (150_00, 150_00)},
    )

    question = form_with(answer.text, "Apply")
    accepted = director.post(question.action, question.data())
    assert (accepted.status_code, accepted["Location"]) == (303, desk_of(event))
    assert (claims(event), is_paid(name)) == ({winner: (due, 150_00)}, not was_paid)


def test_a_mark_asks_again_if_other_prizes_change_than_those_read(event: Event, director: Client) -> None:
    form = {"action": "unpaid", "place": keys_of(SignUp.objects.get(name="Carla"))}
    question = form_with(director.post(desk_of(event), form).text, "Apply")
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    bruno = keys_of(SignUp.objects.get(name="Bruno"))
    paid_marks.set_paid(registration=registration, places=bruno, method="", by=by)
    again = director.post(question.action, question.data())
    assert (again.status_code, "€50.00 would be due: €100.00 to return." in again.text) == (200, True)
    assert is_paid("Carla")


def test_a_mark_that_changes_no_prize_is_set_at_once(event: Event, director: Client) -> None:
    number = Receipt.objects.get(lines__kind="prize").number
    by = director_of(event.tournament.club)
    payments.reverse_receipt(event=event, number=number, note="", by=by, key="back")
    form = {"action": "unpaid", "place": keys_of(SignUp.objects.get(name="Carla"))}
    assert director.post(desk_of(event), form).status_code == 303
    assert not is_paid("Carla")


def test_in_a_tournament_of_several_events_the_question_names_the_event(
    event: Event, director: Client
) -> None:
    by = director_of(event.tournament.club)
    tournaments.add_event(tournament=event.tournament, name="Doubles", length=5, consolation_length=3, by=by)
    winner = next(iter(claims(event)))
    form = {"action": "unpaid", "place": keys_of(SignUp.objects.get(name="Carla"))}
    answer = director.post(desk_of(event), form)
    assert f"<li>{event.name}: {winner} was paid €150.00 in prizes;" in answer.text


@pytest.mark.parametrize("action", ["enter", "enter-all"])
def test_entering_a_person_who_has_paid_asks_first(event: Event, director: Client, action: str) -> None:
    elena, winner = SignUp.objects.get(name="Elena"), next(iter(claims(event)))
    paid = director.post(desk_of(event), {"action": "paid", "place": keys_of(elena), "method": "cash"})
    assert (paid.status_code, claims(event)) == (303, {winner: (150_00, 150_00)})
    answer = director.post(desk_of(event), {"action": action, "place": keys_of(elena)})
    assert f"{winner} was paid €150.00 in prizes; €200.00 would be due: €50.00 to pay." in answer.text
    assert event.entries.filter(player__name="Elena").exists() is False

    question = form_with(answer.text, "Apply")
    assert director.post(question.action, question.data()).status_code == 303
    assert event.entries.filter(player__name="Elena").exists() is True
    assert claims(event) == {winner: (200_00, 150_00)}


def event_desk(event: Event, name: str = "desk") -> str:
    """The address of a page of the desk of the event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def pay_for_elena(event: Event) -> None:
    """Mark the registration of Elena as paid."""
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    elena = keys_of(SignUp.objects.get(name="Elena"))
    paid_marks.set_paid(registration=registration, places=elena, method="cash", by=by)


def is_entered(event: Event) -> bool:
    """Whether Elena is entered."""
    return event.entries.filter(player__name="Elena").exists()


@pytest.mark.parametrize("button", ["enter", "wait"])
def test_typing_a_person_who_has_paid_at_the_desk_asks_first(
    event: Event, director: Client, button: str
) -> None:
    pay_for_elena(event)
    winner = next(iter(claims(event)))
    form = {"names": "Elena", button: "1", "key": "typed"}
    answer = director.post(event_desk(event, "desk-names"), form)
    assert (answer.status_code, HEADING in answer.text) == (200, True)
    assert f"{winner} was paid €150.00 in prizes; €200.00 would be due: €50.00 to pay." in answer.text
    assert (is_entered(event), claims(event)) == (False, {winner: (150_00, 150_00)})

    question = form_with(answer.text, "Apply")
    accepted = director.post(question.action, question.data())
    assert (accepted.status_code, accepted["Location"]) == (303, event_desk(event))
    assert (is_entered(event), claims(event)) == (True, {winner: (200_00, 150_00)})


def test_undo_and_redo_of_the_entry_of_a_person_who_has_paid_ask_first(
    event: Event, director: Client
) -> None:
    pay_for_elena(event)
    winner = next(iter(claims(event)))
    entered = director.post(event_desk(event, "desk-names"), {"names": "Elena", "enter": "1", "key": "typed"})
    question = form_with(entered.text, "Apply")
    director.post(question.action, question.data())
    pay_prize_again(event, winner, 50_00)

    undone = director.post(event_desk(event, "desk-undo"), {"key": "undo"})
    assert f"{winner} was paid €200.00 in prizes; €150.00 would be due: €50.00 to return." in undone.text
    assert (is_entered(event), claims(event)) == (True, {winner: (200_00, 200_00)})
    question = form_with(undone.text, "Apply")
    assert director.post(question.action, question.data()).status_code == 303
    assert (is_entered(event), claims(event)) == (False, {winner: (150_00, 200_00)})

    recipient = (player(event, winner).pk, None)
    payments.take_prize_back(
        event=event, fund=0, recipient=recipient, amount=50_00, context=payment_context(event)
    )
    redone = director.post(event_desk(event, "desk-redo"), {"key": "redo"})
    assert f"{winner} was paid €150.00 in prizes; €200.00 would be due: €50.00 to pay." in redone.text
    question = form_with(redone.text, "Apply")
    assert director.post(question.action, question.data()).status_code == 303
    assert (is_entered(event), claims(event)) == (True, {winner: (200_00, 150_00)})


def test_an_undo_that_says_beforehand_which_prizes_it_changes_does_not_ask(
    event: Event, director: Client
) -> None:
    winner = next(iter(claims(event)))
    assert (
        f"{winner} was paid €150.00 in prizes; the place would not be decided yet"
        in director.get(event_desk(event)).text
    )
    answer = director.post(event_desk(event, "desk-undo"), {"key": "undo"})
    assert (answer.status_code, HEADING in answer.text) == (303, False)


def pay_prize_again(event: Event, winner: str, amount: int) -> None:
    """Pay the winner the rest that is due."""
    recipient = (player(event, winner).pk, None)
    payments.pay_prize(
        event=event, fund=0, recipient=recipient, amount=amount, context=payment_context(event)
    )


def post(director: Client, path: str, data: dict[str, Any]) -> Any:
    """The answer of the API, as a status and JSON."""
    answer = director.post(f"/api/v1/{path}", data, content_type="application/json")
    return answer.status_code, answer.json()


def test_the_api_asks_before_entries_change_prizes_that_are_paid(event: Event, director: Client) -> None:
    pay_for_elena(event)
    winner = next(iter(claims(event)))
    refused, problem = post(director, f"events/{event.pk}/entries/", {"names": ["Elena"]})
    sentence = f"{winner} was paid €150.00 in prizes; €200.00 would be due: €50.00 to pay."
    assert (refused, problem["code"], problem["context"]["sentences"]) == (
        409,
        "paid_prizes_change",
        [sentence],
    )
    assert (is_entered(event), claims(event)) == (False, {winner: (150_00, 150_00)})
    accepted = {"accepted_prizes": problem["context"]["accepted_prizes"]}
    status, _entries = post(director, f"events/{event.pk}/entries/", {"names": ["Elena"], **accepted})
    assert (status, is_entered(event), claims(event)) == (201, True, {winner: (200_00, 150_00)})

    pay_prize_again(event, winner, 50_00)
    status, problem = post(director, f"events/{event.pk}/undo/", {})
    assert (status, problem["code"], is_entered(event)) == (409, "paid_prizes_change", True)
    status, _line = post(director, f"events/{event.pk}/undo/", accepted)
    assert (status, is_entered(event)) == (409, True)
    accepted = {"accepted_prizes": problem["context"]["accepted_prizes"]}
    status, _line = post(director, f"events/{event.pk}/undo/", accepted)
    assert (status, is_entered(event), claims(event)) == (201, False, {winner: (150_00, 200_00)})


def test_the_api_asks_before_an_action_on_registrations_changes_prizes_that_are_paid(
    event: Event, director: Client
) -> None:
    winner = next(iter(claims(event)))
    path = f"clubs/{event.tournament.club.slug}/tournaments/{event.tournament.slug}/registration/act/"
    unmark = {"action": "unpaid", "places": keys_of(SignUp.objects.get(name="Carla"))}
    status, problem = post(director, path, unmark)
    assert (status, problem["code"], is_paid("Carla")) == (409, "paid_prizes_change", True)
    accepted = {"accepted_prizes": problem["context"]["accepted_prizes"]}
    assert post(director, path, {**unmark, **accepted}) == (200, {"changed": 1})
    assert (is_paid("Carla"), claims(event)) == (False, {winner: (100_00, 150_00)})


def test_the_desk_names_no_other_prizes_of_an_undo_than_the_question(event: Event, director: Client) -> None:
    """The undo of an entry takes its fee out of the pot: the pages say so in the question alone."""
    pay_for_elena(event)
    winner = next(iter(claims(event)))
    entered = director.post(event_desk(event, "desk-names"), {"names": "Elena", "enter": "1", "key": "typed"})
    question = form_with(entered.text, "Apply")
    director.post(question.action, question.data())
    pay_prize_again(event, winner, 50_00)

    assert "would be due" not in director.get(event_desk(event)).text
    assert "€150.00 would be due: €50.00 to return." in (
        director.post(event_desk(event, "desk-undo"), {"key": "undo"}).text
    )
