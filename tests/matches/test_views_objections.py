"""Objections to a result settled by one side's report, on the pages of players and of the desk."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match, User
from matches.services import badges
from tests import factories
from tests.factory_recordings import replayed
from tests.matches.test_objections import a_next_match_has_begun

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def match() -> Match:
    """A match reported 7-3 by White's phone, at a desk that trusts reports."""
    called_match = factories.a_called_match(factories.a_desk(factories.a_user("official"), policy="trust"))
    factories.a_report(called_match, identity=factories.with_badge(called_match, "white"))
    return Match.objects.select_related("desk", "table", "black").get(pk=called_match.pk)


def page_text(client: Client, path: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(path).content.decode()))


def sent(client: Client, match: Match, page: str, **data: object) -> int:
    table = match.table.code if match.table else ""
    return client.post(f"/m/{match.code}/{page}/", {"table": table, "report": 1, **data}).status_code


def test_the_page_of_the_table_asks_the_other_side_to_confirm(client: Client, match: Match) -> None:
    assert match.table is not None
    page = page_text(client, f"/t/{match.table.code}/")
    assert "Recorded, as reported by Ada: Ada 7 Bruno 3" in page
    assert "You can dispute until" in page
    assert "Confirm That's wrong" in page


def test_one_tap_confirms(client: Client, match: Match) -> None:
    assert sent(client, match, "confirm", version=match.version) == 302
    page = page_text(client, f"/m/{match.code}/report/")
    assert ("Final. This result is recorded." in page, "can dispute" in page) == (True, False)


def test_another_score_freezes_the_match_for_the_desk(client: Client, match: Match) -> None:
    assert sent(client, match, "dispute", winner="black", points=5, version=match.version) == 302
    assert "The two reports disagree." in page_text(client, f"/m/{match.code}/report/")
    match.refresh_from_db()
    assert match.status == "disputed"


def test_an_answer_to_a_stale_version_names_who_changed_it_and_when(client: Client, match: Match) -> None:
    assert sent(client, match, "confirm", version=match.version) == 302
    table = match.table.code if match.table else ""
    form_data = {"report": 1, "winner": "black", "points": 5, "version": 1, "table": table}
    page = client.post(f"/m/{match.code}/dispute/", form_data)
    text = re.sub(r"\s+", " ", page.content.decode())
    assert page.status_code == 409
    assert re.search(r"at \d\d:\d\d: it is now “Final” at 7–3. Your report was not saved", text)


def test_the_reporter_sees_how_long_the_other_side_may_object(client: Client, match: Match) -> None:
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token})
    page = page_text(client, f"/m/{match.code}/report/")
    assert ("The other player can dispute until" in page, "That's wrong" in page) == (True, False)


def test_a_badge_brings_the_question_to_the_holders_own_page(client: Client, match: Match) -> None:
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token})
    assert re.search(r"Is this right\? .*Ada 7 Bruno 3 .*You can dispute until", page_text(client, "/b/"))
    assert "Confirm or dispute" in page_text(client, f"/m/{match.code}/")


def test_the_desk_sees_a_late_objection_and_upholds_the_result_in_one_tap(
    client: Client, match: Match
) -> None:
    with a_next_match_has_begun():
        sent(client, match, "dispute", winner="black", points=5)
    assert "The other player disputes this result." in page_text(client, f"/m/{match.code}/report/")
    client.force_login(User.objects.get(username="official"))
    page = client.get(f"/m/{match.code}/").content.decode()
    assert ("The other player disputes this result" in page, "7–3" in page) == (True, True)
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page[page.index("disputes") :]))
    assert client.post(f"/m/{match.code}/correct/", fields).status_code == 302
    states = dict(match.reports.values_list("white_score", "state"))
    assert states == {7: "confirmed", 5: "superseded"}


def test_a_decision_on_a_stale_version_preserves_what_was_written(client: Client, match: Match) -> None:
    client.force_login(User.objects.get(username="official"))
    form_data = {"white_score": 4, "black_score": 7, "ending": "played", "reason": "Heard both", "version": 1}
    page = client.post(f"/m/{match.code}/correct/", form_data)
    html = page.content.decode()
    match.refresh_from_db()
    assert (page.status_code, match.white_score) == (409, 7)
    assert "Heard both</textarea>" in html
    assert re.findall(r'<details id="(\w+)" open>', html) == ["correct"]
    version = re.search(r'action="/m/\w+/correct/".*?name="version" value="(\d+)"', html, re.DOTALL)
    assert version is not None
    assert int(version[1]) == match.version


@pytest.mark.parametrize(
    ("reporter", "line"),
    [
        ("table", "7–3 Recorded Phone at the table · reported by one phone"),
        ("badge", "7–3 Recorded Ada · reported by one side, not confirmed by the other"),
        ("account", "7–3 Recorded Ada · reported by one side, not confirmed by the other"),
    ],
)
def test_the_record_names_no_confirmation_that_did_not_happen(
    client: Client, reporter: str, line: str
) -> None:
    trusted_match = factories.a_called_match(factories.a_desk(policy="trust"))
    trusted_match.white.user = factories.a_user("ada")
    trusted_match.white.save()
    identities = {
        "table": lambda: factories.at_table(trusted_match),
        "badge": lambda: factories.with_badge(trusted_match, "white"),
        "account": lambda: factories.with_account(trusted_match.white.user),
    }
    factories.a_report(trusted_match, identity=identities[reporter]())
    page = page_text(client, f"/m/{trusted_match.code}/")
    assert line in page
    assert "· confirmed by" not in page


def test_the_record_names_the_phone_that_confirmed(client: Client) -> None:
    trusted_match = factories.a_called_match(factories.a_desk(policy="trust"))
    factories.a_report(trusted_match)
    factories.a_report(trusted_match, identity=factories.at_table(trusted_match, "two"))
    page = page_text(client, f"/m/{trusted_match.code}/")
    assert "7–3 Confirmed Phone at the table · confirmed by a second phone at the table" in page


def test_two_scores_of_one_phone_are_on_the_page_of_the_match_and_at_the_desk(client: Client) -> None:
    trusted_match = factories.a_called_match(factories.a_desk(factories.a_user("director"), policy="trust"))
    assert trusted_match.table is not None
    path = f"/t/{trusted_match.table.code}/"
    client.get(path)
    for winner, points in (("white", 3), ("black", 5)):
        data = {"table": trusted_match.table.code, "winner": winner, "points": points, "key": winner}
        assert client.post(f"/m/{trusted_match.code}/report/", data).status_code == 302
    assert "The same phone or player also reported 5–7." in page_text(
        client, f"/m/{trusted_match.code}/report/"
    )
    assert "5–7 Disputed Phone at the table" in page_text(client, f"/m/{trusted_match.code}/")
    client.force_login(User.objects.get(username="director"))
    page = page_text(client, f"/m/{trusted_match.code}/")
    assert "The same phone or player reported two scores, and the first one counts." in page
