"""The database constraints of an event's tables: each is violated once and refuses the write."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import a_desk, a_match, a_player
from tests.tournaments.club_evenings import a_club, a_night, match_at
from tournaments.models import Entry, Event, Pairing
from tournaments.name_lists.details import TEXTS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_event(module_transaction: None) -> Event:
    return a_night(a_club())


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def broken(write: Callable[[], Any]) -> str:
    """Return the error of a write that violates a constraint, which names the constraint."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    return str(caught.value)


def a_copy(row: Any, **changes: Any) -> Callable[[], Any]:
    """Return a function that inserts a copy of a row with other fields."""
    attributes = {
        field.name: getattr(row, field.name) for field in row._meta.concrete_fields if field.name != "id"
    }
    return lambda: type(row).objects.create(**{**attributes, **changes})


def rewritten(row: Any, **changes: Any) -> Callable[[], Any]:
    """Return a function that updates a row without its services."""
    return lambda: type(row).objects.filter(pk=row.pk).update(**changes)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"name": ""}, "event_has_a_name"),
        ({"slug": ""}, "event_has_a_name"),
        ({"format": "roulette"}, "event_format_is_known"),
        ({"status": "asleep"}, "event_status_is_known"),
        ({"main_length": 0}, "event_lengths_are_possible"),
        ({"consolation_length": 100}, "event_lengths_are_possible"),
        ({"draw_seed": "G" * 32}, "event_lots_are_committed"),
        ({"draw_commitment": "abc"}, "event_lots_are_committed"),
    ],
)
def test_an_event_meets_its_constraints(event: Event, changes: dict[str, Any], constraint: str) -> None:
    assert constraint in broken(rewritten(event, **changes))


def test_the_slug_of_an_event_is_unique_in_its_tournament(event: Event) -> None:
    assert "slug" in broken(a_copy(event))


def test_a_tournament_has_a_name_a_currency_a_unique_slug_and_its_own_desk(event: Event) -> None:
    tournament = event.tournament
    assert "tournament_has_a_name" in broken(rewritten(tournament, name=""))
    assert "tournament_currency_is_known" in broken(rewritten(tournament, currency="LIT"))
    assert "slug" in broken(a_copy(tournament, desk=a_desk()))
    assert "desk_id" in broken(a_copy(tournament, slug="another"))


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"number": 0}, "entry_number_from_one"),
        ({"seed": 0}, "entry_seed_from_one"),
        ({"status": "asleep"}, "entry_status_is_known"),
        ({"presence": "asleep"}, "entry_presence_is_known"),
        ({"country": "ita"}, "entry_country_is_a_code"),
        ({"country": "I"}, "entry_country_is_a_code"),
        *(({name: "?"}, f"entry_{name}_is_a_code") for name, detail in TEXTS.items() if detail.pattern),
        ({"rating": 10000}, "entry_rating_is_a_rating"),
        ({"place_from": 3, "place_to": 2}, "entry_places_run_upwards"),
        ({"place_from": 0, "place_to": 2}, "entry_places_run_upwards"),
        ({"place_from": 1}, "entry_places_run_upwards"),
    ],
)
def test_an_entry_meets_its_constraints(event: Event, changes: dict[str, Any], constraint: str) -> None:
    entry = event.entries.get(number=1)
    assert constraint in broken(rewritten(entry, **changes))


def test_player_number_and_seed_are_unique_in_an_event(event: Event) -> None:
    entry = event.entries.get(number=1)
    Entry.objects.filter(pk=entry.pk).update(seed=1)
    other = event.entries.get(number=2)
    assert "player_id" in broken(a_copy(entry, number=9, seed=None))
    assert "number" in broken(a_copy(entry, player=a_player(), seed=None))
    assert "seed" in broken(rewritten(other, seed=1))


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"seq": 0}, "journal_seq_and_key_given"),
        ({"key": ""}, "journal_seq_and_key_given"),
        ({"kind": ""}, "journal_kind_given"),
        ({"undoes": 1}, "journal_undoes_an_earlier_row"),
        ({"kind": "undone"}, "journal_undoes_an_earlier_row"),
        ({"kind": "undone", "undoes": 2}, "journal_undoes_an_earlier_row"),
    ],
)
def test_a_journal_line_meets_its_constraints(event: Event, changes: dict[str, Any], constraint: str) -> None:
    row = event.journal.get(seq=2)
    assert constraint in broken(rewritten(row, **changes))


def test_line_number_and_key_are_unique_in_a_journal(event: Event) -> None:
    row = event.journal.get(seq=2)
    assert "seq" in broken(a_copy(row, key="another"))
    assert "key" in broken(a_copy(row, seq=99))


def test_a_pairing_meets_its_constraints(event: Event) -> None:
    final = Pairing.objects.get(event=event, label="M2-1")
    opening = Pairing.objects.get(event=event, label="M1-1")
    violations = {
        "pairing_counts_from_one": rewritten(final, round=0),
        "pairing_nobody_meets_himself": rewritten(opening, black_entry=opening.white_entry),
        "pairing_winner_sits_here": rewritten(
            opening, decided="result", winner_entry=event.entries.get(number=other(opening))
        ),
        "pairing_match_needs_two_players": rewritten(final, match=a_match()),
        "pairing_winner_when_decided": rewritten(opening, winner_entry=opening.white_entry),
        "pairing_flight_is_known": rewritten(final, flight="third"),
        "pairing_decision_is_known": rewritten(final, decided="coin"),
        "pairing_places_run_upwards": rewritten(final, loser_from=3, loser_to=2),
    }
    assert {name: name in broken(write) for name, write in violations.items()} == dict.fromkeys(
        violations, True
    )


def test_a_pairing_without_entries_has_no_winner(event: Event) -> None:
    final = Pairing.objects.get(event=event, label="M2-1")
    write = rewritten(final, decided="bye", winner_entry=event.entries.get(number=1))
    assert "pairing_winner_sits_here" in broken(write)


def other(pairing: Pairing) -> int:
    """Return the number of an entry that is not in the pairing."""
    seated = {pairing.white_entry.number, pairing.black_entry.number}
    return min({1, 2, 3, 4} - seated)


def test_a_place_a_label_and_a_match_belong_to_one_pairing(event: Event) -> None:
    final = Pairing.objects.get(event=event, label="M2-1")
    assert "position" in broken(a_copy(final, label="M9-9"))
    assert "label" in broken(a_copy(final, round=9))
    opening = Pairing.objects.get(event=event, label="M1-2")
    assert "match_id" in broken(rewritten(opening, match=match_at(event, "M1-1")))
