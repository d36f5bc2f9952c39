"""Queries of desks, score sheets and player histories, each in a fixed number of database queries."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries import desks, matches, player_history
from matches.services import lifecycle, reporting, rulings, scoring, settling
from rules.match import MatchScore
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_player,
    a_report,
    a_user,
    at_table,
    with_account,
)
from tests.matches.played_matches import wins_between

pytestmark = pytest.mark.django_db


def a_desk_with_matches() -> tuple[Any, dict[str, Match]]:
    """A desk with one match in every state."""
    official = a_user()
    desk = a_desk(official, tables=6)
    matches = {state: a_match(desk) for state in ("scheduled", "settled", "void")}
    rulings.walk_over(match=matches["settled"], winner="white", by=official)
    lifecycle.void_match(match=matches["void"], reason="drawn by mistake", by=SYSTEM)
    for number, state in enumerate(("called", "running", "reported", "disputed"), 1):
        match = lifecycle.call_match(match=a_match(desk), table=desk.tables.get(number=number), by=SYSTEM)
        matches[state] = match
        if state == "running":
            lifecycle.start_match(match=match, by=SYSTEM)
        if state in ("reported", "disputed"):
            report = a_report(match, 7, 3)
        if state == "disputed":
            reporting.dispute(
                match=match, report=report, white_score=3, black_score=7, identity=at_table(match, "two")
            )
    return desk, matches


def test_matches_of_a_desk_are_grouped_by_state() -> None:
    desk, matches = a_desk_with_matches()
    a_called_match(a_desk(name="Annex"))
    at_tables = [matches[state] for state in ("called", "running", "reported", "disputed")]
    assert list(desks.get_open_matches(desk)) == at_tables
    assert set(desks.get_matches_of(desk)) == set(matches.values())
    assert [table.number for table in desks.get_free_tables(desk)] == [5, 6]


def test_open_matches_include_their_reports(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    desk, _ = a_desk_with_matches()
    with django_assert_num_queries(2):
        reports = {
            (match.status, match.white.name, str(match.table)): [
                (report.white_score, report.black_score) for report in match.active_reports
            ]
            for match in desks.get_open_matches(desk)
        }
    assert list(reports.values()) == [[], [], [(7, 3)], [(7, 3), (3, 7)]]


def test_the_match_at_a_table_is_the_open_one() -> None:
    desk, matches = a_desk_with_matches()
    assert desks.get_match_at(desk.tables.get(number=3)) == matches["reported"]
    assert desks.get_match_at(desk.tables.get(number=5)) is None
    assert desks.get_table(desk.tables.get(number=3).code) == desk.tables.get(number=3)
    assert desks.get_table("nosuch") is None


def test_a_sheet_takes_five_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    match = a_called_match(length=5)
    for _ in range(3):
        scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=at_table(match))
    a_report(match, 5, 3)
    loaded_match = matches.get_match(match.code)
    assert loaded_match is not None
    with django_assert_num_queries(5):
        sheet = matches.get_sheet(loaded_match)
        assert [game.white_after for game in sheet.games] == [1, 2, 3]
        assert (sheet.open_report.white_score if sheet.open_report else None, sheet.disputed) == (5, ())
    assert sheet.score == MatchScore(5, 3, 0, "pending")
    assert matches.get_match("nosuch") is None


def test_struck_games_are_not_on_the_sheet() -> None:
    match = a_called_match()
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=at_table(match))
    scoring.strike_last_game(match=match, identity=at_table(match))
    assert matches.get_sheet(match).games == ()


def played(desk: Any, official: Any, white: Any, black: Any, score: tuple[int, int]) -> Match:
    match = lifecycle.create_match(desk=desk, white=white, black=black, length=7, by=SYSTEM)
    a_report(match, *score, identity=with_account(official))
    match.refresh_from_db()
    return match


def test_a_correction_keeps_the_order_of_results() -> None:
    official = a_user()
    desk = a_desk(official)
    ada, bruno = a_player("Ada"), a_player("Bruno")
    first = played(desk, official, ada, bruno, (7, 3))
    second = played(desk, official, bruno, ada, (5, 7))
    settling.correct_result(match=first, white_score=2, black_score=7, by=official, reason="misread")
    assert list(player_history.get_meetings(ada, bruno).order_by("settled_at", "id")) == [first, second]


def test_head_to_head_counts_both_sides() -> None:
    official = a_user()
    desk = a_desk(official)
    ada, bruno, carla = a_player("Ada"), a_player("Bruno"), a_player("Carla")
    played(desk, official, ada, bruno, (7, 3))
    played(desk, official, bruno, ada, (5, 7))
    last = played(desk, official, bruno, ada, (7, 0))
    played(desk, official, ada, carla, (7, 0))
    assert wins_between(ada, bruno) == (2, 1)
    assert wins_between(bruno, ada) == (1, 2)
    assert wins_between(bruno, carla) == (0, 0)
    assert player_history.count_other_meetings(last) == (0, 2)
    assert player_history.get_matches_of_player(bruno)[0] == last
    lifecycle.void_match(match=last, reason="not theirs", by=SYSTEM)
    assert player_history.get_matches_of_player(bruno).count() == 2
