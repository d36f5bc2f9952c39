"""A score that a form sends against a reported one leads to a question, and nothing typed is lost."""

import re

import pytest
from django.test import Client
from django.test.client import Client as Browser

from matches.models import Match
from matches.services import reporting
from tests import factories

pytestmark = pytest.mark.django_db

QUESTION = "Another score is reported: 7–3. Yours is 5–7: report the difference to the desk?"


def read_page(content: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode()))


def list_hidden_fields(content: bytes) -> dict[str, str]:
    """Return the hidden fields of the form that reports the difference."""
    page = content.decode()
    form = page[: page.index('id="report-difference"')].rpartition("<form")[2]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


@pytest.mark.parametrize("policy", ["both", "desk"])
def test_a_contrary_score_is_a_question_and_reported_by_one_tap(client: Client, policy: str) -> None:
    match = factories.a_called_match(factories.a_desk(factories.a_user("official"), policy=policy))
    factories.a_report(match, 7, 3)
    assert match.table is not None
    fields = {"table": match.table.code, "winner": "black", "points": "5", "key": "own"}

    answer = client.post(f"/m/{match.code}/report/", fields)

    text = read_page(answer.content)
    assert (answer.status_code, QUESTION in text, "Report 5–7 to the desk" in text) == (409, True, True)
    assert "Nothing was changed." in text
    question = list_hidden_fields(answer.content)
    assert (question["winner"], question["points"], question["report"]) == ("black", "5", "1")
    assert client.post(f"/m/{match.code}/dispute/", question).status_code == 302
    match.refresh_from_db()
    scores = {(row.white_score, row.black_score) for row in match.reports.all()}
    assert (match.status, scores) == ("disputed", {(7, 3), (5, 7)})


def test_the_reporter_of_the_other_score_cannot_dispute_it(client: Client) -> None:
    match = factories.a_called_match()
    assert match.table is not None
    first = {"table": match.table.code, "winner": "white", "points": "3", "key": "one"}
    assert client.post(f"/m/{match.code}/report/", first).status_code == 302

    answer = client.post(f"/m/{match.code}/report/", {**first, "winner": "black", "key": "two"})

    assert (answer.status_code, b"report-difference" in answer.content) == (409, False)
    assert "Withdraw report" in read_page(answer.content)


def test_a_refused_dispute_shows_the_score_that_was_sent(client: Client) -> None:
    match = factories.a_called_match()
    report = factories.a_report(match, 7, 3)
    assert match.table is not None
    version = Match.objects.get(pk=match.pk).version
    reporting.withdraw(match=match, report=report, identity=factories.at_table(match, "phone"))
    factories.a_report(match, 7, 4, key="again")
    fields = {"table": match.table.code, "report": 1, "version": version, "winner": "black", "points": "5"}

    answer = Browser().post(f"/m/{match.code}/dispute/", fields)

    page = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 409
    assert re.search(r'<details id="other-result" open>', page)
    assert re.search(r'name="winner" value="black" required checked', page)
