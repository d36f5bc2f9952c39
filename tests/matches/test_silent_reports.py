"""Reports without an objection become final after the time that the desk has set, if any."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match, Report
from matches.records.services import uploads
from matches.services import desks, reporting, scoring, unanswered_reports
from matches.signals import match_settled
from matches.tasks import finalise
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table
from tests.matches.records.files import SEVEN, record
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db

WAIT = 10


def a_reported_match(policy: str = "both", **score: Any) -> Match:
    desk = a_desk(policy=policy)
    desks.set_times(desk=desk, final_after=WAIT, by=SYSTEM)
    match = a_called_match(desk)
    a_report(match, **score)
    match.refresh_from_db()
    return match


def later(minutes: float = WAIT) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


@pytest.mark.parametrize("policy", ["both", "desk"])
def test_a_report_becomes_final_when_its_time_is_up_and_no_sooner(policy: str) -> None:
    match = a_reported_match(policy)
    report = match.reports.get()
    assert unanswered_reports.get_final_time(match, report) == report.at + timedelta(minutes=WAIT)
    assert (
        unanswered_reports.finalise_due_matches(),
        unanswered_reports.finalise_due_matches(now=later(WAIT - 1)),
    ) == (0, 0)
    with sent_signals(match_settled) as signals:
        assert (
            unanswered_reports.finalise_due_matches(now=later()),
            unanswered_reports.finalise_due_matches(now=later()),
        ) == (
            1,
            0,
        )
    match.refresh_from_db()
    report.refresh_from_db()
    assert (match.status, match.ending, match.white_score, match.black_score) == ("settled", "played", 7, 3)
    assert (report.state, report.confirmed_channel, match.changed_by, len(signals)) == (
        "confirmed",
        "silence",
        "",
        1,
    )


def test_it_is_off_by_default_and_can_be_switched_off_in_between() -> None:
    match = a_called_match()
    report = a_report(match)
    assert (match.desk.final_after, unanswered_reports.get_final_time(match, report)) == (None, None)
    assert unanswered_reports.finalise_due_matches(now=later(5000)) == 0
    waiting = a_reported_match()
    desks.set_times(desk=waiting.desk, by=SYSTEM)
    assert unanswered_reports.finalise_match(match=waiting, now=later()) is False


def test_an_objection_stops_the_clock() -> None:
    match = a_reported_match()
    reporting.dispute(
        match=match,
        report=match.reports.get(),
        white_score=3,
        black_score=7,
        identity=at_table(match, "other"),
    )
    assert (
        unanswered_reports.finalise_due_matches(now=later()),
        unanswered_reports.finalise_match(match=match, now=later()),
    ) == (0, False)
    assert Match.objects.get().status == "disputed"


def test_a_withdrawn_and_repeated_report_waits_again() -> None:
    match = a_reported_match()
    Report.objects.update(at=timezone.now() - timedelta(minutes=WAIT))
    reporting.withdraw(match=match, report=match.reports.get(), identity=at_table(match))
    assert unanswered_reports.finalise_due_matches() == 0
    a_report(match, 7, 5)
    assert unanswered_reports.finalise_due_matches() == 0


def test_a_contradicting_transcript_leaves_the_report_to_the_desk() -> None:
    match = a_reported_match(white_score=7, black_score=3)
    data = record(SEVEN).replace(b"Alice", b"Ada").replace(b" X :", b" Bruno :")
    uploads.attach_file(match=match, name="a.mat", data=data, identity=at_table(match))
    assert match.transcripts.get().agrees is False
    assert unanswered_reports.finalise_due_matches(now=later()) == 0
    assert refusal(unanswered_reports.finalise_match, match=match, now=later()).code == "record_contradicts"
    assert Match.objects.get().status == "reported"


def test_a_contradicting_score_sheet_leaves_the_report_to_the_desk() -> None:
    desk = a_desk()
    desks.set_times(desk=desk, final_after=WAIT, by=SYSTEM)
    match = a_called_match(desk)
    scoring.score_game(match=match, winner="black", kind="single", cube=1, identity=at_table(match))
    a_report(match, 7, 0)
    assert (
        unanswered_reports.finalise_due_matches(now=later()),
        unanswered_reports.finalise_match(match=match, now=later()),
    ) == (0, False)


def test_an_incomplete_score_sheet_does_not_stop_a_report() -> None:
    desk = a_desk()
    desks.set_times(desk=desk, final_after=WAIT, by=SYSTEM)
    match = a_called_match(desk)
    scoring.score_game(match=match, winner="black", kind="single", cube=1, identity=at_table(match))
    a_report(match, 7, 1)
    assert unanswered_reports.finalise_due_matches(now=later()) == 1


def test_the_task_settles_silent_reports() -> None:
    match = a_reported_match()
    Report.objects.update(at=timezone.now() - timedelta(minutes=WAIT))
    finalise()
    match.refresh_from_db()
    assert match.status == "settled"


def test_times_of_a_desk_are_checked_and_queried_by_an_official() -> None:
    desk = a_desk()
    assert refusal(desks.set_times, desk=desk, final_after=0, by=SYSTEM).code == "time_impossible"
    assert refusal(desks.set_times, desk=desk, clock="sundial", by=SYSTEM).code == "clock_unknown"
    assert refusal(desks.set_times, desk=desk, final_after=5, by=a_user()).code == "desk_only"
