"""Options of the formats of rounds: validation, the fixed order of entries, and the number of rounds."""

from typing import Any

import pytest

from rules.errors import Refusal
from tournaments.formats import FORMATS
from tournaments.formats.format import BY_KIND
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.random_order import shuffle

PEOPLE = tuple(DrawEntry(entry) for entry in range(1, 8))
GOOD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("swiss", {}),
    ("swiss", {"rounds": 5, "method": "fold", "acceleration": "baku", "apart": ["club"], "numbers": "lot"}),
    ("swiss", {"forbidden": [[1, 2]], "no_half_byes_last": 2, "criteria": ["wins"], "scoring": {"win": "3"}}),
    ("lives", {"lives": 3, "places": 4, "rounds": 0}),
    ("score_swiss", {"rounds": 6}),
)
BAD: tuple[tuple[str, str, Any], ...] = (
    ("swiss", "rounds", 65),
    ("swiss", "rounds", True),
    ("swiss", "method", "best"),
    ("swiss", "apart", "club"),
    ("swiss", "forbidden", [[1, 1]]),
    ("swiss", "forbidden", [[1, 2, 3]]),
    ("swiss", "forbidden", 5),
    ("swiss", "scoring", {"win": 3}),
    ("swiss", "criteria", [""]),
    ("swiss", "lives", 3),
    ("lives", "lives", 0),
    ("lives", "method", "fold"),
    ("score_swiss", "method", "fold"),
)


@pytest.mark.parametrize(("name", "options"), GOOD)
def test_valid_options_are_accepted(name: str, options: dict[str, Any]) -> None:
    FORMATS[name].check_options(options)


@pytest.mark.parametrize(("name", "option", "value"), BAD)
def test_an_invalid_option_is_refused_by_name(name: str, option: str, value: Any) -> None:
    with pytest.raises(Refusal) as no:
        FORMATS[name].check_options({option: value})
    assert (no.value.code, no.value.facts) == (
        "format_options_wrong",
        {"option": option, "value": str(value)},
    )


def test_kinds_to_keep_apart_are_an_option_where_the_format_keeps_apart() -> None:
    rounds = [form for form in FORMATS.values() if not form.is_static]
    assert {form.name: "apart" in form.options for form in rounds} == {
        form.name: form.keeps_apart_by == BY_KIND for form in rounds
    }


def test_the_fixed_order_is_seeds_then_random_or_the_order_of_entry() -> None:
    draw = FORMATS["swiss"].draw
    rest = (1, 2, 3, 4, 6)
    assert draw(Stage("swiss", "swiss"), PEOPLE, (7, 5), "abc").lines == (7, 5, *shuffle(rest, "abc"))
    by_order = Stage("swiss", "swiss", options={"numbers": "order"})
    assert draw(by_order, PEOPLE, (7, 5), "abc").lines == (7, 5, *rest)


@pytest.mark.parametrize("seeds", [(9,), (1, 1)])
def test_seeds_must_be_entered_once(seeds: tuple[int, ...]) -> None:
    with pytest.raises(Refusal, match="seeds_unknown"):
        FORMATS["lives"].draw(Stage("lives", "lives"), PEOPLE, seeds, "abc")


@pytest.mark.parametrize(
    ("name", "options", "entrants", "rounds"),
    [
        ("swiss", {"rounds": 3}, 200, 3),
        ("swiss", {}, 2, 1),
        ("swiss", {}, 16, 4),
        ("swiss", {}, 17, 5),
        ("score_swiss", {"rounds": 6}, 9, 6),
        ("lives", {}, 9, 0),
        ("lives", {"rounds": 7}, 9, 7),
    ],
)
def test_the_number_of_rounds(name: str, options: dict[str, Any], entrants: int, rounds: int) -> None:
    assert FORMATS[name].round_count(Stage(name, name, options=options), entrants) == rounds
