"""Reporting, confirming, disputing and withdrawing a final score."""

import pytest

from matches.actors import SYSTEM
from matches.models import Match, Report
from matches.services import lifecycle, reporting
from matches.signals import match_settled
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


def test_a_report_at_the_table_waits_for_confirmation() -> None:
    match = a_called_match()
    report = a_report(match, 7, 3, key="k1")
    assert (report.state, report.channel, report.side, report.number, report.key) == (
        "open",
        "table",
        "",
        1,
        "k1",
    )
    match.refresh_from_db()
    assert (match.status, match.winner, match.white_score, match.black_score) == ("reported", "", 7, 3)
    assert match.started_at is not None


def test_another_device_at_the_table_confirms_and_the_match_is_settled() -> None:
    report = a_report(a_called_match(), 3, 7)
    with sent_signals(match_settled) as rung:
        match = reporting.confirm(match=report.match, report=report, identity=at_table(report.match, "two"))
    assert (match.status, match.winner, match.ending) == ("settled", "black", "played")
    assert (match.white_score, match.black_score) == (3, 7)
    report.refresh_from_db()
    assert (report.state, report.confirmed_channel) == ("confirmed", "table")
    assert report.confirmed_at is not None
    assert [signal["match"] for signal in rung] == [match]


def test_a_confirmed_match_frees_its_table_at_once() -> None:
    report = a_report(a_called_match())
    match = reporting.confirm(match=report.match, report=report, identity=at_table(report.match, "two"))
    assert lifecycle.call_match(match=a_match(match.desk), table=match.table, by=SYSTEM).table == match.table


def test_confirming_twice_answers_with_the_settled_match_and_sends_one_signal() -> None:
    report = a_report(a_called_match())
    other = at_table(report.match, "two")
    with sent_signals(match_settled) as rung:
        first = reporting.confirm(match=report.match, report=report, identity=other)
        second = reporting.confirm(match=report.match, report=report, identity=other)
    assert (second.status, second.version, len(rung)) == ("settled", first.version, 1)


def test_the_reporter_cannot_confirm_their_own_report_on_the_same_device() -> None:
    report = a_report(a_called_match())
    error = refusal(reporting.confirm, match=report.match, report=report, identity=at_table(report.match))
    assert error.code == "own_report"
    assert (error.facts["white_score"], error.facts["black_score"]) == (7, 3)


def test_the_same_key_answers_with_the_same_report() -> None:
    match = a_called_match()
    first = a_report(match, key="k1")
    second = a_report(match, key="k1")
    assert (second, Report.objects.count()) == (first, 1)


def test_a_double_tap_without_a_key_answers_with_the_same_report() -> None:
    match = a_called_match()
    assert a_report(match) == a_report(match)
    match.refresh_from_db()
    assert match.status == "reported"


def test_the_same_key_with_another_score_is_refused_with_the_stored_one() -> None:
    match = a_called_match()
    a_report(match, 7, 3, key="k1")
    error = refusal(a_report, match=match, white_score=3, black_score=7, key="k1")
    assert error.code == "key_used_twice"
    assert (error.facts["white_score"], error.facts["black_score"]) == (7, 3)


def test_the_same_key_still_answers_after_the_match_was_settled() -> None:
    match = a_called_match()
    report = a_report(match, key="k1")
    reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    again = a_report(match, key="k1", version=match.version)
    assert (again, again.state) == (report, "confirmed")


def test_two_independent_reports_that_agree_settle_the_match() -> None:
    match = a_called_match()
    first = a_report(match, key="k1")
    second = a_report(match, key="k2", identity=at_table(match, "two"))
    assert (second, second.state, second.match.status) == (first, "confirmed", "settled")


def test_a_contradictory_report_is_refused_with_the_stored_one() -> None:
    match = a_called_match()
    a_report(match, 7, 3)
    for device in ("phone", "two"):
        identity = at_table(match, device)
        error = refusal(a_report, match=match, white_score=5, black_score=7, identity=identity)
        assert error.code == "already_reported"
        assert (error.facts["white_score"], error.facts["black_score"]) == (7, 3)
        assert error.facts["report"] == 1
    assert Report.objects.count() == 1


def test_a_contradictory_report_of_a_settled_match_is_refused_with_the_result() -> None:
    match = a_called_match()
    reporting.confirm(match=match, report=a_report(match), identity=at_table(match, "two"))
    error = refusal(a_report, match=match, white_score=5, black_score=7)
    assert error.code == "already_settled"
    assert (error.facts["white_score"], error.facts["black_score"]) == (7, 3)


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ((6, 3), "score_unfinished"),
        ((8, 3), "score_beyond_length"),
        ((7, 7), "score_two_winners"),
        ((7, -1), "score_negative"),
    ],
)
def test_an_impossible_final_score_is_refused_by_its_law(score: tuple[int, int], code: str) -> None:
    match = a_called_match()
    error = refusal(a_report, match=match, white_score=score[0], black_score=score[1])
    assert (error.code, error.law != "") == (code, True)
    match.refresh_from_db()
    assert (match.status, Report.objects.count()) == ("called", 0)


def test_an_official_settles_at_once_even_before_the_call() -> None:
    official = a_user()
    match = a_match(a_desk(official))
    report = a_report(match, identity=with_account(official))
    assert (report.state, report.channel, report.by) == ("confirmed", "desk", official)
    match.refresh_from_db()
    assert (match.status, match.winner, match.changed_by) == ("settled", "white", official.username)


def test_players_cannot_report_before_the_call() -> None:
    match = a_match()
    error = refusal(a_report, match=match, identity=with_badge(match, "white"))
    assert error.code == "not_called_yet"


def test_an_official_overrides_an_open_report_only_on_its_version() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    first_report = a_report(match, 7, 3)
    blind = refusal(a_report, match=match, white_score=7, black_score=5, identity=with_account(official))
    assert blind.code == "already_reported"
    version = first_report.match.version
    report = a_report(match, 7, 5, identity=with_account(official), version=version)
    first_report.refresh_from_db()
    assert (first_report.state, report.state, report.match.black_score) == ("superseded", "confirmed", 5)


def test_a_dispute_freezes_the_match_with_both_reports() -> None:
    report = a_report(a_called_match(), 7, 3)
    match = report.match
    counter = reporting.dispute(
        match=match,
        report=report,
        white_score=5,
        black_score=7,
        identity=with_badge(match, "black"),
        key="d1",
    )
    report.refresh_from_db()
    match.refresh_from_db()
    assert (match.status, report.state, counter.state) == ("disputed", "disputed", "disputed")
    assert (counter.answers, counter.side, counter.white_score, counter.black_score) == (
        report,
        "black",
        5,
        7,
    )
    for call, arguments in (
        (reporting.confirm, {"report": report}),
        (reporting.confirm, {"report": counter}),
        (reporting.withdraw, {"report": report}),
        (reporting.report, {"white_score": 7, "black_score": 6}),
    ):
        assert (
            refusal(call, match=match, identity=at_table(match, "two"), **arguments).code == "awaits_ruling"
        )
    assert Match.objects.get().status == "disputed"


def test_the_same_dispute_sent_twice_is_written_once() -> None:
    match = a_called_match()
    report = a_report(match, 7, 3)
    counter = {"match": match, "report": report, "white_score": 5, "black_score": 7, "key": "d1"}
    first = reporting.dispute(**counter, identity=at_table(match, "two"))
    second = reporting.dispute(**counter, identity=at_table(match, "two"))
    assert (first, Report.objects.count()) == (second, 2)


def test_a_dispute_names_another_and_possible_score() -> None:
    match = a_called_match()
    report = a_report(match, 7, 3)
    identity = at_table(match, "two")
    same = refusal(
        reporting.dispute, match=match, report=report, white_score=7, black_score=3, identity=identity
    )
    assert same.code == "nothing_to_dispute"
    impossible = refusal(
        reporting.dispute, match=match, report=report, white_score=7, black_score=7, identity=identity
    )
    assert impossible.code == "score_two_winners"
    match.refresh_from_db()
    assert match.status == "reported"


def test_a_withdrawn_report_lets_the_match_go_on() -> None:
    match = a_called_match()
    report = a_report(match, 7, 3)
    outsider = refusal(reporting.withdraw, match=match, report=report, identity=at_table(match, "two"))
    assert outsider.code == "not_your_report"
    running = reporting.withdraw(match=match, report=report, identity=at_table(match))
    report.refresh_from_db()
    assert (running.status, report.state) == ("running", "withdrawn")
    assert a_report(match, 3, 7).state == "open"


def test_an_official_may_withdraw_any_report() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    report = a_report(match, 7, 3)
    assert reporting.withdraw(match=match, report=report, identity=with_account(official)).status == "running"


def test_a_superseded_report_is_neither_confirmed_nor_disputed() -> None:
    match = a_called_match()
    old = a_report(match, 7, 3)
    reporting.withdraw(match=match, report=old, identity=at_table(match))
    a_report(match, 7, 5)
    other = at_table(match, "two")
    assert refusal(reporting.confirm, match=match, report=old, identity=other).code == "report_not_open"
    disputing = refusal(
        reporting.dispute, match=match, report=old, white_score=3, black_score=7, identity=other
    )
    assert disputing.code == "report_not_open"


def test_a_report_of_another_match_is_not_found() -> None:
    desk = a_desk()
    match = a_called_match(desk)
    other = lifecycle.call_match(match=a_match(desk), table=desk.tables.get(number=2), by=SYSTEM)
    report = a_report(other)
    error = refusal(reporting.confirm, match=match, report=report, identity=at_table(match))
    assert error.code == "report_absent"


def test_an_outsider_may_not_report() -> None:
    match = a_called_match()
    report = a_report(match)
    outsider = with_account(a_user())
    score = {"white_score": 3, "black_score": 7}
    assert refusal(reporting.report, match=match, identity=outsider, **score).code == "not_your_match"
    assert refusal(reporting.confirm, match=match, report=report, identity=outsider).code == "not_your_match"
    assert refusal(reporting.withdraw, match=match, report=report, identity=outsider).code == "not_your_match"
    disputing = refusal(reporting.dispute, match=match, report=report, identity=outsider, **score)
    assert disputing.code == "not_your_match"


def test_a_stale_form_is_refused_but_an_agreeing_one_counts() -> None:
    match = a_called_match()
    opened_at = match.version
    lifecycle.start_match(match=match, by=SYSTEM)
    assert refusal(a_report, match=match, version=opened_at).code == "changed_meanwhile"
    report = a_report(match)
    agreeing = a_report(match, identity=at_table(match, "two"), version=opened_at)
    assert (agreeing, agreeing.state) == (report, "confirmed")
