"""Database constraints of matches, games, reports and decisions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.models import (
    Adjournment,
    Game,
    Match,
    Penalty,
    Report,
    Ruling,
)
from tests.factories import a_called_match, a_match
from tests.matches import constraints

pytestmark = pytest.mark.django_db


MODELS = (Match, Game, Penalty, Adjournment, Report, Ruling)


def refuses(name: str, write: Callable[[], Any]) -> None:
    """Assert that the write breaks against the constraint of that name."""
    constraints.refuses(name, write, MODELS)


def update_match(**changes: Any) -> Callable[[], Any]:
    match = a_called_match()
    return lambda: Match.objects.filter(pk=match.pk).update(**changes)


SETTLED: dict[str, Any] = {
    "status": "settled",
    "ending": "played",
    "winner": "white",
    "white_score": 7,
    "black_score": 3,
    "settled_at": timezone.now(),
}


def test_a_complete_settled_row_is_accepted() -> None:
    assert update_match(**SETTLED)() == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"white_start": 6, "white_score": 6},
        SETTLED | {"black_start": 3},
        SETTLED | {"ending": "walkover", "white_score": 0, "black_score": 0, "white_start": 1},
    ],
)
def test_a_head_start_is_accepted(changes: dict[str, Any]) -> None:
    assert update_match(**changes)() == 1


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("match_length_is_possible", {"length": 0}),
        ("match_unknown_score_of_an_ended_match", {"is_loser_score_known": False}),
        ("match_unknown_score_of_an_ended_match", SETTLED | {"is_loser_score_known": False}),
        ("match_length_is_possible", {"length": 100}),
        ("match_clock_is_known", {"clock": "sundial"}),
        ("match_one_side_may_begin_ahead", {"white_start": 7, "white_score": 7}),
        ("match_one_side_may_begin_ahead", {"black_start": 7, "black_score": 7}),
        (
            "match_one_side_may_begin_ahead",
            {"white_start": 1, "black_start": 1, "white_score": 1, "black_score": 1},
        ),
        ("match_score_from_its_start", {"white_start": 1}),
        ("match_score_from_its_start", {"black_start": 2, "black_score": 1}),
        ("match_score_from_its_start", SETTLED | {"black_start": 4}),
        ("match_status_is_known", {"status": "asleep"}),
        ("match_ending_exactly_when_settled", {"ending": "played"}),
        ("match_ending_exactly_when_settled", {"settled_at": timezone.now()}),
        ("match_ending_exactly_when_settled", SETTLED | {"ending": ""}),
        ("match_ending_exactly_when_settled", SETTLED | {"settled_at": None}),
        ("match_ending_is_known", SETTLED | {"ending": "coffee"}),
        ("match_winner_exactly_when_won", {"winner": "white"}),
        ("match_winner_exactly_when_won", SETTLED | {"ending": "walkover", "winner": ""}),
        ("match_winner_exactly_when_won", SETTLED | {"ending": "double_walkover"}),
        ("match_winner_is_a_side", SETTLED | {"ending": "walkover", "winner": "grey"}),
        ("match_won_at_its_length", SETTLED | {"white_score": 6}),
        ("match_won_at_its_length", SETTLED | {"winner": "black"}),
        ("match_ratings_of_both_or_none", {"white_rating": 1500.0}),
        ("match_ratings_of_both_or_none", {"black_rating": 1500.0}),
        ("match_score_within_length", {"white_score": 8}),
        ("match_score_within_length", {"black_score": 8}),
        ("match_score_within_length", {"white_score": 7, "black_score": 7}),
    ],
)
def test_invalid_matches_are_refused(name: str, changes: dict[str, Any]) -> None:
    refuses(name, update_match(**changes))


@pytest.mark.parametrize("field", ["white_score", "black_score"])
def test_a_score_below_zero_is_refused(field: str) -> None:
    write = update_match(**{field: -1})
    with pytest.raises(IntegrityError, match=field), transaction.atomic():
        write()


def test_a_player_is_not_their_own_opponent() -> None:
    match = a_match()
    refuses(
        "match_nobody_plays_himself",
        lambda: Match.objects.filter(pk=match.pk).update(black=match.white),
    )


@pytest.mark.parametrize("status", ["called", "running", "reported", "disputed"])
def test_a_table_holds_one_open_match(status: str) -> None:
    first = a_called_match()
    second = a_match(first.desk)
    refuses(
        "match_one_at_a_table",
        lambda: Match.objects.filter(pk=second.pk).update(status=status, table=first.table),
    )


def test_a_table_may_have_any_number_of_finished_matches() -> None:
    first = a_called_match()
    second = a_match(first.desk)
    changed = Match.objects.filter(pk=second.pk).update(**SETTLED | {"table": first.table})
    assert changed == 1


def a_game(match: Match, **changes: Any) -> Game:
    fields = {
        "number": 1,
        "winner": "white",
        "kind": "gammon",
        "cube": 2,
        "points": 4,
        "white_after": 4,
        "black_after": 0,
        "key": "k1",
    }
    return Game.objects.create(match=match, **fields | changes)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("game_points_follow_cube_and_kind", {"points": 2}),
        ("game_points_follow_cube_and_kind", {"kind": "backgammon"}),
        ("game_points_follow_cube_and_kind", {"kind": "drop"}),
        ("game_points_follow_cube_and_kind", {"kind": "triple", "points": 2}),
        ("game_cube_is_a_power_of_two", {"cube": 3, "points": 6}),
        ("game_cube_is_a_power_of_two", {"cube": 0, "points": 0}),
        ("game_cube_is_a_power_of_two", {"cube": 256, "points": 512}),
        ("game_no_cube_in_crawford", {"is_crawford": True}),
        ("game_no_cube_in_crawford", {"is_crawford": True, "kind": "drop", "cube": 1, "points": 1}),
        ("game_winner_is_a_side", {"winner": ""}),
        ("game_winner_scored", {"white_after": 0}),
        ("game_number_from_one", {"number": 0}),
    ],
)
def test_invalid_games_are_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: a_game(match, **changes))


def test_only_a_struck_game_may_share_a_number() -> None:
    match = a_match()
    a_game(match, struck_at=timezone.now())
    a_game(match, key="k2")
    refuses("game_number_once", lambda: a_game(match, key="k3"))
    refuses("game_key_once", lambda: a_game(match, number=2, key="k2"))


def make_stored_report(match: Match, **changes: Any) -> Report:
    fields = {"number": 1, "channel": "table", "white_score": 7, "black_score": 3, "key": "k1"}
    return Report.objects.create(match=match, **fields | changes)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("report_somebody_is_ahead", {"black_score": 7}),
        ("report_number_from_one", {"number": 0}),
        ("report_side_is_a_side", {"side": "grey"}),
        ("report_channel_is_known", {"channel": "pigeon"}),
        ("report_state_is_known", {"state": "lost"}),
    ],
)
def test_invalid_reports_are_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: make_stored_report(match, **changes))


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("report_number_once", {}, {"key": "k2", "state": "superseded"}),
        ("report_key_once", {}, {"number": 2, "state": "superseded"}),
        ("report_one_open", {}, {"number": 2, "key": "k2"}),
        ("report_one_confirmed", {"state": "confirmed"}, {"number": 2, "key": "k2", "state": "confirmed"}),
    ],
)
def test_reports_have_unique_numbers_and_keys_and_one_is_open_or_confirmed(
    name: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    match = a_match()
    make_stored_report(match, **first)
    refuses(name, lambda: make_stored_report(match, **second))


def test_two_disputed_reports_are_accepted() -> None:
    match = a_match()
    make_stored_report(match, state="disputed")
    assert make_stored_report(match, state="disputed", number=2, key="k2").pk


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("ruling_cites_a_law", {"kind": "ruling", "law": ""}),
        ("ruling_says_why", {"kind": "correction", "reason": ""}),
        ("ruling_says_why", {"kind": "reopening", "reason": ""}),
        ("ruling_says_why", {"kind": "voiding", "reason": ""}),
        ("ruling_kind_is_known", {"kind": "mood"}),
        ("ruling_winner_is_a_side", {"winner": "grey"}),
        ("ruling_number_from_one", {"number": 0}),
    ],
)
def test_invalid_decisions_are_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    fields = {"number": 1, "kind": "correction", "reason": "misread", "white_score": 0, "black_score": 0}
    refuses(name, lambda: Ruling.objects.create(match=match, **fields | changes))


def test_a_decision_repeated_with_its_key_is_stored_once() -> None:
    match = a_match()
    fields = {"kind": "award", "white_score": 0, "black_score": 0}
    Ruling.objects.create(match=match, number=1, **fields)
    Ruling.objects.create(match=match, number=2, **fields)
    Ruling.objects.create(match=match, number=3, key="k", **fields)
    refuses("ruling_key_once", lambda: Ruling.objects.create(match=match, number=4, key="k", **fields))


def test_two_decisions_cannot_share_a_number() -> None:
    match = a_match()
    fields = {"number": 1, "kind": "award", "white_score": 0, "black_score": 0}
    Ruling.objects.create(match=match, **fields)
    refuses("ruling_number_once", lambda: Ruling.objects.create(match=match, **fields))


def a_decision(match: Match, number: int = 1) -> Ruling:
    fields = {"kind": "postponing", "reason": "late", "white_score": 0, "black_score": 0}
    return Ruling.objects.create(match=match, number=number, **fields)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("penalty_side_is_a_side", {"side": "grey"}),
        ("penalty_side_is_a_side", {"side": ""}),
        ("penalty_points_are_possible", {"points": 0}),
        ("penalty_points_are_possible", {"points": 100}),
    ],
)
def test_invalid_penalties_are_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    ruling = a_decision(match)
    fields = {"side": "white", "points": 1, "after_game": 0} | changes
    refuses(name, lambda: Penalty.objects.create(match=match, ruling=ruling, **fields))


def test_a_match_is_postponed_once_at_a_time_and_with_both_clocks_or_none() -> None:
    match = a_match()
    first, second = a_decision(match), a_decision(match, 2)
    for clocks in ({"white_clock": 60}, {"black_clock": 60}, {"white_clock": 90_000, "black_clock": 60}):
        refuses(
            "adjournment_both_clocks_or_none",
            lambda clocks=clocks: Adjournment.objects.create(match=match, ruling=first, **clocks),
        )
    Adjournment.objects.create(match=match, ruling=first, white_clock=60, black_clock=0)
    refuses("adjournment_one_open", lambda: Adjournment.objects.create(match=match, ruling=second))


def test_every_constraint_of_these_tables_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in constraints.names_in(MODELS) if f'"{name}"' not in text] == []
