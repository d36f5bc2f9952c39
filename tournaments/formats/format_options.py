"""The options of stages: how each is tested, and those that several formats share."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.formats.plan import LATER
from tournaments.formats.seed_lines import SHEETS
from tournaments.formats.seeding import LARGEST_DRAW

# Returns whether the value of an option is valid.
OptionTest = Callable[[Any], bool]
OptionTests = Mapping[str, OptionTest]
MOST_ROUNDS = 64
# Names and values of the option "scoring": fields of `standings.round_scores.Scoring`, fractions as text.
SCORING_NAMES = frozenset(
    {"win", "draw", "loss", "bye", "half_bye", "away", "close", "within", "clear"}
    | {"pr_lower", "pr_equal", "pr_within"}
)
SCORE_PATTERN = re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3})?")


def check_options(options: Mapping[str, Any], tests: OptionTests) -> None:
    """Refuse ("format_options_wrong", with option and value) an unknown or invalid option."""
    for name, value in options.items():
        if name not in tests or not tests[name](value):
            raise Refusal("format_options_wrong", option=name, value=str(value))


def is_whole_number(minimum: int, maximum: int) -> OptionTest:
    """Return a test for integers between a minimum and a maximum."""
    return lambda value: type(value) is int and minimum <= value <= maximum


def is_one_of(*choices: str) -> OptionTest:
    """Return a test for strings that are one of the choices."""
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
    """Whether a value maps results to scores: {"win": "3", "draw": "3/2"}."""
    return isinstance(value, Mapping) and all(
        name in SCORING_NAMES and isinstance(score, str) and SCORE_PATTERN.fullmatch(score)
        for name, score in value.items()
    )


def are_rounds_by_kind(value: object) -> bool:
    """Whether a value maps kinds of tags to the number of rounds they are separated: {"club": 2}."""
    return isinstance(value, Mapping) and all(
        isinstance(kind, str) and is_whole_number(0, 9)(rounds) for kind, rounds in value.items()
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


# Options of all formats with a random draw.
DRAW_OPTIONS: OptionTests = {
    "seeding": is_one_of("fixed", "blocks"),
    "sheet": is_one_of(*SHEETS),
    "apart": are_rounds_by_kind,
    "first": is_whole_number(1, LARGEST_DRAW),
    LATER: is_flag,
}
# Options of all formats of rounds. One that keeps tags apart (`keeps_apart_by`) adds "apart".
ROUND_OPTIONS: OptionTests = {
    "criteria": are_strings,
    "scoring": is_string_mapping,
    "rounds": is_whole_number(0, MOST_ROUNDS),
    "forbidden": are_pairs,
    "numbers": is_one_of("order", "lot"),
}
