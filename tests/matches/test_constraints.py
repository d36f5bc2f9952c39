"""The database refuses impossible rows even when nobody asks the services."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import UniqueConstraint
from django.utils import timezone

from matches.models import (
    Adjournment,
    Badge,
    Desk,
    Draft,
    Game,
    Match,
    Penalty,
    Person,
    Player,
    PlayerChange,
    Report,
    Ruling,
    Table,
    Transcript,
)
from matches.services import pairs
from tests.factories import a_called_match, a_desk, a_match, a_player, a_user

pytestmark = pytest.mark.django_db


MODELS = (
    PlayerChange,
    Match,
    Game,
    Penalty,
    Adjournment,
    Report,
    Ruling,
    Transcript,
    Player,
    Desk,
    Table,
    Badge,
    Draft,
)
CONSTRAINTS = {rule.name: (model, rule) for model in MODELS for rule in model._meta.constraints}


def refuses(name: str, write: Callable[[], Any]) -> None:
    """Assert that the write breaks against the constraint of that name."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    assert marks_of(name) & set(re.findall(r"[\w.]+", str(caught.value))) == marks_of(name)


def marks_of(name: str) -> set[str]:
    """What the database's message shows of a constraint: SQLite names the columns of a unique one."""
    model, rule = CONSTRAINTS[name]
    if connection.vendor != "sqlite" or not isinstance(rule, UniqueConstraint):
        return {name}
    columns = [model._meta.get_field(field).column for field in rule.fields]
    return {f"{model._meta.db_table}.{column}" for column in columns}


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


def test_a_settled_row_that_is_whole_goes_through() -> None:
    assert update_match(**SETTLED)() == 1


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("match_length_is_possible", {"length": 0}),
        ("match_length_is_possible", {"length": 100}),
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
        ("match_score_within_length", {"white_score": 8}),
        ("match_score_within_length", {"black_score": 8}),
        ("match_score_within_length", {"white_score": 7, "black_score": 7}),
    ],
)
def test_a_match_row_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
    refuses(name, update_match(**changes))


@pytest.mark.parametrize("field", ["white_score", "black_score"])
def test_a_score_below_zero_is_refused(field: str) -> None:
    write = update_match(**{field: -1})
    with pytest.raises(IntegrityError, match=field), transaction.atomic():
        write()


def test_nobody_plays_himself() -> None:
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


def test_a_table_may_remember_any_number_of_finished_matches() -> None:
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
def test_a_game_row_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: a_game(match, **changes))


def test_two_standing_games_cannot_share_a_number_but_a_struck_one_may() -> None:
    match = a_match()
    a_game(match, struck_at=timezone.now())
    a_game(match, key="k2")
    refuses("game_number_once", lambda: a_game(match, key="k3"))
    refuses("game_key_once", lambda: a_game(match, number=2, key="k2"))


def a_claim(match: Match, **changes: Any) -> Report:
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
def test_a_claim_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: a_claim(match, **changes))


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("report_number_once", {}, {"key": "k2", "state": "superseded"}),
        ("report_key_once", {}, {"number": 2, "state": "superseded"}),
        ("report_one_open", {}, {"number": 2, "key": "k2"}),
        ("report_one_confirmed", {"state": "confirmed"}, {"number": 2, "key": "k2", "state": "confirmed"}),
    ],
)
def test_two_claims_share_neither_number_nor_key_nor_an_open_or_confirmed_state(
    name: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    match = a_match()
    a_claim(match, **first)
    refuses(name, lambda: a_claim(match, **second))


def test_two_disputed_claims_stand_side_by_side() -> None:
    match = a_match()
    a_claim(match, state="disputed")
    assert a_claim(match, state="disputed", number=2, key="k2").pk


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
def test_a_decision_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    fields = {"number": 1, "kind": "correction", "reason": "misread", "white_score": 0, "black_score": 0}
    refuses(name, lambda: Ruling.objects.create(match=match, **fields | changes))


def test_two_decisions_cannot_share_a_number() -> None:
    match = a_match()
    fields = {"number": 1, "kind": "award", "white_score": 0, "black_score": 0}
    Ruling.objects.create(match=match, **fields)
    refuses("ruling_number_once", lambda: Ruling.objects.create(match=match, **fields))


RECORD: dict[str, Any] = {
    "name": "a.mat",
    "text": " ",
    "format": "mat",
    "digest": "d1",
    "verdict": {},
    "status": "certified",
}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("transcript_status_is_known", {"status": "fine"}),
        ("transcript_score_whole_or_absent", {"white_score": 7}),
        ("transcript_score_whole_or_absent", {"black_score": 7}),
    ],
)
def test_a_record_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: Transcript.objects.create(match=match, **RECORD | changes))


def test_a_record_is_attached_once_and_waits_unlinked_once() -> None:
    match = a_match()
    Transcript.objects.create(match=match, **RECORD)
    refuses("transcript_once_per_match", lambda: Transcript.objects.create(match=match, **RECORD))
    for name, keeper in {
        "transcript_once_by_account": {"uploaded_by": a_user()},
        "transcript_once_by_device": {"device": "a phone"},
    }.items():
        Transcript.objects.create(**RECORD, **keeper)
        refuses(name, lambda keeper=keeper: Transcript.objects.create(**RECORD, **keeper))


def test_a_player_and_a_desk_have_names() -> None:
    refuses("player_has_a_name", lambda: Player.objects.create(name=""))
    refuses("desk_has_a_name", lambda: Desk.objects.create(name=""))
    refuses("desk_policy_is_known", lambda: Desk.objects.create(name="x", confirm_policy="dice"))


def test_a_table_number_stands_once_in_the_room() -> None:
    desk = a_desk(tables=1)
    refuses("table_number_once_per_desk", lambda: Table.objects.create(desk=desk, number=1))
    refuses("table_number_from_one", lambda: Table.objects.create(desk=desk, number=0))


def test_a_player_has_one_valid_badge_per_desk() -> None:
    desk, player = a_desk(), a_player()
    Badge.objects.create(desk=desk, player=player, token_hash="a", revoked_at=timezone.now())
    Badge.objects.create(desk=desk, player=player, token_hash="b")
    refuses("badge_one_valid", lambda: Badge.objects.create(desk=desk, player=player, token_hash="c"))


def test_a_draft_has_one_keeper_and_each_keeper_one_draft_of_a_match() -> None:
    match, user, player = a_match(), a_user(), a_player()
    for name, keeper in (
        ("draft_once_per_user", {"user": user}),
        ("draft_once_per_player", {"player": player}),
        ("draft_once_per_device", {"device": "phone"}),
    ):
        Draft.objects.create(match=match, **keeper)
        refuses(name, lambda keeper=keeper: Draft.objects.create(match=match, **keeper))
    refuses("draft_has_one_keeper", lambda: Draft.objects.create(match=match))
    refuses("draft_has_one_keeper", lambda: Draft.objects.create(match=match, user=user, device="laptop"))


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
def test_a_penalty_that_cannot_be_is_refused(name: str, changes: dict[str, Any]) -> None:
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


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("desk_scale_whole_or_absent", {"late_grace": 5}),
        ("desk_scale_whole_or_absent", {"late_step": 5}),
        ("desk_scale_whole_or_absent", {"late_loses": True}),
        ("desk_scale_whole_or_absent", {"late_grace": 0, "late_step": 5}),
        ("desk_final_after_a_while", {"final_after": 0}),
        ("desk_final_after_a_while", {"final_after": 1441}),
        ("desk_clock_is_known", {"clock": "sundial"}),
    ],
)
def test_times_of_a_desk_that_cannot_be_are_refused(name: str, changes: dict[str, Any]) -> None:
    desk = a_desk()
    refuses(name, lambda: Desk.objects.filter(pk=desk.pk).update(**changes))


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("player_shown_is_known", {"shown": "loud"}),
        ("player_code_name_when_shown", {"shown": "code", "code_name": ""}),
        ("player_full_name_is_shown", {"name": "Other"}),
        ("player_code_name_is_shown", {"shown": "code", "code_name": "Fox"}),
    ],
)
def test_a_name_is_shown_as_its_owner_chose(rule: str, fields: dict[str, str]) -> None:
    player = a_player("Ada")
    refuses(rule, lambda: Player.objects.filter(pk=player.pk).update(**fields))


def test_a_forgotten_player_has_no_account() -> None:
    player = a_player("Ada", a_user())
    forget = {"anonymised_at": timezone.now()}
    refuses("player_anonymous_has_no_login", lambda: Player.objects.filter(pk=player.pk).update(**forget))


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("player_kind_is_known", {"kind": "trio"}),
        ("player_pair_has_two_members", {"first": None}),
        ("player_pair_has_two_members", {"second": None}),
        ("player_pair_has_two_members", {"kind": "person"}),
        ("player_pair_in_order_after_its_members", {"first": "second"}),
        ("player_pair_in_order_after_its_members", {"first": "second", "second": "first"}),
        ("player_pair_in_order_after_its_members", {"second": "itself"}),
        ("player_pair_has_no_login_and_no_choice", {"user": "somebody"}),
        ("player_pair_has_no_login_and_no_choice", {"shown": "initial"}),
        ("player_pair_has_no_login_and_no_choice", {"code_name": "Fox"}),
    ],
)
def test_a_pair_is_two_persons_and_chooses_nothing(rule: str, fields: dict[str, Any]) -> None:
    first, second = a_player("Ada"), a_player("Bruno")
    pair = pairs.of(one=second, other=first)
    known = {"first": first, "second": second, "itself": pair, "somebody": a_user()}
    wrong = {name: known.get(value, value) for name, value in fields.items()}
    refuses(rule, lambda: Player.objects.filter(pk=pair.pk).update(**wrong))


def test_two_are_one_pair() -> None:
    pair = pairs.of(one=a_player("Ada"), other=a_player("Bruno"))
    again = {"first": pair.first, "second": pair.second, "name": "x", "full_name": "x"}
    refuses("player_pair_once", lambda: Player.objects.create(kind="pair", **again))


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("change_kind_is_known", {"kind": "guessed", "other": None}),
        ("change_names_both_spellings", {"other": None}),
        ("change_merges_two", {"other": "same"}),
        ("change_undoes_exactly_a_merge", {"kind": "unmerged"}),
        ("change_merge_has_a_reason", {"reason": ""}),
    ],
)
def test_a_decision_about_a_player_is_whole(rule: str, fields: dict[str, Any]) -> None:
    one, two = a_player(), a_player()
    lawful: dict[str, Any] = {"kind": "merged", "player": one, "other": two, "reason": "x"}
    wrong = {**lawful, **fields}
    wrong["other"] = one if wrong["other"] == "same" else wrong["other"]
    refuses(rule, lambda: PlayerChange.objects.create(**wrong))


def test_a_merge_is_undone_once_and_a_face_shows_one_person() -> None:
    one, two = a_player(), a_player()
    facts: dict[str, Any] = {"player": one, "other": two, "reason": "x"}
    merge = PlayerChange.objects.create(kind="merged", **facts)
    PlayerChange.objects.create(kind="unmerged", undoes=merge, **facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerChange.objects.create(kind="unmerged", undoes=merge, **facts)
    Person.objects.create(face=one)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(face=one)


def test_every_constraint_of_the_room_is_attacked_in_this_file() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in CONSTRAINTS if f'"{name}"' not in text] == []
