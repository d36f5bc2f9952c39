"""Published payout tables pay as published; invalid manual tables are refused."""

from itertools import product

import pytest

from rules.errors import Refusal
from tournaments.finances.prizes.paid_places import FinalPlace
from tournaments.finances.prizes.prize_tables import (
    MOST_PLACES,
    TEMPLATES,
    check_table,
    get_template_parts,
    parse_table,
    template_fits,
)
from tournaments.finances.prizes.sharing import split_pot

FIELD = {
    flight: [FinalPlace(entry, entry, entry) for entry in range(1, 17)]
    for flight in ("main", "consolation", "last_chance")
}


@pytest.mark.parametrize(
    ("template", "entries", "expected"),
    [
        ("columbus", 32, [400, 250, 250, 100]),
        ("columbus_old", 32, [500, 300, 200]),
        ("tourneygeek", 32, [450, 220, 220, 110]),
        ("tenths", 8, [400, 200, 200, 100, 100]),
        ("twelfths", 16, [500, 250, 250]),
        ("five_three_two", 20, [500, 300, 200]),
        ("winner", 8, [1000]),
        ("doubling", 4, [1000]),
    ],
)
def test_published_tables_split_a_thousand_as_published(template, entries, expected):
    split = split_pot(1000, get_template_parts(template, entries), FIELD)
    assert [share.amount for share in split.shares] == expected


def test_twelfths_pay_by_their_ratios():
    parts = get_template_parts("twelfths", 17)
    assert sum(map(sum, parts.values())) == 12
    main, consolation, last = parts["main"], parts["consolation"], parts["last_chance"]
    assert (main[0], main[0]) == (2 * main[1], 4 * main[2])
    assert (main[0], consolation[0], last[0]) == (2 * consolation[0], 2 * consolation[1], 1)


def test_every_published_table_is_valid_for_any_field(subtests):
    for entries, template in product((2, 4, 5, 8, 16, 17, 32, 33, 512), TEMPLATES):
        with subtests.test(entries=entries, template=template):
            check_table(get_template_parts(template, entries))


@pytest.mark.parametrize(("entries", "places"), [(4, 1), (5, 2), (8, 2), (9, 4), (16, 4), (17, 8), (33, 16)])
def test_doubling_pays_a_quarter_of_the_field_or_more(entries, places):
    main = get_template_parts("doubling", entries)["main"]
    assert len(main) == places
    assert all(main[2**n - 1] == 2 * main[2**n] for n in range(places.bit_length() - 1))


def test_a_table_fits_events_with_its_flights():
    unfit = [name for name in TEMPLATES if not template_fits(name, ("main", "consolation"))]
    assert unfit == ["tenths", "twelfths"]
    assert not template_fits("columbus", ("swiss",))
    assert template_fits("five_three_two", ("swiss",))


def test_an_unknown_table_is_refused():
    with pytest.raises(Refusal, match="template_unknown"):
        get_template_parts("lottery", 8)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ({"main": "50 30 20"}, {"main": (50, 30, 20)}),
        ({"main": "50% 25 twelve"}, None),
        ({"main": "12.5 7,5", "consolation": "5"}, {"main": (5, 3), "consolation": (2,)}),
        ({"main": "1200/600/300"}, {"main": (1200, 600, 300)}),
        ({"main": "1 0"}, {"main": (1, 0)}),
        ({"main": "3"}, {"main": (3,)}),
    ],
)
def test_a_manual_table_is_defined_by_the_ratios_of_its_figures(rows, expected):
    if expected is None:
        with pytest.raises(Refusal, match="parts_unreadable"):
            parse_table(rows)
    else:
        assert parse_table(rows) == expected


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ({}, "prizes_missing"),
        ({"main": ""}, "prizes_missing"),
        ({"main": "0 0"}, "prizes_missing"),
        ({"main": "20 30"}, "prizes_rise"),
        ({"main": "ten"}, "parts_unreadable"),
        ({"main": "-5"}, "parts_unreadable"),
        ({"main": "1 " * (MOST_PLACES + 1)}, "prizes_too_many"),
        ({"main": "1000000000.5"}, "parts_unreadable"),
        ({"main": "999999999 0.001"}, "prizes_too_many"),
    ],
)
def test_invalid_tables_are_refused(rows, code):
    with pytest.raises(Refusal) as excinfo:
        parse_table(rows)
    assert excinfo.value.code == code
