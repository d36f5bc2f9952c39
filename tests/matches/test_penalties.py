"""Penalty points: counted in every score, and reversible."""

import pytest

from matches.actors import SYSTEM
from matches.models import Game, Match
from matches.queries import audits, matches
from matches.services import lifecycle, penalties, reporting, rulings, scoring, settling
from matches.signals import match_settled
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table, with_account
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


def late(match: Match, side: str = "white", points: int = 1, **fields: object) -> Match:
    return penalties.penalise_player(match=match, side=side, points=points, by=SYSTEM, **fields)


def game(match: Match, winner: str = "white", kind: str = "single", cube: int = 1) -> Game:
    return scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, identity=at_table(match))


def score(match: Match) -> tuple[int, int]:
    fresh = Match.objects.get(pk=match.pk)
    live = matches.get_live_score(fresh)
    assert (live.white, live.black) == (fresh.white_score, fresh.black_score)
    assert list(audits.find_match_disagreements(fresh)) == []
    return live.white, live.black


def test_points_go_to_the_other_side_and_the_decision_cites_its_law() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    penalised = penalties.penalise_player(
        match=match, side="white", points=2, by=official, reason="10 minutes"
    )
    ruling = match.rulings.get()
    assert (penalised.status, score(match)) == ("called", (0, 2))
    assert (ruling.kind, ruling.law, ruling.reason, ruling.by) == (
        "penalty",
        "match.late-start",
        "10 minutes",
        official,
    )
    assert (ruling.white_score, ruling.black_score, ruling.winner) == (0, 2, "")


def test_penalties_stand_on_the_sheet_where_they_were_given() -> None:
    match = a_called_match()
    late(match)
    game(match, "white", "gammon")
    late(match, "black", 3)
    game(match, "black")
    lines = [
        (line.penalty.side if line.penalty else "game", line.score.white, line.score.black)
        for line in matches.get_sheet(match).lines
    ]
    assert lines == [("white", 0, 1), ("game", 2, 1), ("black", 5, 1), ("game", 5, 2)]
    assert [(row.white_after, row.black_after) for row in match.games.order_by("number")] == [(2, 1), (5, 2)]
    assert score(match) == (5, 2)


def test_a_penalty_can_bring_the_crawford_game() -> None:
    match = a_called_match(length=3)
    late(match, "black", 2)
    assert matches.get_live_score(match).is_crawford
    doubled = refusal(
        scoring.score_game, match=match, winner="black", kind="single", cube=2, identity=at_table(match)
    )
    assert doubled.code == "crawford_cube"
    game(match, "black")
    assert score(match) == (2, 1)


def test_undoing_a_game_leaves_the_penalty_after_it() -> None:
    match = a_called_match()
    game(match)
    late(match, "white", 2)
    scoring.strike_last_game(match=match, identity=at_table(match))
    assert score(match) == (0, 2)
    game(match, "black", "gammon")
    assert [line.penalty is None for line in matches.get_sheet(match).lines] == [False, True]
    assert score(match) == (0, 4)


def test_points_that_reach_the_length_win_as_forfeited() -> None:
    match = a_called_match(length=3)
    late(match, "white", 1)
    with sent_signals(match_settled) as signals:
        late(match, "white", 2)
    match.refresh_from_db()
    assert (match.status, match.ending, match.winner, match.black_score) == ("settled", "forfeit", "black", 3)
    assert len(signals) == 1


def test_impossible_penalties_are_refused() -> None:
    match = a_called_match()
    assert refusal(late, match=match, side="grey").code == "penalty_impossible"
    assert refusal(late, match=match, points=0).code == "penalty_impossible"
    assert refusal(late, match=match, version=1).code == "changed_meanwhile"
    assert refusal(late, match=a_match()).code == "not_called_yet"
    assert (
        refusal(penalties.penalise_player, match=match, side="white", points=1, by=a_user()).code
        == "desk_only"
    )
    a_report(match)
    assert refusal(late, match=match).code == "already_reported"
    assert match.penalties.count() == 0


def test_more_points_than_the_match_is_long_are_refused() -> None:
    match = a_called_match(length=3)
    refused = refusal(late, match=match, points=4)
    assert (refused.code, refused.facts) == ("penalty_beyond_length", {"points": 4, "length": 3})
    assert match.penalties.count() == 0


def test_reopening_a_match_that_a_penalty_ended_lifts_that_penalty_only() -> None:
    match = a_called_match(length=3)
    late(match, "white", 1)
    late(match, "white", 2)
    settling.reopen_match(match=match, by=SYSTEM, reason="Not late")
    match.refresh_from_db()
    assert (match.status, score(match)) == ("running", (0, 1))
    kinds = [ruling.kind for ruling in match.rulings.order_by("number")]
    assert kinds == ["penalty", "penalty", "pardon", "reopening"]
    game(match, "white")
    assert score(match) == (1, 1)


def test_a_report_is_not_below_the_penalty_points() -> None:
    match = a_called_match()
    late(match, "white", 3)
    low = refusal(a_report, match=match, black_score=2)
    assert (low.code, low.law, low.facts) == (
        "score_below_penalties",
        "match.late-start",
        {"side": "black", "points": 3},
    )
    report = a_report(match, 7, 3)
    denied = refusal(
        reporting.dispute,
        match=match,
        report=report,
        white_score=7,
        black_score=1,
        identity=at_table(match, "other"),
    )
    assert denied.code == "score_below_penalties"
    assert reporting.get_current_report(match) == report


def test_a_played_match_with_penalty_points_is_rated_by_its_result() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    late(match, "white", 2)
    a_report(match, 7, 4, identity=with_account(official))
    match.refresh_from_db()
    assert (match.ending, match.white_score, match.black_score) == ("played", 7, 4)
    settling.reopen_match(match=match, by=official, reason="misread")
    assert score(match) == (0, 2)


def test_the_last_penalty_can_be_lifted_with_a_reason_and_stays_in_the_history() -> None:
    official = a_user()
    match = a_called_match(a_desk(official))
    late(match, "white", 1)
    late(match, "black", 2)
    assert refusal(penalties.lift_penalty, match=match, by=official, reason=" ").code == "reason_missing"
    penalties.lift_penalty(match=match, by=official, reason="He was at table 2")
    assert (score(match), match.penalties.count()) == ((0, 1), 2)
    assert [ruling.kind for ruling in match.rulings.order_by("number")] == ["penalty", "penalty", "pardon"]
    game(match)
    assert refusal(penalties.lift_penalty, match=match, by=official, reason="x").code == "penalty_built_upon"
    scoring.strike_last_game(match=match, identity=at_table(match))
    penalties.lift_penalty(match=match, by=official, reason="x")
    assert refusal(penalties.lift_penalty, match=match, by=official, reason="x").code == "penalty_absent"
    assert refusal(penalties.lift_penalty, match=match, by=a_user(), reason="x").code == "desk_only"


def test_a_double_no_show_has_no_winner_and_is_not_rated() -> None:
    match = a_called_match()
    rulings.walk_over(match=match, winner=None, by=SYSTEM)
    match.refresh_from_db()
    assert (match.ending, match.winner) == ("double_walkover", "")


def test_players_at_the_table_start_the_match() -> None:
    match = a_called_match()
    assert lifecycle.start_match_at_table(match=match, identity=at_table(match)).status == "running"
    assert (
        lifecycle.start_match_at_table(match=match, identity=at_table(match), version=1).status == "running"
    )
    assert (
        refusal(lifecycle.start_match_at_table, match=match, identity=with_account(a_user())).code
        == "not_your_match"
    )
