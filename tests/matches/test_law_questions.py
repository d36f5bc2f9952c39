"""Questions on the rules: a page of each, and the search of the rules finds them in both languages."""

import pytest
from django.test import Client

from matches.law_search import find_questions
from rules.questions import QUESTIONS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_question_has_a_page_with_its_answer_board_and_rules(client: Client, language: str) -> None:
    headers = {"accept-language": language}
    overview = client.get("/laws/questions/", headers=headers)
    for question in QUESTIONS.values():
        response = client.get(f"/laws/questions/{question.id}/", headers=headers)
        assert response.context["question"].question == question.question[language]
        assert response.context["question"].answer == question.answer[language]
        page = response.content.decode()
        assert page.count('<svg class="board"') == (question.position is not None)
        assert all(f"/laws/{law}/" in page for law in question.laws)
        assert f"/laws/questions/{question.id}/" in overview.content.decode()
    assert client.get("/laws/questions/none/").status_code == 404


def test_a_rule_links_its_questions(client: Client) -> None:
    assert "/laws/questions/prime/" in client.get("/laws/move.prime/").content.decode()


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("stalemate", "stalemate"),
        ("stallo", "stalemate"),
        ("castoro", "animals"),
        ("pass turn", "pass"),
        ("quindici punta", "stack"),
        ("guilty", "after-crawford"),
    ],
)
def test_the_search_finds_questions_in_both_languages(client: Client, query: str, question: str) -> None:
    assert question in {each.id for each in find_questions(query)}
    assert f"/laws/questions/{question}/" in client.get("/laws/", {"q": query}).content.decode()
