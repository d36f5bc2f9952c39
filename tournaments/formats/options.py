"""Tests for the options of a format: each says whether it can be played by a value."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.formats.plan import LATER
from tournaments.formats.seeding import SHEETS

OptionTest = Callable[[Any], bool]
OptionTests = Mapping[str, OptionTest]
MOST_ENTRIES, MOST_ROUNDS = 512, 64
SCORES = frozenset(
    {"win", "draw", "loss", "bye", "half_bye", "away", "close", "within", "clear"}
    | {"pr_lower", "pr_equal", "pr_within"}
)
SCORE = re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3})?")


def check_options(options: Mapping[str, Any], tests: OptionTests) -> None:
    """Refuse ("format_options_wrong", with option and value) what is not in `tests` or fails its test."""
    for name, value in options.items():
        if name not in tests or not tests[name](value):
            raise Refusal("format_options_wrong", option=name, value=str(value))


def whole_number(minimum: int, maximum: int) -> OptionTest:
    """Return a test for integers between a minimum and a maximum."""
    return lambda value: type(value) is int and minimum <= value <= maximum


def one_of(*choices: str) -> OptionTest:
    """Return a test for one of the given strings."""
    return lambda value: isinstance(value, str) and value in choices


def is_flag(value: object) -> bool:
    """Whether a value is true or false."""
    return isinstance(value, bool)


def are_strings(value: object) -> bool:
    """Whether a value is a list of non-empty strings."""
    return isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value)


def is_string_mapping(value: object) -> bool:
    """Whether a value maps strings to strings."""
    return isinstance(value, Mapping) and all(
        isinstance(each, str) for item in value.items() for each in item
    )


def are_scores(value: object) -> bool:
    """Whether a value says what rounds are worth: {"win": "3", "draw": "3/2"}."""
    return isinstance(value, Mapping) and all(
        name in SCORES and isinstance(score, str) and SCORE.fullmatch(score) for name, score in value.items()
    )


def are_rounds_by_kind(value: object) -> bool:
    """Whether a value says for how many rounds people of a kind are kept apart: {"club": 2}."""
    return isinstance(value, Mapping) and all(
        isinstance(kind, str) and whole_number(0, 9)(rounds) for kind, rounds in value.items()
    )


def are_pairs(value: object) -> bool:
    """Whether a value is a list of pairs of different entries."""
    return isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(type(entry) is int and entry > 0 for entry in pair)
        and pair[0] != pair[1]
        for pair in value
    )


# What all formats drawn by lot take.
DRAW_OPTIONS: OptionTests = {
    "seeding": one_of("fixed", "blocks"),
    "sheet": one_of(*SHEETS),
    "apart": are_rounds_by_kind,
    "first": whole_number(1, MOST_ENTRIES),
    LATER: is_flag,
}
# What all formats of rounds take.
ROUND_OPTIONS: OptionTests = {
    "criteria": are_strings,
    "scoring": is_string_mapping,
    "rounds": whole_number(0, MOST_ROUNDS),
    "apart": are_strings,
    "forbidden": are_pairs,
    "numbers": one_of("order", "lot"),
}
