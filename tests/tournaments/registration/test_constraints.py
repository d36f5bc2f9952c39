"""The database constraints of the tables of registration."""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from tests.factory_recordings import replayed
from tests.matches import constraints
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import add_way, an_open_event, ask, sign_up
from tournaments.models import Event
from tournaments.name_lists.details import DETAILS, SIGN_UP_TEXTS
from tournaments.registration.models import (
    JUNIOR,
    MEMBER,
    EventPrice,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
    SignUpAnswer,
    SignUpQuestion,
    WayToPay,
)
from tournaments.registration.services import entering, event_prices
from tournaments.registration.services.event_prices import PriceOptions

pytestmark = pytest.mark.django_db
MODELS = (
    Registration,
    RegistrationEvent,
    EventPrice,
    SignUp,
    EventSignUp,
    SignUpQuestion,
    SignUpAnswer,
    WayToPay,
)

ROWS: list[tuple[type[Any], dict[str, Any], str]] = [
    (
        Registration,
        {"opens_at": "2026-12-02T00:00Z", "closes_at": "2026-12-01T00:00Z"},
        "registration_opens_before_it_closes",
    ),
    (Registration, {"approval": "both"}, "registration_approval_is_known"),
    (Registration, {"late_fee": Decimal(5)}, "registration_late_fee_has_a_day"),
    (Registration, {"late_from": "2026-12-01"}, "registration_late_fee_has_a_day"),
    (Registration, {"late_fee": Decimal(0), "late_from": "2026-12-01"}, "registration_late_fee_has_a_day"),
    (Registration, {"keep_days": 366}, "registration_keeps_details_a_year_at_most"),
    (RegistrationEvent, {"capacity": 0}, "registration_capacity_is_possible"),
    (RegistrationEvent, {"fee": Decimal(0)}, "registration_fee_is_positive"),
    (
        EventPrice,
        {"category": "Ladies", "born_from": None, "until": "2026-12-01"},
        "event_price_once_per_day",
    ),
    (EventPrice, {"category": "Ladies", "born_from": None}, "event_price_once"),
    (EventPrice, {"amount": Decimal(-1)}, "event_price_not_below_zero"),
    (EventPrice, {"category": "", "born_from": None}, "event_price_usual_has_a_day"),
    (EventPrice, {"born_from": None}, "event_price_of_juniors_has_a_year"),
    (SignUp, {"reference": "same"}, "sign_up_reference_once"),
    (SignUp, {"key": "same"}, "sign_up_once_per_key"),
    (SignUp, {"name": ""}, "sign_up_has_a_name"),
    (SignUp, {"forgotten_at": timezone.now(), "email": "a@b.it"}, "sign_up_forgotten_has_no_address"),
    (SignUp, {"late_fee": Decimal(5)}, "sign_up_late_fee_has_a_day"),
    (SignUp, {"late_from": "2026-12-01"}, "sign_up_late_fee_has_a_day"),
    (SignUp, {"late_fee": Decimal(0), "late_from": "2026-12-01"}, "sign_up_late_fee_has_a_day"),
    (SignUp, {"country": "it"}, "sign_up_country_is_a_code"),
    *((SignUp, {name: "?"}, f"sign_up_{name}_is_a_code") for name in SIGN_UP_TEXTS if DETAILS[name].pattern),
    (SignUp, {"rating": 10_000}, "sign_up_rating_is_a_rating"),
    (EventSignUp, {"order": 1}, "sign_up_order_once"),
    (EventSignUp, {"order": 0}, "sign_up_order_from_one"),
    (EventSignUp, {"status": "lost", "player": None}, "sign_up_status_is_known"),
    (EventSignUp, {"is_deferred": True}, "sign_up_deferred_while_waiting"),
    (EventSignUp, {"status_before_entry": "confirmed"}, "sign_up_waited_before_entry"),
    (EventSignUp, {"status": "declined"}, "sign_up_entered_when_confirmed"),
    (EventSignUp, {"status_before_entry": "declined"}, "sign_up_waited_before_entry"),
    (EventSignUp, {"category": "member"}, "sign_up_category_has_a_price"),
    (EventSignUp, {"price": Decimal(-1)}, "sign_up_price_not_below_zero"),
    (EventSignUp, {"announced_fee": 0}, "sign_up_announced_fee_is_the_usual_one"),
    (EventSignUp, {"paid_at": timezone.now()}, "sign_up_paid_by_a_method"),
    (EventSignUp, {"payment_method": "cash"}, "sign_up_paid_by_a_method"),
    (EventSignUp, {"paid_fee": Decimal(5)}, "sign_up_paid_by_a_method"),
    (EventSignUp, {"paid_late_fee": Decimal(5)}, "sign_up_paid_by_a_method"),
    (EventSignUp, {"paid_at": timezone.now(), "payment_method": "barter"}, "sign_up_paid_by_a_method"),
    (EventSignUp, {"fee_outcome": "refunded"}, "sign_up_fee_outcome_of_a_paid_fee"),
    (
        EventSignUp,
        {"fee_outcome": "lost", "paid_at": timezone.now(), "payment_method": "cash"},
        "sign_up_fee_outcome_of_a_paid_fee",
    ),
    (SignUpQuestion, {"kind": "date"}, "sign_up_question_options_of_a_choice"),
    (SignUpQuestion, {"options": ""}, "sign_up_question_options_of_a_choice"),
    (SignUpQuestion, {"kind": "text"}, "sign_up_question_options_of_a_choice"),
    (SignUpQuestion, {"text": ""}, "sign_up_question_has_a_text"),
    (SignUpQuestion, {"place": 0}, "sign_up_question_place_from_one"),
    (SignUpAnswer, {"text": ""}, "sign_up_answer_is_not_empty"),
    (WayToPay, {"club": None}, "way_to_pay_of_a_club_or_a_tournament"),
    (WayToPay, {"kind": "barter"}, "way_to_pay_kind_is_known"),
    (WayToPay, {"place": 0}, "way_to_pay_place_from_one"),
    (WayToPay, {"kind": "swiss", "account": "CH93"}, "way_to_pay_iban_is_an_iban"),
    (WayToPay, {"link": "http://pay.example/"}, "way_to_pay_link_is_https"),
]


@pytest.fixture
@replayed
def event() -> Event:
    """An event with two sign-ups, both entered."""
    event = an_open_event()
    question = ask(event, "Which shirt?", kind="choice", options=("S", "L"))
    for name in ("Anna", "Bruno"):
        sign_up(event, name, answers={question.pk: "L"})
    entering.enter_sign_ups(
        registration=Registration.objects.get(), places=None, by=director_of(event.tournament.club)
    )
    prices = [
        PriceOptions(category=MEMBER, amount=Decimal(5)),
        PriceOptions(category=JUNIOR, amount=Decimal(5), born_from=2008),
    ]
    event_prices.save_prices(event=event, prices=prices, by=director_of(event.tournament.club))
    add_way(event.tournament.club, "text", text="Cash.")
    return event


@pytest.mark.parametrize(("model", "changes", "name"), ROWS)
def test_the_database_refuses_impossible_rows(
    event: Event, model: type[Any], changes: dict[str, Any], name: str
) -> None:
    rows = model.objects.order_by("pk")
    constraints.refuses(name, lambda: rows.update(**changes), MODELS)


def test_a_sign_up_is_for_an_event_once_and_enters_once(event: Event) -> None:
    first, second = EventSignUp.objects.order_by("pk")
    again = EventSignUp(sign_up=first.sign_up, event=first.event, status="confirmed", order=3)
    constraints.refuses("sign_up_once_per_event", again.save, MODELS)
    rows = EventSignUp.objects.filter(pk=second.pk)
    constraints.refuses("sign_up_entered_once", lambda: rows.update(player=first.player), MODELS)


def test_a_question_is_answered_once(event: Event) -> None:
    answer = SignUpAnswer.objects.earliest("pk")
    again = SignUpAnswer(sign_up=answer.sign_up, question=answer.question, text="S")
    constraints.refuses("sign_up_answer_once", again.save, MODELS)


def test_every_constraint_is_tested() -> None:
    others = {"sign_up_once_per_event", "sign_up_entered_once", "sign_up_answer_once"}
    tested = {name for _model, _changes, name in ROWS} | others
    assert tested == set(constraints.names_in(MODELS))
