"""The options of Swiss rounds: what may be chosen, and what holds when nothing is."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.formats.swiss.acceleration import KINDS, NONE
from tournaments.formats.swiss.methods import METHODS, SLIDE
from tournaments.formats.swiss.values import HALF_BYE, ZERO

Test = Callable[[Any], bool]
MOST_ROUNDS, MOST_ENTRIES = 64, 512


def whole(least: int, most: int) -> Test:
    """A test for whole numbers between two."""
    return lambda value: type(value) is int and least <= value <= most


def one_of(*words: str) -> Test:
    """A test for one of some words."""
    return lambda value: isinstance(value, str) and value in words


def _words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(word, str) and word for word in value)


def _pairs(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(type(entry) is int and entry > 0 for entry in pair)
        and pair[0] != pair[1]
        for pair in value
    )


def _texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(each, str) for item in value.items() for each in item
    )


COUNTED: Mapping[str, Test] = {"criteria": _words, "scoring": _texts}
PAIRED: Mapping[str, Test] = {
    "rounds": whole(0, MOST_ROUNDS),
    "apart": _words,
    "forbidden": _pairs,
    "numbers": one_of("order", "lot"),
}
SWISS: Mapping[str, Test] = {
    **COUNTED,
    **PAIRED,
    "method": one_of(*METHODS),
    "first_method": one_of(*METHODS),
    "acceleration": one_of(*KINDS),
    "no_half_byes_last": whole(0, MOST_ROUNDS),
}


def checked(tests: Mapping[str, Test]) -> Callable[[Mapping[str, Any]], None]:
    """The check of a format that knows these options; refuses "format_options_wrong" (option, value)."""

    def check(options: Mapping[str, Any]) -> None:
        for name, value in options.items():
            if name not in tests or not tests[name](value):
                raise Refusal("format_options_wrong", option=name, value=str(value))

    return check


def method(options: Mapping[str, Any], number: int = 0) -> str:
    """The method inside a score group in round `number`; slide, as in the Dutch system, when none was chosen.

    The first round may have a method of its own.
    """
    usual = options.get("method", SLIDE)
    return str(options.get("first_method", usual) if number == 1 else usual)


def acceleration(options: Mapping[str, Any]) -> str:
    """How the first rounds are accelerated: "none" when nothing was chosen."""
    return str(options.get("acceleration", NONE))


def rounds(options: Mapping[str, Any], entrants: int) -> int:
    """How many rounds are played: as chosen, else as many as part one clear winner from the field."""
    return int(options.get("rounds", 0)) or max(1, (entrants - 1).bit_length())


def requested_bye(options: Mapping[str, Any], number: int, entrants: int) -> str:
    """What a bye asked for is worth: half a point, or nothing in the last rounds where the event says so."""
    closed = int(options.get("no_half_byes_last", 0))
    return ZERO if number > rounds(options, entrants) - closed else HALF_BYE
