"""The audit of matches: every stored row is recomputed, and each one that was tampered with is reported."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from matches.models import Game, Match, Report
from matches.queries import audits
from matches.records.models import Transcript
from matches.records.services import uploads
from matches.services import reporting, scoring
from rules.verdict import VERSION
from tests.factories import a_called_match, a_match, a_report, at_table
from tests.factory_recordings import replayed
from tests.matches.records.files import record, with_an_illegal_play

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def match() -> Match:
    """A settled match to 3 with a sheet, a confirmed report and a record that bears it out."""
    match = a_called_match(length=3, white="José-María", black="X")
    identity = at_table(match)
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=identity)
    scoring.score_game(match=match, winner="white", kind="gammon", cube=1, identity=identity)
    uploads.attach_file(match=match, name="final.mat", data=record(), identity=identity)
    report = match.reports.get()
    return reporting.confirm(match=match, report=report, identity=at_table(match, "two"))


def codes(match: Match) -> list[str]:
    match.refresh_from_db()
    return [match_disagreement.code for match_disagreement in audits.find_match_disagreements(match)]


def test_a_player_at_two_tables_is_reported_once() -> None:
    first = a_called_match()
    second = a_match(first.desk)
    Match.objects.filter(pk=first.pk).update(status="running")
    tables = first.desk.tables
    Match.objects.filter(pk=second.pk).update(
        status="running", table=tables.get(number=2), white=first.white, started_at=first.called_at
    )
    assert (codes(first), codes(second)) == ([], ["audit_two_tables"])


def test_a_consistent_match_has_no_findings(match: Match) -> None:
    waiting = a_match(match.desk)
    assert codes(match) == codes(waiting) == []
    assert list(audits.iterate_matches()) == [match, waiting]


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (lambda: Match.objects.update(black_score=2), ["audit_sheet", "audit_confirmed", "audit_agreement"]),
        (lambda: Report.objects.update(black_score=1), ["audit_confirmed"]),
        (lambda: Report.objects.update(state="open"), ["audit_reports"]),
        (lambda: Report.objects.update(state="disputed"), ["audit_reports"]),
        (lambda: Game.objects.filter(number=1).update(winner="black", black_after=1), ["audit_sheet"]),
        (
            lambda: Game.objects.filter(number=1).update(kind="backgammon", points=3),
            ["audit_sheet_impossible"],
        ),
        (lambda: Transcript.objects.update(text="5-point match"), ["audit_record_altered"]),
        (
            lambda: Transcript.objects.update(status="invalid", verdict={"version": VERSION}),
            ["audit_verdict"],
        ),
        (lambda: Transcript.objects.update(white_score=2), ["audit_agreement"]),
    ],
)
def test_a_row_that_was_tampered_with_is_reported(
    match: Match, tamper: Callable[[], Any], expected: list[str]
) -> None:
    tamper()
    assert codes(match) == expected


def test_an_open_and_a_disputed_match_agree_with_their_reports() -> None:
    match = a_called_match()
    report = a_report(match, 7, 3)
    assert codes(match) == []
    reporting.dispute(
        match=match, report=report, white_score=3, black_score=7, identity=at_table(match, "two")
    )
    assert codes(match) == []


def test_a_record_with_a_fault_agrees_with_its_own_verdict(match: Match) -> None:
    uploads.attach_file(match=match, name="bad.mat", data=with_an_illegal_play(), identity=at_table(match))
    assert codes(match) == []


def run(**options: Any) -> tuple[int, str]:
    buffer = StringIO()
    try:
        call_command("audit_matches", stdout=buffer, language="en", **options)
    except SystemExit as leaving:
        return int(str(leaving.code)), buffer.getvalue()
    return 0, buffer.getvalue()


def test_the_command_prints_what_was_checked_and_what_disagrees(match: Match) -> None:
    assert run() == (0, "1 match checked: all rows match\n")
    assert run(json=True) == (0, "")
    Report.objects.update(black_score=1)
    text = (
        f"{match.code}: The confirmed report says 3–1, but the match says 3–0.\n"
        "1 match checked: 1 inconsistent row\n"
    )
    assert run() == (1, text)
    code, printed = run(json=True)
    assert (code, json.loads(printed)) == (
        1,
        {
            "code": "audit_confirmed",
            "law": "",
            "facts": {"match": match.code, "report": [3, 1], "stored": [3, 0]},
        },
    )
