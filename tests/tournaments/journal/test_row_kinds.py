"""Kinds of journal rows: each has one schema, any other payload is refused, and every place knows it."""

import json
import random

import pytest

from rules.errors import Refusal
from tests.site import catalogue
from tests.tournaments.entry_details import list_impossible_texts
from tests.tournaments.event_simulation import drawn, payload_of
from tests.tournaments.journal.damaged_payloads import list_damaged_payloads
from tournaments.journal import facts
from tournaments.journal.commands import make_command
from tournaments.journal.facts import UNDONE, StoredRow
from tournaments.journal.registry import ALL_KINDS, KINDS, read_row
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.state import EventState
from tournaments.models import JournalEntry
from tournaments.payloads import Payload
from tournaments.verification.checker import verify

GOOD = {name: kind.example for name, kind in KINDS.items()}
SETTLED, PAIRED, FIELDED = GOOD["settled"], GOOD["paired"], GOOD["fielded"]
FIELD_RELINED = {
    "flight": "last_chance",
    "lines": {"2": 5},
    "cause": "qualified",
    "instead": {"2": 4},
    "choices": {"M1-1": "rename"},
}
# Payloads in journals from before flights were named, and before rounds had reasons of their own.
OLDER: list[tuple[str, Payload]] = [
    ("entered", {"entries": [{"entry": 1, "player": "abc"}]}),
    ("withdrawn", {"entry": 1}),
    ("drawn", {"format": "knockout", "seed": "0" * 32, "seeds": [], "lines": [1, 2]}),
    ("published", {}),
    ("paired", {name: value for name, value in PAIRED.items() if name != "reasons"}),
]
# The other payloads of kinds that have several.
FURTHER: list[tuple[str, Payload]] = [
    ("dated", {"pairing": "L1-1", "until": "2026-12-01"}),
    ("relined", FIELD_RELINED),
    ("measured", {"pairing": "R1-1", "white_pr": "4.250", "black_pr": "5.100", "ruling": "figures"}),
    ("withdrawn", {"entry": 1, "flight": ""}),
]
# What is refused besides wrong keys and types, which are derived from the type hints: values that show the
# rules of fields, and fields that do not fit together.
BAD: list[tuple[str, Payload]] = [
    ("dreamt", {}),
    ("entered", {"entries": []}),
    ("entered", {"entries": [{"entry": 1, "player": "a"}, {"entry": 1, "player": "b"}]}),
    ("entered", {"entries": [{"entry": 0, "player": "a"}]}),
    ("entered", {"entries": [{"entry": 1, "player": "a", "country": "Italy"}]}),
    ("entered", {"entries": [{"entry": 1, "player": "a", "country": "IT\n"}]}),
    ("entered", {"entries": [{"entry": 1, "player": "a", "rating": 10000}]}),
    ("described", {"entries": []}),
    ("described", {"entries": [{"entry": 1}, {"entry": 1}]}),
    *(("described", {"entries": [{"entry": 1, name: text}]}) for name, text in list_impossible_texts()),
    ("presence_marked", {"entries": [], "presence": "here"}),
    ("presence_marked", {"entries": [1, 1], "presence": "here"}),
    ("presence_marked", {"entries": [0], "presence": "here"}),
    ("presence_marked", {"entries": [1], "presence": "asleep"}),
    ("relined", {"flight": "main", "lines": {}, "cause": "late"}),
    ("relined", {"flight": "main", "lines": {"0": 5}, "cause": "late"}),
    ("relined", {"flight": "main", "lines": {"02": 5}, "cause": "late"}),
    ("relined", {"flight": "main", "lines": {"2": 5}, "cause": "whim"}),
    ("relined", {"flight": "main", "lines": {"2": 5}, "cause": "late", "instead": {}, "choices": {}}),
    ("relined", {"flight": "main", "lines": {"2": 5}, "cause": "qualified"}),
    ("relined", {**FIELD_RELINED, "instead": {"3": 4}}),
    ("relined", {**FIELD_RELINED, "choices": {"M1-1": "forget"}}),
    ("dated", {"flight": "league_1", "until": {}}),
    ("dated", {"flight": "league_1", "until": {"0": "2026-12-01"}}),
    ("dated", {"flight": "league_1", "until": {"02": "2026-12-01"}}),
    ("dated", {"pairing": "L1-1", "until": "20261201"}),
    ("dated", {"pairing": "L1-1", "flight": "league_1", "until": "2026-12-01"}),
    ("paired", {**PAIRED, "reasons": [{"code": "", "facts": {}}]}),
    ("formed", {**GOOD["formed"], "boards": 9}),
    ("formed", {**GOOD["formed"], "lengths": [7]}),
    ("formed", {**GOOD["formed"], "takes": "pairs"}),
    ("formed", {**GOOD["formed"], "ties": ["points", "points"]}),
    ("paired", {**PAIRED, "byes": [{"entry": 3, "kind": "lucky", "reasons": []}]}),
    ("lengthened", {"flight": "main", "round": 2, "length": 100}),
    ("settled", {**SETTLED, "ending": "void"}),
    ("drawn", {**GOOD["drawn"], "lines": [1, -2]}),
    ("measured", {"pairing": "R1-1", "white_pr": "4.25", "black_pr": "5.100"}),
    ("measured", {"pairing": "R1-1", "white_pr": "4.250", "black_pr": ""}),
    ("measured", {"pairing": "R1-1", "white_pr": "-4.250", "black_pr": "5.100"}),
    ("measured", {"pairing": "R1-1", "white_pr": "", "black_pr": "", "ruling": "figures"}),
    ("measured", {"pairing": "R1-1", "white_pr": "4.250", "black_pr": "5.100", "ruling": "white"}),
    ("measured", {"pairing": "R1-1", "white_pr": "", "black_pr": "", "ruling": "both"}),
    ("settled", {**SETTLED, "winner": "green"}),
    ("settled", {**SETTLED, "winner": ""}),
    ("settled", {**SETTLED, "ending": "double_walkover"}),
    ("settled", {**SETTLED, "ending": "tired"}),
    ("settled", {**SETTLED, "white_score": -1}),
    ("settled", {**SETTLED, "pairing": ""}),
    ("corrected", {**SETTLED, "choices": {"M2-1": "forget"}}),
    ("manned", {"entry": 1, "captain": "abc", "members": []}),
    ("manned", {"entry": 1, "captain": "abc", "members": ["abd", "abd"]}),
    ("manned", {"entry": 1, "captain": "abc", "members": [""]}),
    ("fielded", {**FIELDED, "pairing": "R1-1.2"}),
    ("fielded", {**FIELDED, "white_players": ["abc"]}),
    ("fielded", {**FIELDED, "white_players": ["abc", "abe"]}),
    ("fielded", {**FIELDED, "white_players": [], "black_players": []}),
]


def test_every_kind_is_named_once() -> None:
    assert [kind.name for kind in ALL_KINDS] == list(KINDS)


def test_every_kind_fits_into_its_column() -> None:
    max_length = JournalEntry._meta.get_field("kind").max_length
    assert [name for name in KINDS if len(name) > max_length] == []


def test_every_example_is_read() -> None:
    facts = [read_row(StoredRow(1, kind, payload)) for kind, payload in GOOD.items()]
    assert len(set(map(type, facts))) == len(GOOD)


@pytest.mark.parametrize(("kind", "payload"), [*GOOD.items(), *FURTHER])
def test_a_payload_is_written_as_it_was_read(kind: str, payload: Payload) -> None:
    command = make_command(read_row(StoredRow(1, kind, payload)))
    assert (command.kind, json.dumps(command.payload)) == (kind, json.dumps(payload))


def test_every_sentence_is_translated() -> None:
    italian = catalogue.stored("it")
    assert [name for name, kind in KINDS.items() if kind.sentence not in italian] == []


def test_the_checker_knows_every_kind() -> None:
    assert {*verify.HANDLERS, UNDONE} == set(KINDS)


def test_an_undo_is_not_applied_as_a_row() -> None:
    with pytest.raises(Refusal) as refusal:
        apply_row(EventState(), StoredRow(1, UNDONE, GOOD[UNDONE]))
    assert refusal.value.code == "undo_nothing"


@pytest.mark.parametrize(("kind", "payload"), OLDER)
def test_older_payloads_are_read_as_equal_facts(kind: str, payload: Payload) -> None:
    assert type(read_row(StoredRow(1, kind, payload))) is type(read_row(StoredRow(1, kind, GOOD[kind])))


def is_refused(kind: str, payload: Payload) -> bool:
    """Return whether a row with this payload is refused, with its line and its kind."""
    try:
        read_row(StoredRow(7, kind, payload))
    except Refusal as refusal:
        return (refusal.code, refusal.facts) == ("journal_unreadable", {"seq": 7, "kind": kind})
    return False


def list_accepted_damage(kind: str, payload: Payload) -> list[Payload]:
    """Return the damaged payloads that are read all the same, but for those of another fact of the kind."""
    fact = type(read_row(StoredRow(1, kind, payload)))
    others = [other for other in KINDS[kind].facts if other is not fact]
    return [
        damaged
        for damaged in list_damaged_payloads(fact, payload)
        if not is_refused(kind, damaged) and type(read_row(StoredRow(1, kind, damaged))) not in others
    ]


@pytest.mark.parametrize(("kind", "payload"), [*GOOD.items(), *FURTHER])
def test_a_payload_unlike_its_type_hints_is_refused(kind: str, payload: Payload) -> None:
    assert list_accepted_damage(kind, payload) == []


@pytest.mark.parametrize(("kind", "payload"), BAD)
def test_values_that_break_a_rule_are_refused(kind: str, payload: Payload) -> None:
    assert is_refused(kind, payload)


def codes(*extra: tuple[str, Payload]) -> str:
    """The code with which a four-player event refuses these rows."""
    event = drawn(4, random.Random(1))
    rows = [*event.rows, *(StoredRow(5 + place, *row) for place, row in enumerate(extra))]
    with pytest.raises(Refusal) as refusal:
        fold(rows)
    assert refusal.value.facts["seq"] == rows[-1].seq or refusal.value.code == "undo_nothing"
    return refusal.value.code


def test_facts_out_of_order_are_refused_by_name() -> None:
    event = drawn(4, random.Random(1))
    first, second = event.board["M1-1"], event.board["M1-2"]
    won = payload_of(first, "white")
    foreign = payload_of(second, "white") | {"pairing": "M1-1"}
    refusals = {
        "entered": codes(("entered", {"entries": [{"entry": 1, "player": "late"}]})),
        "drawn": codes(("drawn", GOOD["drawn"])),
        "published": codes(("published", {})),
        "withdrawn": codes(("withdrawn", {"entry": 99})),
        "nowhere": codes(("settled", {**won, "pairing": "M9-9"})),
        "strangers": codes(("settled", foreign)),
        "twice": codes(("settled", won), ("settled", won)),
        "too early": codes(("settled", {**won, "pairing": "M2-1"})),
        "reopened": codes(("reopened", {"pairing": "M1-1"})),
        "corrected": codes(("corrected", {**won, "choices": {}})),
        "undone": codes(("undone", {"seq": 77})),
    }
    assert refusals == {
        "entered": "already_entered",
        "drawn": "already_published",
        "published": "already_published",
        "withdrawn": "entry_unknown",
        "nowhere": "pairing_unknown",
        "strangers": "wrong_players",
        "twice": "pairing_settled",
        "too early": "wrong_players",
        "reopened": "not_settled",
        "corrected": "not_settled",
        "undone": "undo_nothing",
    }


def test_a_pairing_decided_by_absence_takes_no_result() -> None:
    event = drawn(4, random.Random(1))
    placed = event.board["M1-1"]
    event.append("withdrawn", {"entry": placed.white})
    with pytest.raises(Refusal) as refusal:
        event.append("settled", payload_of(placed, "white"))
    assert refusal.value.code == "already_decided"


def test_a_player_cannot_be_entered_under_two_numbers() -> None:
    rows = [StoredRow(1, "entered", {"entries": [{"entry": 1, "player": "a"}, {"entry": 2, "player": "a"}]})]
    with pytest.raises(Refusal) as refusal:
        fold(rows)
    assert refusal.value.code == "already_entered"


def test_results_know_winner_loser_and_absence() -> None:
    result = facts.PairingResult(4, 9, "black", 0, 0, "walkover")
    assert (result.winner_entry, result.loser_entry, result.is_absence) == (9, 4, True)
