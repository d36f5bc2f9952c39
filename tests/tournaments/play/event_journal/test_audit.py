"""The audit of events: it reports every row that differs from the journal, and nothing else."""

import json
from typing import Any

import pytest
from django.core.management import call_command

from matches.models import Match
from tests.factories import a_player
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, match_at, play_out, settle
from tests.tournaments.entry_details import make_detail
from tournaments.models import Entry, Event, JournalEntry, Pairing
from tournaments.name_lists.details import DETAILS
from tournaments.play.event_journal.queries import audit

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    event = a_night(a_club(), [f"Player {number}" for number in range(6)])
    settle(match_at(event, "M1-2"))
    return event


def get_disagreements(event: Event) -> list[tuple[str, Any]]:
    """Return the code and the pairing or entry of every disagreement."""
    return [
        (refusal.code, refusal.facts.get("pairing") or refusal.facts.get("entry"))
        for refusal in audit.find_disagreements(event)
    ]


def test_an_unchanged_event_has_no_disagreements(event: Event) -> None:
    assert get_disagreements(event) == []


def test_a_winner_set_behind_the_services_is_found(event: Event) -> None:
    row = Pairing.objects.get(event=event, label="M1-2")
    Pairing.objects.filter(pk=row.pk).update(winner_entry=row.black_entry)
    assert get_disagreements(event) == [("audit_pairing", "M1-2")]


def test_a_result_changed_in_the_match_is_found(event: Event) -> None:
    Match.objects.filter(pk=match_at(event, "M1-2").pk).update(black_score=4)
    assert get_disagreements(event) == [("audit_pairing_match", "M1-2")]


def test_a_match_removed_from_its_pairing_is_found(event: Event) -> None:
    Pairing.objects.filter(event=event, label="M1-2").update(match=None)
    assert get_disagreements(event) == [("audit_pairing_match", "M1-2"), ("audit_pairing_match", "M1-2")]


def test_places_and_withdrawals_set_behind_the_services_are_found(event: Event) -> None:
    Entry.objects.filter(event=event, number=1).update(place_from=1, place_to=1)
    Entry.objects.filter(event=event, number=2).update(status="withdrawn")
    assert get_disagreements(event) == [("audit_entry", 1), ("audit_entry", 2)]


# For each column of the entry in place 2 another value, and the code by which the audit reports it.
OTHER_VALUES: dict[str, tuple[Any, str]] = {
    "seed": (9, "audit_seed"),
    "status": ("withdrawn", "audit_entry"),
    "presence": ("here", "audit_entry"),
    **{name: (make_detail(name), "audit_entry") for name in DETAILS},
    "place_from": (1, "audit_entry"),
    "place_to": (3, "audit_entry"),
    "flight_places": ({"consolation": [2, 2]}, "audit_entry"),
}
# The audit finds a row by its event and its number. Another player differs in the matches too: see below.
OTHERWISE_COMPARED = {"id", "event", "number", "player"}


def test_every_column_of_an_entry_is_compared() -> None:
    columns = {column.name for column in Entry._meta.concrete_fields}
    assert columns == {*OTHER_VALUES, *OTHERWISE_COMPARED}
    event = a_night(a_club())
    play_out(event)
    row = Entry.objects.filter(event=event, place_from=2, place_to=2).values().get()
    for column, (value, code) in OTHER_VALUES.items():
        Entry.objects.filter(pk=row["id"]).update(**{column: value})
        assert get_disagreements(event) == [(code, row["number"])], column
        Entry.objects.filter(pk=row["id"]).update(**{column: row[column]})
    assert get_disagreements(event) == []


# For each column of an event that follows from its journal, another value than a played knockout has.
OTHER_EVENT_VALUES: dict[str, Any] = {
    "status": "drawn",
    "takes": "pairs",
    "boards": 3,
    "is_league": True,
    "plan_format": "swiss",
    "main_lengths": [99],
    "consolation_lengths": [99],
}
# Columns of an event that are set by their own services; `version` counts the changes.
NOT_OF_THE_JOURNAL = {
    *("id", "tournament", "name", "slug", "format", "main_length", "consolation_length", "settings"),
    *("version", "draw_seed", "draw_commitment", "created_at", "starts_at", "cancelled_at", "cancel_reason"),
}


def test_every_column_of_an_event_that_follows_from_its_journal_is_compared(event: Event) -> None:
    columns = {column.name for column in Event._meta.concrete_fields}
    assert columns == {*OTHER_EVENT_VALUES, *NOT_OF_THE_JOURNAL}
    row = Event.objects.values().get(pk=event.pk)
    for column, value in OTHER_EVENT_VALUES.items():
        # Only an event of teams has several boards.
        others = {"takes": "teams"} if column == "boards" else {}
        Event.objects.filter(pk=event.pk).update(**others, **{column: value})
        disagreements = {refusal.facts["column"] for refusal in audit.find_disagreements(event)}
        assert disagreements == {column, *others}
        Event.objects.filter(pk=event.pk).update(**{name: row[name] for name in (column, *others)})
    assert get_disagreements(event) == []


def test_another_player_of_an_entry_is_found(event: Event) -> None:
    Entry.objects.filter(event=event, number=1).update(player=a_player())
    assert ("audit_entry", 1) in get_disagreements(event)


def test_a_line_removed_from_the_journal_is_found(event: Event) -> None:
    JournalEntry.objects.filter(event=event, kind="entered").delete()
    assert [code for code, _ in get_disagreements(event)] == ["audit_lines", "audit_journal"]


def test_a_line_of_unknown_kind_is_found(event: Event) -> None:
    JournalEntry.objects.filter(event=event, kind="settled").update(kind="dreamt")
    assert [code for code, _ in get_disagreements(event)] == ["audit_journal"]


def test_a_result_rewritten_in_the_journal_is_found(event: Event) -> None:
    row = JournalEntry.objects.get(event=event, kind="settled")
    row.payload["winner"] = "black"
    row.save(update_fields=["payload"])
    assert ("audit_pairing", "M1-2") in get_disagreements(event)


def test_the_command_reports_disagreements_and_exits_with_an_error(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("audit_events", language="en")
    assert capsys.readouterr().out == "1 event checked: all rows match\n"
    Entry.objects.filter(event=event, number=1).update(place_from=1, place_to=1)
    with pytest.raises(SystemExit):
        call_command("audit_events", json=True)
    assert json.loads(capsys.readouterr().out)["code"] == "audit_entry"
