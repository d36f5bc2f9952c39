"""Matches that begin with points for one side: score, reports, results and decisions."""

from typing import Any

import pytest
from django.db.models import F

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries import audits, matches
from matches.services import lifecycle, penalties, reporting, rulings, scoring, settling
from tests.factories import a_desk, a_player, a_user, at_table
from tests.matches import constraints
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def ahead(start: tuple[int, int] = (2, 0), length: int = 5) -> Match:
    desk = a_desk(a_user())
    match = lifecycle.create_match(
        desk=desk, white=a_player("Ada"), black=a_player("Bruno"), length=length, start=start, by=SYSTEM
    )
    return lifecycle.call_match(match=match, table=desk.tables.get(number=1), by=SYSTEM)


def game(match: Match, winner: str = "white", kind: str = "single", cube: int = 1) -> None:
    scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, identity=at_table(match))


def score(match: Match) -> tuple[int, int]:
    fresh = Match.objects.get(pk=match.pk)
    live = matches.get_live_score(fresh)
    assert (live.white, live.black) == (fresh.white_score, fresh.black_score)
    assert list(audits.find_match_disagreements(fresh)) == []
    return live.white, live.black


def test_the_match_begins_at_the_score_that_was_given() -> None:
    assert score(ahead()) == (2, 0)


@pytest.mark.parametrize("start", [(1, 1), (5, 0), (0, 7), (-1, 0)])
def test_only_one_side_may_begin_ahead_and_below_the_match_length(start: tuple[int, int]) -> None:
    error = refusal(ahead, start=start)
    assert (error.code, error.facts) == (
        "start_impossible",
        {"white": start[0], "black": start[1], "length": 5},
    )


def test_games_count_on_from_the_start_and_are_undone_to_it() -> None:
    match = ahead()
    game(match, "white")
    game(match, "black", "gammon")
    assert score(match) == (3, 2)
    scoring.strike_last_game(match=match, identity=at_table(match))
    scoring.strike_last_game(match=match, identity=at_table(match))
    assert score(match) == (2, 0)


def test_the_crawford_game_comes_at_the_score_where_the_head_start_led() -> None:
    match = ahead((4, 0))
    assert matches.get_live_score(match).is_crawford
    game(match, "black")
    assert not matches.get_live_score(match).is_crawford
    assert [row.is_crawford for row in match.games.all()] == [True]


def test_penalties_are_added_to_the_head_start() -> None:
    match = ahead()
    penalties.penalise_player(match=match, side="black", points=1, by=SYSTEM)
    assert score(match) == (3, 0)


def test_no_result_is_below_the_head_start() -> None:
    match = ahead()
    error = refusal(lambda: reporting.make_report(match, (1, 5), identity=at_table(match), key="k"))
    assert (error.code, error.facts) == ("score_below_start", {"side": "white", "points": 2})
    by = match.desk.officials.get()
    award: dict[str, Any] = {
        "match": match,
        "white_score": 0,
        "black_score": 5,
        "winner": "black",
        "reason": "Told so",
    }
    assert refusal(rulings.award, **award, ending="played", by=by).code == "score_below_start"
    assert rulings.award(**award, ending="forfeit", by=by).status == "settled"


def test_reopening_restores_the_head_start() -> None:
    match = ahead()
    by = match.desk.officials.get()
    rulings.award(
        match=match,
        white_score=2,
        black_score=5,
        winner="black",
        ending="played",
        by=by,
        reason="At the desk",
    )
    settling.reopen_match(match=match, by=by, reason="Wrong table")
    assert score(match) == (2, 0)


def test_a_forfeit_can_be_voided_and_reinstated() -> None:
    match = ahead()
    by = match.desk.officials.get()
    forfeit: dict[str, Any] = {"white_score": 0, "black_score": 0, "winner": "black", "ending": "forfeit"}
    rulings.award(match=match, **forfeit, by=by, reason="Left")
    lifecycle.void_match(match=match, by=by, reason="Never paired")
    settling.reopen_match(match=match, by=by, reason="Paired after all")
    assert score(match) == (2, 0)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("match_one_side_may_begin_ahead", {"black_start": 1, "black_score": 1}),
        ("match_one_side_may_begin_ahead", {"white_start": F("length"), "white_score": F("length")}),
        ("match_score_from_its_start", {"white_score": 1}),
    ],
)
def test_the_database_refuses_invalid_head_starts(name: str, changes: dict[str, object]) -> None:
    match = ahead()
    constraints.refuses(name, lambda: Match.objects.filter(pk=match.pk).update(**changes), (Match,))
