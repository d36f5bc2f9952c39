"""Objections to a result settled by one report: allowed for a limited time, then decided by the desk."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.actors import SYSTEM, Identity
from matches.models import Match, Notice, Report
from matches.permissions import may_object
from matches.queries import audits, matches, objection_deadlines
from matches.queries.matches import get_sheet
from matches.services import lifecycle, reporting, rulings, settling
from matches.signals import match_reopened, match_settled
from rules.errors import Refusal
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_report,
    a_user,
    at_table,
    with_account,
    with_badge,
)
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


def a_trusted_match(policy: str = "trust") -> Match:
    """A match won 7-3 by White, by one report at the table, or of the desk where required."""
    match = a_called_match(a_desk(a_user("official"), policy=policy))
    a_report(match)
    return fresh(match)


def fresh(match: Match) -> Match:
    return Match.objects.select_related("desk", "table").get(pk=match.pk)


def object_to(*, match: Match, identity: Identity | None = None, **fields: Any) -> Report:
    """Object for Black, at the table with another phone, with a 7-5 win of Black."""
    arguments: dict[str, Any] = {
        "white_score": 5,
        "black_score": 7,
        "identity": identity or at_table(match, "two"),
    }
    return reporting.dispute(match=match, report=match.reports.get(number=1), **(arguments | fields))


def test_an_objection_freezes_the_match_and_informs_the_desk() -> None:
    match = a_trusted_match()
    assert match.status == "settled"
    with sent_signals(match_reopened) as rung:
        counter = object_to(match=match)
    match = fresh(match)
    assert (match.status, match.winner, match.ending, match.settled_at) == ("disputed", "", "", None)
    assert [(report.number, report.state) for report in get_sheet(match).disputed] == [
        (1, "disputed"),
        (2, "disputed"),
    ]
    assert (counter.answers_id, len(rung)) == (match.reports.get(number=1).pk, 1)
    notice = Notice.objects.filter(topic=f"desk:{match.desk.code}").order_by("id").last()
    assert notice is not None
    assert notice.data["status"] == "disputed"
    assert list(audits.find_match_disagreements(match)) == []


@pytest.mark.parametrize(("score", "state"), [((7, 3), "ruled"), ((5, 7), "ruled")])
def test_the_ruling_settles_it_for_good(score: tuple[int, int], state: str) -> None:
    match = a_trusted_match()
    object_to(match=match)
    by = match.desk.officials.get()
    with sent_signals(match_settled) as rung:
        rulings.rule_on_match(
            match=match, white_score=score[0], black_score=score[1], law="match.length", by=by
        )
    match = fresh(match)
    assert ((match.white_score, match.black_score), get_sheet(match).stage, len(rung)) == (score, state, 1)
    assert objection_deadlines.get_one_sided_report(match) is None
    assert refusal(object_to, match=match, white_score=4, black_score=7).code == "already_settled"


def test_after_the_time_limit_only_the_desk_corrects_a_result() -> None:
    match = a_trusted_match()
    report = objection_deadlines.get_one_sided_report(match)
    assert report is not None
    until = objection_deadlines.get_objection_deadline(match, report)
    assert report.confirmed_at is not None
    assert until == report.confirmed_at + timedelta(minutes=15)
    two = at_table(match, "two")
    may = [may_object(two, match, report, now=until - timedelta(seconds=seconds)) for seconds in (1, 0)]
    assert may == [True, False]
    match.reports.update(confirmed_at=timezone.now() - timedelta(minutes=15))
    assert refusal(object_to, match=match).code == "already_settled"


def test_the_desk_sets_the_time_limit() -> None:
    match = a_trusted_match()
    match.desk.final_after = 3
    match.desk.save()
    report = objection_deadlines.get_one_sided_report(fresh(match))
    assert report is not None
    assert report.confirmed_at is not None
    assert objection_deadlines.get_objection_deadline(match, report) == report.confirmed_at + timedelta(
        minutes=3
    )


def test_no_objection_to_the_own_report_or_to_another_match() -> None:
    match = a_trusted_match()
    assert refusal(object_to, match=match, identity=at_table(match)).code == "own_report"
    assert refusal(object_to, match=match, identity=with_account(a_user("stranger"))).code == "not_your_match"
    assert refusal(object_to, match=match, white_score=7, black_score=3).code == "nothing_to_dispute"
    assert fresh(match).status == "settled"


def test_the_table_card_is_valid_until_the_next_call_and_a_badge_longer() -> None:
    match = a_trusted_match()
    lifecycle.call_match(
        match=a_match(match.desk, white="Carla", black="Dario"), table=match.table, by=SYSTEM
    )
    assert refusal(object_to, match=match).code == "already_settled"
    object_to(match=match, identity=with_badge(match, "black"))
    match = fresh(match)
    assert (match.status, match.table) == ("disputed", None)


@pytest.mark.parametrize("policy", ["both", "desk"])
def test_a_result_with_two_reports_cannot_be_objected_to(policy: str) -> None:
    match = a_called_match(a_desk(a_user("official"), policy=policy))
    report, official = a_report(match), with_account(match.desk.officials.get())
    second = at_table(match, "two") if policy == "both" else official
    reporting.confirm(match=match, report=report, identity=second)
    assert objection_deadlines.get_one_sided_report(fresh(match)) is None
    assert (
        refusal(object_to, match=fresh(match), identity=with_badge(match, "black")).code == "already_settled"
    )


def test_a_report_of_the_desk_cannot_be_objected_to() -> None:
    match = a_called_match(a_desk(a_user("official"), policy="trust"))
    a_report(match, identity=with_account(match.desk.officials.get()))
    assert refusal(object_to, match=fresh(match)).code == "already_settled"


@pytest.mark.parametrize("text", ["confirm", "report"])
def test_a_confirmation_by_the_other_side_ends_the_time_limit(text: str) -> None:
    match = a_trusted_match()
    two, version = at_table(match, "two"), match.version
    with sent_signals(match_settled) as rung:
        if text == "confirm":
            reporting.confirm(match=match, report=match.reports.get(), identity=two)
        else:
            a_report(match, identity=two)
    match = fresh(match)
    assert (objection_deadlines.get_one_sided_report(match), match.version, len(rung)) == (
        None,
        version + 1,
        0,
    )
    assert match.reports.get().confirmed_device == two.device
    assert refusal(object_to, match=match, identity=at_table(match, "three")).code == "already_settled"


def test_a_confirmation_by_the_reporter_has_no_effect() -> None:
    match = a_trusted_match()
    reporting.confirm(match=match, report=match.reports.get(), identity=at_table(match))
    assert fresh(match).version == match.version
    assert objection_deadlines.get_one_sided_report(match) is not None


def test_the_same_key_answers_alike_and_another_content_is_refused() -> None:
    match = a_trusted_match()
    first = object_to(match=match, key="k")
    assert object_to(match=match, key="k") == first
    assert refusal(object_to, match=match, white_score=4, key="k").code == "key_used_twice"


@contextmanager
def a_next_match_has_begun() -> Iterator[None]:
    """Refuse to reopen results, as another app does once the next match has begun."""

    def refuse(**_: object) -> None:
        raise Refusal("match_begun")

    match_reopened.connect(refuse)
    try:
        yield
    finally:
        match_reopened.disconnect(refuse)


def test_an_objection_after_the_next_match_has_begun_waits_for_the_desk() -> None:
    match = a_trusted_match()
    with a_next_match_has_begun():
        object_to(match=match)
    match = fresh(match)
    assert (match.status, match.winner) == ("settled", "white")
    assert [(report.white_score, report.state) for report in get_sheet(match).reports] == [
        (7, "confirmed"),
        (5, "disputed"),
    ]
    assert list(matches.get_objected_matches(match.desk)) == [match]
    assert list(audits.find_match_disagreements(match)) == []


@pytest.mark.parametrize(("score", "kind"), [((7, 3), "confirmed"), ((5, 7), "confirmed")])
def test_the_desk_upholds_or_corrects_what_was_objected_to(score: tuple[int, int], kind: str) -> None:
    match = a_trusted_match()
    with a_next_match_has_begun():
        object_to(match=match)
    by = match.desk.officials.get()
    settling.correct_result(
        match=match, white_score=score[0], black_score=score[1], by=by, reason="Heard both"
    )
    match = fresh(match)
    states = {(report.white_score, report.black_score): report.state for report in match.reports.all()}
    assert states[score] == kind
    assert sorted(states.values()) == ["confirmed", "superseded"]
    assert (get_sheet(match).stage, list(matches.get_objected_matches(match.desk))) == ("ruled", [])


def test_another_score_on_the_form_of_another_phone_is_an_objection() -> None:
    match = a_trusted_match()
    report = a_report(match, 5, 7, identity=at_table(match, "two"))
    match = fresh(match)
    assert (match.status, report.state, report.answers) == (
        "disputed",
        "disputed",
        match.reports.get(number=1),
    )
    assert [(row.white_score, row.state) for row in get_sheet(match).reports] == [
        (7, "disputed"),
        (5, "disputed"),
    ]


def test_another_score_of_the_same_phone_is_stored_for_the_desk() -> None:
    match = a_trusted_match()
    for key in ("tab two", "tab three"):
        a_report(match, 5, 7, key=key)
    match = fresh(match)
    assert (match.status, match.winner) == ("settled", "white")
    assert [(row.white_score, row.state, row.contradicts_own_report) for row in get_sheet(match).reports] == [
        (7, "confirmed", False),
        (5, "disputed", True),
    ]
    assert list(matches.get_objected_matches(match.desk)) == [match]
    assert list(audits.find_match_disagreements(match)) == []


def test_the_reporter_withdraws_the_second_score_by_accepting_the_first() -> None:
    match = a_trusted_match()
    a_report(match, 5, 7)
    reporting.accept(match=match, report=match.reports.get(number=1), identity=at_table(match))
    assert list(match.reports.values_list("state", flat=True)) == ["confirmed", "withdrawn"]
    assert list(matches.get_objected_matches(match.desk)) == []


def test_another_score_after_the_time_limit_or_a_confirmation_is_refused() -> None:
    match = a_trusted_match()
    Report.objects.update(confirmed_at=timezone.now() - timedelta(hours=1))
    for device in ("phone", "two"):
        error = refusal(a_report, match=match, white_score=5, black_score=7, identity=at_table(match, device))
        assert error.code == "already_settled"
    assert Report.objects.count() == 1
