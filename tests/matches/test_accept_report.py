"""Ending a dispute by accepting the other side's report."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Match, Report
from matches.queries import audits, objection_deadlines
from matches.services import badges, reporting, rulings, scoring
from matches.states import Policy
from rules.errors import Refusal
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table, with_account, with_badge
from tests.matches.refusals import refusal
from tests.matches.test_objections import a_next_match_has_begun

pytestmark = pytest.mark.django_db


def a_dispute(match: Match, first: Identity, second: Identity) -> tuple[Report, Report]:
    """A disputed match: 7-3 by the first report, 5-7 by the second."""
    first_report = a_report(match, 7, 3, identity=first)
    counter = reporting.dispute(
        match=match, report=first_report, white_score=5, black_score=7, identity=second
    )
    first_report.refresh_from_db()
    return first_report, counter


def accepted(report: Report, identity: Identity) -> str:
    """Accept a report; return the code of the refusal ("" for none)."""
    match = Match.objects.get()
    try:
        reporting.accept(match=match, report=report, identity=identity)
    except Refusal as error:
        return error.code
    return ""


@pytest.mark.parametrize(("number", "device", "score"), [(1, "two", (7, 3)), (2, "phone", (5, 7))])
def test_either_phone_accepts_the_score_of_the_other(
    number: int, device: str, score: tuple[int, int]
) -> None:
    match = a_called_match()
    reports = a_dispute(match, at_table(match), at_table(match, "two"))
    settled = reporting.accept(match=match, report=reports[number - 1], identity=at_table(match, device))
    assert (settled.status, settled.white_score, settled.black_score) == ("settled", *score)
    upheld, other = match.reports.get(number=number), match.reports.get(number=3 - number)
    assert (upheld.state, upheld.confirmed_device, other.state) == (
        "confirmed",
        at_table(match, device).device,
        "superseded",
    )
    assert objection_deadlines.get_one_sided_report(settled) is None
    assert list(audits.find_match_disagreements(settled)) == []


def test_neither_the_own_report_nor_another_dispute_is_accepted() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    report, counter = a_dispute(match, at_table(match), at_table(match, "two"))
    assert accepted(report, at_table(match)) == "own_report"
    assert accepted(counter, at_table(match, "two")) == "own_report"
    assert accepted(report, at_table(match, "a third phone")) == "not_your_dispute"
    assert accepted(report, with_account(official)) == "not_your_dispute"
    assert accepted(report, with_account(a_user("stranger"))) == "not_your_match"
    assert Match.objects.get().status == "disputed"


def test_the_other_player_accepts_with_a_badge() -> None:
    match = a_called_match()
    _, counter = a_dispute(match, at_table(match), with_badge(match, "black"))
    assert accepted(counter, with_badge(match, "black", "another phone")) == "own_report"
    assert accepted(counter, with_badge(match, "white", "another phone")) == ""


def test_where_the_desk_confirms_it_also_ends_a_dispute() -> None:
    match = a_called_match(a_desk(policy=Policy.DESK.value))
    report, _ = a_dispute(match, at_table(match), at_table(match, "two"))
    assert accepted(report, at_table(match, "two")) == "desk_confirms"


def test_nothing_can_be_accepted_after_the_ruling() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    report, _ = a_dispute(match, at_table(match), at_table(match, "two"))
    version = Match.objects.get().version
    rulings.rule_on_match(match=match, white_score=6, black_score=7, law="match.adjudication", by=official)
    late = refusal(
        reporting.accept, match=match, report=report, identity=at_table(match, "two"), version=version
    )
    assert late.code == "changed_meanwhile"
    assert accepted(report, at_table(match, "two")) == "already_settled"


def test_accepting_twice_answers_with_the_settled_match() -> None:
    match = a_called_match()
    report, _ = a_dispute(match, at_table(match), at_table(match, "two"))
    version = Match.objects.get().version
    for _ in range(2):
        settled = reporting.accept(
            match=match, report=report, identity=at_table(match, "two"), version=version
        )
    assert (settled.status, settled.version) == ("settled", version + 1)


def test_a_report_against_the_games_is_not_accepted() -> None:
    match = a_called_match()
    scoring.score_game(match=match, winner="white", kind="gammon", cube=2, identity=at_table(match))
    report = a_report(match, 7, 2)
    reporting.dispute(
        match=match, report=report, white_score=3, black_score=7, identity=at_table(match, "two")
    )
    assert accepted(match.reports.get(number=2), at_table(match)) == "sheet_contradicts"
    assert accepted(report, at_table(match, "two")) == ""


def test_an_objection_that_reopened_nothing_is_withdrawn() -> None:
    desk = a_desk(policy=Policy.TRUST.value)
    match = a_called_match(desk)
    first_report = a_report(match, 7, 3, identity=with_badge(match, "white"))
    black = with_badge(match, "black")
    with a_next_match_has_begun():
        reporting.dispute(match=match, report=first_report, white_score=5, black_score=7, identity=black)
    assert (Match.objects.get().status, match.reports.get(number=2).state) == ("settled", "disputed")
    assert accepted(first_report, black) == ""
    assert [report.state for report in match.reports.order_by("number")] == ["confirmed", "withdrawn"]
    assert objection_deadlines.get_one_sided_report(Match.objects.get()) is None


def text(client: Client, path: str) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(path).content.decode()))


def test_the_phone_offers_the_other_score_and_the_desk_sees_it_settled(client: Client) -> None:
    match = a_called_match()
    a_dispute(match, at_table(match), with_badge(match, "black"))
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token})
    page = text(client, f"/m/{match.code}/report/")
    assert ("I was wrong: accept 7–3" in page, "I was wrong: accept 5–7" in page) == (True, False)
    version = Match.objects.get().version
    answer = client.post(f"/m/{match.code}/accept/", {"report": 1, "version": version})
    assert (answer.status_code, Match.objects.get().status) == (302, "settled")
    assert "accepted by Bruno" in text(client, f"/m/{match.code}/")
