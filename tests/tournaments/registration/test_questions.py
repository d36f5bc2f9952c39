"""A director's own questions to those who sign up, and their answers."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.actors import Identity
from matches.models import Player
from matches.services import anonymising
from rules.errors import Refusal
from tests.factories import a_user
from tests.page_forms import form_with
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import START, an_open_event, ask, open_registration, sign_up
from tournaments.journal.team_facts import PAIRS
from tournaments.models import Event
from tournaments.play.tournaments.services import tournament_copies
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.registration.models import Registration, SignUp, SignUpAnswer, SignUpQuestion
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.questions import get_answer_texts
from tournaments.registration.queries.sign_up_lists import export_sign_ups
from tournaments.registration.services import entering, privacy, questions, sign_ups
from tournaments.registration.services.questions import MOST_QUESTIONS, QuestionText
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def page(name: str, event: Event, *more: object) -> str:
    """The address of a page of a tournament."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, *more])


def code_of(run: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(Refusal) as refused:
        run()
    return refused.value.code


def ask_about_dinner(event: Event) -> tuple[SignUpQuestion, SignUpQuestion, SignUpQuestion]:
    """A required choice, a text, and a box."""
    return (
        ask(event, "Dinner?", kind="choice", options=("Meat", "Fish"), is_required=True),
        ask(event, "Allergies?"),
        ask(event, "Needs a lift", kind="tick"),
    )


def test_a_visitor_answers_on_the_page_and_changes_the_answers_by_the_link() -> None:
    event, client = an_open_event(), Client()
    dinner, allergies, lift = ask_about_dinner(event)
    data = {"name": "Anna", "events": [event.pk]}
    refused = client.post(page("sign-up", event), data)
    assert (refused.status_code, SignUp.objects.count()) == (400, 0)
    assert "Check the answers to the questions." in refused.text
    answers = {f"answer-{dinner.pk}": "Fish", f"answer-{lift.pk}": "on"}
    answer = client.post(page("sign-up", event), {**data, **answers})
    row = SignUp.objects.get()
    assert (answer.status_code, get_answer_texts(row)) == (303, {dinner.pk: "Fish", lift.pk: "yes"})
    own = answer["Location"]
    assert "<dt>Dinner?</dt><dd>Fish</dd><dt>Needs a lift</dt><dd>Yes</dd>" in client.get(own).text
    changed = {f"answer-{dinner.pk}": "Meat", f"answer-{allergies.pk}": "  Nuts "}
    assert client.post(own, {"name": "Anna", **changed}).status_code == 303
    assert get_answer_texts(row) == {dinner.pk: "Meat", allergies.pk: "Nuts"}
    shown = dict(form_with(client.get(own).text, "Save").data())
    assert client.post(own, {**shown, f"answer-{dinner.pk}": "Fish"}).status_code == 303
    assert get_answer_texts(row) == {dinner.pk: "Fish", allergies.pk: "Nuts"}
    assert client.post(own, {"name": "Anna", f"answer-{dinner.pk}": "Soup"}).status_code == 400


def test_a_question_of_an_event_is_for_those_who_choose_it() -> None:
    event = an_open_event(takes=PAIRS)
    singles = event.tournament.events.order_by("pk")[0]
    open_registration(singles)
    question = ask(event, "Side of the board?", is_required=True, of_event=True)
    name = f"event-{event.pk}-answer-{question.pk}"
    client = Client()
    assert client.post(page("sign-up", event), {"name": "Anna", "events": [singles.pk]}).status_code == 303
    pair = {"name": "Bruno", "events": [event.pk], f"event-{event.pk}-partner": "Carla"}
    assert client.post(page("sign-up", event), pair).status_code == 400
    assert client.post(page("sign-up", event), {**pair, name: "Left"}).status_code == 303
    assert [(row.sign_up.name, row.text) for row in SignUpAnswer.objects.all()] == [("Bruno", "Left")]
    typed = {"name": "Dario", "events": [singles.pk], name: "Right"}
    assert client.post(page("sign-up", event), typed).status_code == 303
    assert SignUpAnswer.objects.count() == 1
    details = SignUpDetails(name="Elena", answers={question.pk: "Right"})
    registration = Registration.objects.get()
    choices = [EventChoice(event=singles.pk)]
    assert (
        code_of(
            lambda: sign_ups.sign_up(
                registration=registration, details=details, choices=choices, identity=Identity()
            )
        )
        == "question_unknown"
    )


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({0: "Soup"}, "answer_not_offered"),
        ({0: ""}, "answer_missing"),
        ({}, "answer_missing"),
        ({0: "Fish", 1: "x" * 201}, "answer_long"),
        ({0: "Fish", 1: "bell\a"}, "answer_long"),
        ({0: "Fish", 2: "no"}, "answer_not_offered"),
        ({0: "Fish", 3: "x"}, "question_unknown"),
    ],
)
def test_answers_that_do_not_fit_are_refused(answers: dict[int, str], code: str) -> None:
    event = an_open_event()
    keys = [*(question.pk for question in ask_about_dinner(event)), 10**9]
    given = {keys[number]: text for number, text in answers.items()}
    assert code_of(lambda: sign_up(event, "Anna", answers=given)) == code
    assert SignUp.objects.count() == 0


def test_the_desk_reads_and_corrects_answers_and_need_not_answer() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    _dinner, allergies, _lift = ask_about_dinner(event)
    director = signed_in(director_of(event.tournament.club))
    edit = page("registration-sign-up", event, row.reference)
    shown = dict(form_with(director.get(edit).text, "Save").data())
    saved = director.post(edit, {**shown, "club": "Lido", f"answer-{allergies.pk}": "Nuts"})
    assert (saved.status_code, get_answer_texts(row)) == (303, {allergies.pk: "Nuts"})
    assert "Allergies? Nuts" in text_of(director, page("registration", event))
    sheet = list(
        csv.reader(io.StringIO(director.get(page("registration-csv", event)).content.decode("utf-8-sig")))
    )
    assert [line[-3:] for line in sheet] == [["Dinner?", "Allergies?", "Needs a lift"], ["", "Nuts", ""]]
    entering.enter_sign_ups(
        registration=Registration.objects.get(), places=None, by=director_of(event.tournament.club)
    )
    assert event.entries.count() == 1
    public = [page("sign-up", event), page("tournament", event)]
    assert not any("Nuts" in Client().get(path).text for path in public)


def test_a_question_is_renamed_moved_and_removed_and_the_page_says_what_goes() -> None:
    event = an_open_event()
    dinner, allergies, _lift = ask_about_dinner(event)
    row = sign_up(event, "Anna", answers={dinner.pk: "Fish", allergies.pk: "Nuts"})
    director = signed_in(director_of(event.tournament.club))
    address = page("registration-questions", event)
    renamed = {"text": "What for dinner?", "options": "Meat\nVegetables", "is_required": "on"}
    changed = director.post(f"{address}{dinner.pk}/", renamed, follow=True)
    assert "1 answer stays." in changed.text
    assert get_answer_texts(row) == {dinner.pk: "Fish", allergies.pk: "Nuts"}
    own = f"/signed-up/{get_token(row)}/"
    shown = dict(form_with(Client().get(own).text, "Save").data())
    assert Client().post(own, {**shown, "club": "Lido"}).status_code == 303
    assert director.post(f"{address}{allergies.pk}/move/", {"place": 1}).status_code == 303
    assert list(SignUpQuestion.objects.values_list("text", flat=True)) == [
        "Allergies?",
        "What for dinner?",
        "Needs a lift",
    ]
    assert "Remove with 1 answer" in text_of(director, address)
    assert director.post(f"{address}{allergies.pk}/remove/", {"answers": 0}).status_code == 409
    assert director.post(f"{address}{allergies.pk}/remove/", {"answers": 1}).status_code == 303
    assert get_answer_texts(row) == {dinner.pk: "Fish"}
    assert list(SignUpQuestion.objects.values_list("place", flat=True)) == [1, 2]


def test_a_question_sent_twice_is_added_once_and_there_are_at_most_eight() -> None:
    event = an_open_event()
    assert ask(event, "Shirt?") == ask(event, " Shirt? ")
    for number in range(2, MOST_QUESTIONS + 1):
        ask(event, f"Question {number}")
    assert code_of(lambda: ask(event, "One more")) == "questions_full"
    assert SignUpQuestion.objects.count() == MOST_QUESTIONS == 8


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"text": " "}, "question_missing"),
        ({"text": "x" * 121}, "question_long"),
        ({"text": "Shirt?", "kind": "date"}, "question_kind_unknown"),
        ({"text": "Shirt?", "options": ("S", "L")}, "question_options_unused"),
        ({"text": "Shirt?", "kind": "choice", "options": ("S", "S")}, "question_options_wrong"),
        ({"text": "Shirt?", "kind": "choice", "options": map(str, range(13))}, "question_options_wrong"),
        ({"text": "Shirt?", "kind": "choice", "options": ("S", "x" * 61)}, "question_options_wrong"),
    ],
)
def test_an_impossible_question_is_refused(details: dict[str, Any], code: str) -> None:
    event = an_open_event()
    assert code_of(lambda: ask(event, **{**details, "options": tuple(details.get("options", ()))})) == code


def test_an_event_without_registration_has_no_question_of_its_own() -> None:
    event = an_open_event(takes=PAIRS)
    singles = event.tournament.events.order_by("pk")[0]
    assert code_of(lambda: ask(singles, "Shirt?", of_event=True)) == "question_event_unknown"


def test_answers_are_deleted_with_the_details_and_with_the_person() -> None:
    event = an_open_event(keep_days=10)
    question = ask(event, "Allergies?")
    row = sign_up(event, "Anna", answers={question.pk: "Nuts"})
    sign_up(event, "Bruno", answers={question.pk: "None"})
    by = director_of(event.tournament.club)
    entering.enter_sign_ups(registration=Registration.objects.get(), places=None, by=by)
    player = Player.objects.get(entries__event=event, name="Anna")
    assert [each["answers"] for each in export_sign_ups(player)] == [{"Allergies?": "Nuts"}]
    player.user = a_user("anna")
    player.save()
    anonymising.anonymise(player=player, confirmation="Anna", identity=Identity(user=player.user))
    assert [(answer.sign_up.name, answer.text) for answer in SignUpAnswer.objects.all()] == [
        ("Bruno", "None")
    ]
    privacy.forget_expired_details(now=START + timedelta(days=11))
    assert (SignUpAnswer.objects.count(), SignUp.objects.filter(pk=row.pk).count()) == (0, 1)


def test_a_copied_tournament_asks_the_same_without_answers() -> None:
    event = an_open_event()
    question = ask(event, "Dinner?", kind="choice", options=("Meat", "Fish"), of_event=True)
    sign_up(event, "Anna", answers={question.pk: "Fish"})
    copy = tournament_copies.copy_tournament(
        tournament=event.tournament,
        options=CopyOptions(name="Summer Open", starts_at=START + timedelta(days=200)),
        by=director_of(event.tournament.club),
    )
    copied = SignUpQuestion.objects.get(registration__tournament=copy)
    assert copied.event is not None
    assert (copied.text, copied.options, copied.event.event) == ("Dinner?", "Meat\nFish", copy.events.get())
    assert copied.answers.count() == 0


def test_the_api_asks_and_answers() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    tournament = event.tournament
    api = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/"
    json = "application/json"
    body = {"text": "Dinner?", "kind": "choice", "options": ["Meat", "Fish"], "is_required": True}
    number = director.post(f"{api}questions/", body, json).json()["number"]
    described = {
        **{"number": number, "place": 1, "event": None, "kind": "choice", "text": "Dinner?"},
        **{"options": ["Meat", "Fish"], "is_required": True},
    }
    assert Client().get(api).json()["questions"] == [described]
    assert Client().get(f"{api}questions/").status_code == 403
    data = {"name": "Anna", "events": [{"event": event.pk}]}
    refused = Client().post(f"{api}sign-ups/", data, json)
    assert (refused.status_code, refused.json()["code"]) == (409, "answer_missing")
    answers = [{"question": number, "text": "Fish"}]
    made = Client().post(f"{api}sign-ups/", {**data, "answers": answers}, json)
    assert (made.status_code, made.json()["answers"]) == (201, answers)
    own = f"/api/v1/sign-ups/{made.json()['token']}/"
    assert Client().patch(own, {"club": "Lido"}, json).json()["answers"] == answers
    assert [row["answers"] for row in director.get(f"{api}sign-ups/").json()["results"]] == [answers]
    assert director.get(f"{api}questions/").json() == [{**described, "answers": 1}]
    removal = f"{api}questions/{number}/"
    assert director.delete(removal).json()["code"] == "question_answered"
    assert director.delete(f"{removal}?answers=1").status_code == 204
    assert Client().get(own).json()["answers"] == []


def test_only_directors_ask() -> None:
    event = an_open_event()
    question = ask(event, "Shirt?")
    outsider = director_of(an_open_event().tournament.club)
    text = QuestionText(text="Hat?")
    for run in (
        lambda: questions.change_question(question=question, question_text=text, by=outsider),
        lambda: questions.move_question(question=question, place=1, by=outsider),
        lambda: questions.remove_question(question=question, answers=0, by=outsider),
    ):
        assert code_of(run) == "directors_only"
