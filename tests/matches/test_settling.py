"""Settling, correcting and reopening a match; the signal is sent inside the transaction."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from matches.actors import SYSTEM
from matches.models import Match, Report, User
from matches.services import lifecycle, reporting, rulings, scoring, settling
from matches.signals import match_reopened, match_settled, match_settling
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_report,
    a_user,
    at_table,
    with_account,
)
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


@pytest.fixture
def official() -> User:
    return a_user("maria")


@pytest.fixture
@replayed
def settled(official: User) -> Match:
    match = a_called_match(a_desk(official))
    a_report(match, 7, 3)
    a_report(match, 7, 3, identity=with_account(official))
    match.refresh_from_db()
    return match


def test_a_listener_that_fails_undoes_the_settling() -> None:
    match = a_called_match()
    report = a_report(match)

    def break_down(**_: Any) -> None:
        raise RuntimeError("the bracket is on fire")

    match_settled.connect(break_down)
    try:
        with pytest.raises(RuntimeError):
            reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    finally:
        match_settled.disconnect(break_down)
    match.refresh_from_db()
    report.refresh_from_db()
    assert (match.status, match.winner, match.settled_at) == ("reported", "", None)
    assert (report.state, report.confirmed_at) == ("open", None)


def test_a_signal_is_sent_before_the_row_is_locked() -> None:
    match = a_called_match()
    steps: list[str] = []

    def note_signal(match_id: int, **_: Any) -> None:
        steps.append(f"signal of {match_id}")

    def note_query(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        if 'FROM "matches_match"' in sql:
            steps.append("row read")
        elif sql.startswith('UPDATE "matches_match"'):
            steps.append("row written")
        return execute(sql, *arguments)

    match_settling.connect(note_signal)
    try:
        with connection.execute_wrapper(note_query):
            a_report(match)
    finally:
        match_settling.disconnect(note_signal)
    assert steps == [f"signal of {match.pk}", "row read", "row written"]


def test_a_correction_replaces_the_result_and_sends_the_signal_again(settled: Match, official: User) -> None:
    first_settled_at = settled.settled_at
    with sent_signals(match_settled) as sent:
        match = settling.correct_result(
            match=settled, white_score=5, black_score=7, by=official, reason="sheet misread"
        )
    assert (match.status, match.winner, match.white_score, match.black_score) == ("settled", "black", 5, 7)
    assert match.settled_at == first_settled_at
    assert [(signal["match"], signal["by"], signal["reason"]) for signal in sent] == [
        (match, official, "sheet misread")
    ]
    decision = match.rulings.get()
    assert (decision.kind, decision.winner, decision.by) == ("correction", "black", official)
    assert [report.state for report in match.reports.all()] == ["superseded"]


def test_a_correction_to_an_old_score_does_not_reopen_its_report(settled: Match, official: User) -> None:
    changed = settling.correct_result(
        match=settled, white_score=7, black_score=5, by=official, reason="misread"
    )
    back = settling.correct_result(
        match=changed, white_score=7, black_score=3, by=official, reason="no, right"
    )
    assert [ruling.kind for ruling in back.rulings.all()] == ["correction", "correction"]
    assert (back.black_score, Report.objects.get().state) == (3, "superseded")


def test_correcting_to_the_same_result_changes_nothing(settled: Match, official: User) -> None:
    with sent_signals(match_settled) as sent:
        same = settling.correct_result(
            match=settled, white_score=7, black_score=3, winner="white", by=official, reason="sure"
        )
    assert (same.version, sent, same.rulings.count()) == (settled.version, [], 0)


def test_a_correction_may_change_how_the_match_ended(settled: Match, official: User) -> None:
    match = settling.correct_result(
        match=settled,
        white_score=0,
        black_score=0,
        winner="black",
        ending="walkover",
        by=official,
        reason="came late",
    )
    assert (match.ending, match.winner, match.white_score) == ("walkover", "black", 0)
    again = settling.correct_result(
        match=match, white_score=7, black_score=3, by=official, reason="he was there"
    )
    assert (again.ending, again.winner, again.white_score) == ("played", "white", 7)


def test_a_correction_requires_a_settled_match_a_reason_and_a_possible_score(
    settled: Match, official: User
) -> None:
    def refused(**changes: Any) -> str:
        arguments = {
            "match": settled,
            "white_score": 5,
            "black_score": 7,
            "by": official,
            "reason": "misread",
        }
        return refusal(settling.correct_result, **arguments | changes).code

    assert refused(reason="") == "reason_missing"
    assert refused(winner="white") == "winner_against_score"
    assert refused(black_score=6) == "score_unfinished"
    assert refused(ending="coffee") == "ending_unknown"
    assert refused(ending="walkover") == "winner_missing"
    assert refused(ending="double_walkover", winner="white") == "winner_missing"
    assert refused(by=a_user()) == "desk_only"
    assert refused(version=settled.version - 1) == "changed_meanwhile"
    assert refused(match=a_called_match(settled.desk, white="Eva")) == "not_begun_yet"
    settled.refresh_from_db()
    assert (settled.white_score, settled.black_score) == (7, 3)


def test_a_reopened_match_runs_again_from_its_sheet(official: User) -> None:
    match = a_called_match(a_desk(official), length=3)
    keeper = with_account(official)
    scoring.score_game(match=match, winner="black", kind="single", cube=1, identity=keeper)
    scoring.score_game(match=match, winner="black", kind="gammon", cube=1, identity=keeper)
    with sent_signals(match_reopened) as sent:
        back = settling.reopen_match(match=match, by=official, reason="wrong game counted")
    assert (back.status, back.winner, back.ending, back.settled_at) == ("running", "", "", None)
    assert (back.white_score, back.black_score) == (0, 3)
    assert [(signal["match"], signal["by"], signal["reason"]) for signal in sent] == [
        (back, official, "wrong game counted")
    ]
    assert [(ruling.kind, ruling.black_score) for ruling in back.rulings.all()] == [("reopening", 3)]
    struck = scoring.strike_last_game(match=back, identity=keeper)
    assert struck.black_score == 1


def test_a_reopened_match_without_a_sheet_starts_at_0_0(settled: Match, official: User) -> None:
    back = settling.reopen_match(match=settled, by=official, reason="to be replayed")
    assert (back.white_score, back.black_score, back.table) == (0, 0, settled.table)
    assert [report.state for report in back.reports.all()] == ["superseded"]
    assert a_report(back, 3, 7).state == "open"


def test_a_reopened_match_loses_its_table_if_taken(settled: Match, official: User) -> None:
    lifecycle.call_match(match=a_match(settled.desk), table=settled.table, by=SYSTEM)
    assert settling.reopen_match(match=settled, by=official, reason="to be replayed").table is None


def test_reopening_is_for_officials_with_a_reason_and_a_result(settled: Match, official: User) -> None:
    assert refusal(settling.reopen_match, match=settled, by=a_user(), reason="please").code == "desk_only"
    assert refusal(settling.reopen_match, match=settled, by=official, reason="").code == "reason_missing"
    running = lifecycle.start_match(match=a_match(settled.desk), by=SYSTEM)
    assert refusal(settling.reopen_match, match=running, by=official, reason="x").code == "still_running"


@pytest.mark.parametrize("winner", ["white", "black"])
def test_a_walkover_is_settled_without_a_score_and_sends_the_signal(winner: str, official: User) -> None:
    match = a_called_match(a_desk(official))
    with sent_signals(match_settled) as sent:
        over = rulings.walk_over(match=match, winner=winner, by=official)
    assert (over.status, over.ending, over.winner) == ("settled", "walkover", winner)
    assert (over.white_score, over.black_score, len(sent)) == (0, 0, 1)
    assert over.rulings.get().kind == "award"


def test_a_double_no_show_has_no_winner(official: User) -> None:
    over = rulings.walk_over(match=a_match(a_desk(official)), winner=None, by=official)
    assert (over.status, over.ending, over.winner) == ("settled", "double_walkover", "")


def test_a_retirement_keeps_the_score_of_the_sheet(official: User) -> None:
    match = a_called_match(a_desk(official))
    scoring.score_game(match=match, winner="white", kind="gammon", cube=2, identity=at_table(match))
    over = rulings.retire(match=match, winner="black", by=official, reason="felt ill")
    assert (over.ending, over.winner, over.white_score) == ("retired", "black", 4)
    assert over.games.filter(struck_at=None).count() == 1


def test_a_forfeit_ends_even_a_disputed_match(official: User) -> None:
    match = a_called_match(a_desk(official))
    first_report = a_report(match, 7, 3)
    reporting.dispute(
        match=match, report=first_report, white_score=3, black_score=7, identity=at_table(match, "two")
    )
    over = rulings.forfeit(match=match, winner="white", by=official)
    assert (over.status, over.ending, over.winner) == ("settled", "forfeit", "white")
    assert {report.state for report in over.reports.all()} == {"superseded"}


def test_a_repeated_walkover_is_stored_once_and_another_winner_settles_again(official: User) -> None:
    match = a_match(a_desk(official))
    with sent_signals(match_settled) as sent:
        first = rulings.walk_over(match=match, winner="white", by=official)
        rulings.walk_over(match=match, winner="white", by=official)
        rulings.walk_over(match=match, winner="black", by=official)
    match.refresh_from_db()
    assert (match.winner, match.settled_at, len(sent)) == ("black", first.settled_at, 2)


def test_an_award_gives_any_result_from_any_state(official: User) -> None:
    match = a_match(a_desk(official))
    award: dict[str, Any] = {"white_score": 2, "black_score": 7, "winner": "black", "ending": "played"}
    over = rulings.award(match=match, by=official, **award)
    assert (over.status, over.winner, over.white_score) == ("settled", "black", 2)
    assert rulings.award(match=match, by=official, **award).version == over.version


def test_awards_are_for_officials_and_need_a_winner(official: User) -> None:
    match = a_match(a_desk(official))
    assert refusal(rulings.walk_over, match=match, winner="white", by=a_user()).code == "desk_only"
    assert refusal(rulings.forfeit, match=match, winner="", by=official).code == "winner_missing"
    assert refusal(rulings.retire, match=match, winner="grey", by=official).code == "winner_missing"
    stale = refusal(rulings.walk_over, match=match, winner="white", by=official, version=99)
    assert stale.code == "changed_meanwhile"
