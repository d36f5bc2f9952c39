"""Database constraints of transcripts, desks, tables, badges, players and the settings of the site."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.models import Badge, Desk, Person, Player, PlayerChange, SiteSettings, Table
from matches.records.models import Transcript, TranscriptDraft
from matches.services import players
from tests.factories import a_desk, a_match, a_player, a_user
from tests.matches import constraints

pytestmark = pytest.mark.django_db


MODELS = (Transcript, TranscriptDraft, Desk, Table, Badge, Player, PlayerChange, SiteSettings)


def refuses(name: str, write: Callable[[], Any]) -> None:
    """Assert that the write breaks against the constraint of that name."""
    constraints.refuses(name, write, MODELS)


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
def test_invalid_transcripts_are_refused(name: str, changes: dict[str, Any]) -> None:
    match = a_match()
    refuses(name, lambda: Transcript.objects.create(match=match, **RECORD | changes))


def test_a_transcript_is_attached_once_and_stored_unlinked_once() -> None:
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


def test_a_table_number_is_unique_at_a_desk() -> None:
    desk = a_desk(tables=1)
    refuses("table_number_once_per_desk", lambda: Table.objects.create(desk=desk, number=1))
    refuses("table_number_from_one", lambda: Table.objects.create(desk=desk, number=0))


def test_a_player_has_one_valid_badge_per_desk() -> None:
    desk, player = a_desk(), a_player()
    Badge.objects.create(desk=desk, player=player, token_hash="a", revoked_at=timezone.now())
    Badge.objects.create(desk=desk, player=player, token_hash="b")
    refuses("badge_one_valid", lambda: Badge.objects.create(desk=desk, player=player, token_hash="c"))


def test_a_draft_has_one_author_and_each_keeper_one_draft_of_a_match() -> None:
    match, user, player = a_match(), a_user(), a_player()
    for name, keeper in (
        ("draft_once_per_user", {"user": user}),
        ("draft_once_per_player", {"player": player}),
        ("draft_once_per_device", {"device": "phone"}),
    ):
        TranscriptDraft.objects.create(match=match, **keeper)
        refuses(name, lambda keeper=keeper: TranscriptDraft.objects.create(match=match, **keeper))
    refuses("draft_has_one_author", lambda: TranscriptDraft.objects.create(match=match))
    refuses(
        "draft_has_one_author",
        lambda: TranscriptDraft.objects.create(match=match, user=user, device="laptop"),
    )


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
def test_invalid_times_of_a_desk_are_refused(name: str, changes: dict[str, Any]) -> None:
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
def test_a_public_name_fits_its_kind(rule: str, fields: dict[str, str]) -> None:
    player = a_player("Ada")
    # Violate one constraint only, because databases check constraints in any order.
    person = {"person": Person.objects.create(face=player)} if fields.get("code_name") == "" else {}
    refuses(rule, lambda: Player.objects.filter(pk=player.pk).update(**fields, **person))


def test_an_anonymised_player_has_no_account() -> None:
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
def test_a_pair_has_two_players_and_no_public_name_choice(rule: str, fields: dict[str, Any]) -> None:
    first, second = a_player("Ada"), a_player("Bruno")
    pair = players.get_or_create_pair(one=second, other=first)
    objects = {"first": first, "second": second, "itself": pair, "somebody": a_user()}
    wrong = {name: objects.get(value, value) for name, value in fields.items()}
    refuses(rule, lambda: Player.objects.filter(pk=pair.pk).update(**wrong))


@pytest.mark.parametrize("fields", [{"anonymised_at": timezone.now()}, {"person": "somebody"}])
def test_a_team_has_no_account_and_no_pair(fields: dict[str, Any]) -> None:
    team = Player.objects.create(kind="team", name="Reds", full_name="Reds")
    objects = {"somebody": Person.objects.create(face=a_player("Ada"))}
    wrong = {name: objects.get(value, value) for name, value in fields.items()}
    refuses("player_team_is_nobody", lambda: Player.objects.filter(pk=team.pk).update(**wrong))


def test_two_are_one_pair() -> None:
    pair = players.get_or_create_pair(one=a_player("Ada"), other=a_player("Bruno"))
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
def test_invalid_decisions_about_a_player_are_refused(rule: str, fields: dict[str, Any]) -> None:
    one, two = a_player(), a_player()
    lawful: dict[str, Any] = {"kind": "merged", "player": one, "other": two, "reason": "x"}
    wrong = {**lawful, **fields}
    wrong["other"] = one if wrong["other"] == "same" else wrong["other"]
    refuses(rule, lambda: PlayerChange.objects.create(**wrong))


def test_a_merge_is_undone_once_and_an_alias_belongs_to_one_person() -> None:
    one, two = a_player(), a_player()
    facts: dict[str, Any] = {"player": one, "other": two, "reason": "x"}
    merge = PlayerChange.objects.create(kind="merged", **facts)
    PlayerChange.objects.create(kind="unmerged", undoes=merge, **facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerChange.objects.create(kind="unmerged", undoes=merge, **facts)
    Person.objects.create(face=one)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(face=one)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("site_settings_are_one_row", {"id": 2}),
        ("site_has_name", {"name": ""}),
        ("site_has_time_zone", {"time_zone": ""}),
        ("site_currency_is_a_code", {"currency": "eur"}),
        ("site_currency_is_a_code", {"currency": "EU"}),
    ],
)
def test_invalid_settings_of_the_site_are_refused(name: str, changes: dict[str, Any]) -> None:
    refuses(name, lambda: SiteSettings.objects.create(**{"id": 1, **changes}))


def test_every_constraint_of_these_tables_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in constraints.names_in(MODELS) if f'"{name}"' not in text] == []
