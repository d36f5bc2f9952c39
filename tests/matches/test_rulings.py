"""Rulings on a match: the only way out of a dispute."""

from typing import Any

import pytest

from matches.actors import SYSTEM
from matches.models import Match, User
from matches.services import lifecycle, reporting, rulings, settling
from matches.signals import match_settled
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


@pytest.fixture
def official() -> User:
    return a_user("maria")


@pytest.fixture
@replayed
def disputed(official: User) -> Match:
    match = a_called_match(a_desk(official))
    report = a_report(match, 7, 3)
    reporting.dispute(
        match=match, report=report, white_score=5, black_score=7, identity=at_table(match, "two")
    )
    match.refresh_from_db()
    return match


@pytest.mark.parametrize(
    ("score", "winner", "states"),
    [
        ((7, 3), "white", ["confirmed", "superseded"]),
        ((5, 7), "black", ["superseded", "confirmed"]),
        ((7, 6), "white", ["superseded", "superseded"]),
    ],
)
def test_a_ruling_ends_the_dispute_and_upholds_the_equal_report(
    disputed: Match, official: User, score: tuple[int, int], winner: str, states: list[str]
) -> None:
    with sent_signals(match_settled) as rung:
        match = rulings.rule_on_match(
            match=disputed,
            white_score=score[0],
            black_score=score[1],
            law="match.length",
            by=official,
            reason="sheet seen",
            version=disputed.version,
        )
    assert (match.status, match.winner, match.changed_by) == ("settled", winner, "maria")
    assert [report.state for report in match.reports.order_by("number")] == states
    decision = match.rulings.get()
    assert (decision.kind, decision.law, decision.reason, decision.by) == (
        "ruling",
        "match.length",
        "sheet seen",
        official,
    )
    assert (decision.white_score, decision.black_score, decision.winner) == (*score, winner)
    assert [(signal["by"], signal["reason"]) for signal in rung] == [(official, "sheet seen")]


def test_a_ruling_needs_an_official_a_known_law_and_a_possible_score(disputed: Match, official: User) -> None:
    def refused(**changes: Any) -> str:
        arguments = {
            "match": disputed,
            "white_score": 7,
            "black_score": 3,
            "law": "match.length",
            "by": official,
        }
        return refusal(rulings.rule_on_match, **arguments | changes).code

    assert refused(by=a_user()) == "desk_only"
    assert refused(law="my.mood") == "law_unknown"
    assert refused(law="") == "law_unknown"
    assert refused(white_score=6) == "score_unfinished"
    assert refused(version=disputed.version - 1) == "changed_meanwhile"
    disputed.refresh_from_db()
    assert (disputed.status, disputed.rulings.count()) == ("disputed", 0)


def test_a_ruling_may_come_before_any_report(official: User) -> None:
    match = a_match(a_desk(official))
    ruled = rulings.rule_on_match(match=match, white_score=7, black_score=0, law="match.length", by=official)
    assert (ruled.status, ruled.winner) == ("settled", "white")


def test_a_settled_match_is_corrected_and_a_void_one_reopened_instead(official: User) -> None:
    desk = a_desk(official)
    arguments: dict[str, Any] = {"white_score": 7, "black_score": 0, "law": "match.length", "by": official}
    match = rulings.rule_on_match(match=a_match(desk), **arguments)
    assert refusal(rulings.rule_on_match, match=match, **arguments).code == "already_settled"
    void = lifecycle.void_match(match=a_match(desk), reason="drawn by mistake", by=SYSTEM)
    assert refusal(rulings.rule_on_match, match=void, **arguments).code == "match_void"


def test_decisions_are_numbered_one_after_the_other(disputed: Match, official: User) -> None:
    match = rulings.rule_on_match(
        match=disputed, white_score=7, black_score=3, law="match.length", by=official
    )
    match = settling.correct_result(match=match, white_score=7, black_score=4, by=official, reason="misread")
    match = settling.reopen_match(match=match, by=official, reason="to be replayed")
    kinds = list(match.rulings.order_by("number").values_list("number", "kind"))
    assert kinds == [(1, "ruling"), (2, "correction"), (3, "reopening")]
