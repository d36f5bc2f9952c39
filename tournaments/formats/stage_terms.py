"""Terms of a stage: the clock of its matches, and optional rules of play (stored among its options)."""

from collections.abc import Mapping
from typing import Any

from matches.clocks import CLOCKS
from rules.errors import Refusal

CLOCK, LAWS = "clock", "laws"
# The optional rules of match play a stage may override, with their allowed values.
CHOICES: Mapping[str, tuple[object, ...]] = {"holland": (False, True), "illegal_plays": ("refuse", "condone")}


def make_terms(clock: str = "", **laws: object) -> dict[str, Any]:
    """Return the options for a clock of `matches.clocks` and rules by name; empty ones as in the event."""
    chosen_rules = {name: value for name, value in laws.items() if value not in (None, "")}
    return ({CLOCK: clock} if clock else {}) | ({LAWS: chosen_rules} if chosen_rules else {})


def split_options(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the options of a stage into those of its draw, and its terms."""
    of_draw = {name: value for name, value in options.items() if name not in (CLOCK, LAWS)}
    return of_draw, {name: options[name] for name in (CLOCK, LAWS) if name in options}


def check_terms(stage: str, options: Mapping[str, Any]) -> None:
    """Refuse ("format_options_wrong") an unknown clock or rule."""
    clock, laws = options.get(CLOCK, ""), options.get(LAWS, {})
    if clock not in ("", *CLOCKS):
        raise Refusal("format_options_wrong", stage=stage, option=CLOCK)
    if not isinstance(laws, dict) or not all(
        name in CHOICES and value in CHOICES[name] for name, value in laws.items()
    ):
        raise Refusal("format_options_wrong", stage=stage, option=LAWS)
