"""Database constraints of money play sessions, seats and journal lines."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import UniqueConstraint
from django.utils import timezone

from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from tests.factories import a_player
from tests.matches.moneyplay.sessions import a_pair, a_running_chouette

pytestmark = pytest.mark.django_db

MODELS = (MoneySession, SessionSeat, SessionEntry)
CONSTRAINTS = {rule.name: (model, rule) for model in MODELS for rule in model._meta.constraints}


def refuses(name: str, write: Callable[[], Any]) -> None:
    """Assert that the write breaks against the constraint of that name."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    model, rule = CONSTRAINTS[name]
    marks = {name}
    if connection.vendor == "sqlite" and isinstance(rule, UniqueConstraint):
        marks = {f"{model._meta.db_table}.{model._meta.get_field(field).column}" for field in rule.fields}
    assert marks - set(re.findall(r"[\w.]+", str(caught.value))) == set()


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("session_kind_is_known", {"kind": "poker"}),
        ("session_closed_exactly_at_its_end", {"status": "closed"}),
        ("session_closed_exactly_at_its_end", {"closed_at": timezone.now()}),
        ("session_closed_exactly_at_its_end", {"status": "asleep"}),
        ("session_has_a_seed", {"seed": ""}),
    ],
)
def test_the_database_refuses_invalid_sessions(name: str, changes: dict[str, Any]) -> None:
    session = a_pair()
    refuses(name, lambda: MoneySession.objects.filter(pk=session.pk).update(**changes))


def test_a_code_leads_to_one_session() -> None:
    one, other = a_pair(), a_pair()
    MoneySession.objects.filter(pk=one.pk).update(token_hash="x")
    refuses("session_token_once", lambda: MoneySession.objects.filter(pk=other.pk).update(token_hash="x"))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("seat_number_once", {"number": 1}),
        ("seat_number_from_one", {"number": 0}),
        ("seat_name_once", {"name": "Ada"}),
        ("seat_has_a_name", {"name": ""}),
        ("seat_stake_is_possible", {"stake": 0}),
        ("seat_stake_is_possible", {"stake": 1_000_001}),
        ("seat_one_for_a_device", {"device": "phone"}),
        ("seat_token_once", {"token_hash": "code"}),
    ],
)
def test_the_database_refuses_invalid_seats(name: str, changes: dict[str, Any]) -> None:
    session = a_pair()
    session.seats.filter(name="Ada").update(device="phone", token_hash="code")
    refuses(name, lambda: session.seats.filter(name="Bo").update(**changes))


def test_a_player_has_one_seat_at_a_table() -> None:
    session, player = a_pair(), a_player()
    session.seats.filter(name="Ada").update(player=player)
    refuses("seat_one_for_a_player", lambda: session.seats.filter(name="Bo").update(player=player))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("entry_seq_once", {"seq": 1}),
        ("entry_seq_from_one", {"seq": 0}),
        ("entry_key_once", {"key": "first"}),
        ("entry_has_kind_and_key", {"kind": ""}),
        ("entry_has_kind_and_key", {"key": ""}),
        ("entry_undoes_an_earlier_one", {"kind": "undone"}),
        ("entry_undoes_an_earlier_one", {"undoes": 1}),
        ("entry_undoes_an_earlier_one", {"kind": "undone", "undoes": 4}),
        ("entry_undoes_an_earlier_one", {"kind": "undone", "undoes": 0}),
    ],
)
def test_the_database_refuses_invalid_journal_lines(name: str, changes: dict[str, Any]) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    session.entries.filter(seq=1).update(key="first")
    refuses(name, lambda: session.entries.filter(seq=4).update(**changes))


def test_a_line_is_undone_once() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    session.entries.filter(seq=3).update(kind="undone", undoes=1)
    refuses("entry_undone_once", lambda: session.entries.filter(seq=4).update(kind="undone", undoes=1))


def test_every_constraint_is_tested_here() -> None:
    with open(__file__, encoding="utf-8") as file:
        source = file.read()
    assert [name for name in CONSTRAINTS if f'"{name}"' not in source] == []
