"""Whether the constants of a rating list can rate: one refusal for all, naming the one and its limits."""

from collections.abc import Collection, Mapping
from math import isfinite

from rules.errors import Refusal


def whole_and_finite(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") what is no number; those in `whole` have no broken part."""
    for name, given in constants.items():
        is_whole = isinstance(given, int) and not isinstance(given, bool)
        if not is_whole and (name in whole or not isinstance(given, float) or not isfinite(given)):
            raise Refusal("rating_constant_unreadable", name=name)


def within(given: float, name: str, least: float, most: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not least <= given <= most:
        raise Refusal("rating_constant_wrong", name=name, least=least, most=most)
