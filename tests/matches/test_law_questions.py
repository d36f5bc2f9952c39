"""Questions on the rules: a page for each, and the search finds them in both languages."""

import html

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


@pytest.mark.parametrize("language", ["en", "it"])
def test_results_of_the_search_show_the_positions_of_questions(client: Client, language: str) -> None:
    headers = {"accept-language": language}
    results = client.get("/laws/", {"q": "prime"}, headers=headers)
    with_board = [question for question in results.context["questions"] if question.board]
    assert with_board
    page = results.content.decode()
    assert page.count('<svg class="board"') == len(with_board)
    assert all(f"question-{question.id}-title" in page for question in with_board)
    assert "board.css" in page
    assert '<svg class="board"' not in client.get("/laws/", headers=headers).content.decode()


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
    assert question in {entry.id for entry in find_questions(query)}
    assert f"/laws/questions/{question}/" in client.get("/laws/", {"q": query}).content.decode()


@pytest.mark.parametrize(
    ("question", "english", "italian"),
    [
        ("dice-cup", "two dice cups", "due bussolotti"),
        (
            "colours",
            "the higher number chooses both the colour and the direction",
            "sceglie sia il colore sia il senso",
        ),
        ("time-limit", "think as long as they need", "pensare quanto occorre"),
        ("cube-start", "showing 64", "con esposto il 64"),
        ("when-to-double", "a gammon is likely", "probabilmente un gammon"),
        (
            "after-crawford",
            "losing the game loses the match whatever the cube is at",
            "perdere la partita significa perdere",
        ),
        (
            "match-length",
            "seldom shorter than 3, and there is no fixed maximum",
            "non c'è un massimo definito",
        ),
        ("jacoby", "nothing to gain from playing on for a gammon", "non conviene quindi continuare"),
        (
            "captain",
            "The captain rolls and moves for the whole team",
            "lancia i dadi e muove per tutta la squadra",
        ),
        ("lone-taker", "So that the others need not wait", "Perché nessuno debba aspettare"),
        ("luck", "constant calculation of probabilities", "continuo calcolo delle probabilità"),
        ("variants", "boards of twenty-four points", "tavolieri a ventiquattro punte"),
        ("books", "De Toffoli and Goren", "De Toffoli e di Goren"),
    ],
)
def test_an_answer_states_what_the_texts_do(
    client: Client, question: str, english: str, italian: str
) -> None:
    for language, statement in (("en", english), ("it", italian)):
        response = client.get(f"/laws/questions/{question}/", headers={"accept-language": language})
        assert statement in html.unescape(response.content.decode())
