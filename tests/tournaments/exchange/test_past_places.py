"""Imported places of earlier tournaments: notations, shared places, and impossible ones."""

from datetime import date

import pytest

from tournaments.exchange import past_results
from tournaments.exchange.past_results import parse_places
from tournaments.exchange.spreadsheets import grid_from_text

TODAY = date(2026, 11, 22)


def reading(text):
    grid = grid_from_text(text)
    roles = past_results.guess_roles(grid)
    assert past_results.get_missing_roles(roles) == ()
    return past_results.read(grid, roles, heads=True, order=past_results.DAY_FIRST, today=TODAY)


def parsed(text):
    rows = reading(f"Date,Flight,Player,Place,Entrants\n{text}").places
    return [(row.flight, row.name, row.first, row.last, row.field) for row in rows]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("3", (3, 0)),
        ("3.", (3, 0)),
        ("3rd", (3, 0)),
        ("3°", (3, 0)),
        ("=3", (3, 0)),
        ("3=", (3, 0)),
        ("3-4", (3, 4)),
        ("3 / 4", (3, 4)),
        ("3°-4°", (3, 4)),
        ("0", None),
        ("4-3", None),
        ("1024", (1024, 0)),
        ("1025", None),
        ("first", None),
        ("", None),
    ],
)
def test_a_place_is_read_as_people_write_it(text, span):
    assert parse_places(text) == span


def test_equal_places_are_shared_and_the_placed_players_are_the_field():
    assert parsed("1/2/2024,,Anna,1,\n1/2/2024,,Bruno,2,\n1/2/2024,,Carla,3,\n1/2/2024,,Dario,3,") == [
        ("main", "Anna", 1, 1, 4),
        ("main", "Bruno", 2, 2, 4),
        ("main", "Carla", 3, 4, 4),
        ("main", "Dario", 3, 4, 4),
    ]


def test_a_span_and_a_number_of_players_are_read_as_written():
    assert parsed("1/2/2024,consolation,Anna,5-8,32") == [("consolation", "Anna", 5, 8, 32)]


def test_a_file_may_have_matches_and_places():
    history = reading(
        "Date,Player 1,Player 2,Result,Place\n1/2/2024,Anna,Bruno,7-5,\n1/2/2024,Anna,,,1\n1/2/2024,Bruno,,,2"
    )
    assert [(row.one, row.other) for row in history.rows] == [("Anna", "Bruno")]
    assert [(row.name, row.first, row.field) for row in history.places] == [("Anna", 1, 2), ("Bruno", 2, 2)]
    assert (history.names, history.row_count, len(history.tournaments)) == (("Anna", "Bruno"), 3, 1)


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ("1/2/2024,,Anna,first,", [("past_place_wrong", 2)]),
        ("1/2/2024,,,1,", [("past_name_missing", 2)]),
        ("1/2/2024,side,Anna,1,", [("past_flight_unknown", 2)]),
        ("1/2/2024,,Anna,1,many", [("past_field_wrong", 2)]),
        ("1/2/2024,,Anna,1,9999", [("past_field_wrong", 2)]),
        ("1/2/2024,,Anna,1,\n1/2/2024,,anna,2,", [("past_place_twice", 3)]),
        ("1/2/2024,,Anna,1,\n1/2/2024,,Bruno,1,\n1/2/2024,,Carla,2,", [("past_place_taken", 4)]),
        ("1/2/2024,,Anna,1-1,\n1/2/2024,,Bruno,1-1,", [("past_place_taken", 3)]),
        ("yesterday,,Anna,1,", [("past_date_unreadable", 2)]),
    ],
)
def test_impossible_places_are_reported_by_their_line(rows, faults):
    reported = reading(f"Date,Flight,Player,Place,Entrants\n{rows}").faults
    assert [(fault.code, fault.line) for fault in reported] == faults
