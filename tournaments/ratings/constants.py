"""Whether the constants of a rating list can rate: one refusal for all, naming the one and its limits."""

from collections.abc import Collection, Mapping
from math import isfinite

from rules.errors import Refusal


def whole_and_finite(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") what is no number; those in `whole` have no broken part."""
    for name, given in constants.items():
        is_number = isinstance(given, int | float) and not isinstance(given, bool) and isfinite(given)
        if not is_number or (name in whole and not isinstance(given, int)):
            raise Refusal("rating_constant_unreadable", name=name)


def within(given: float, name: str, least: float, most: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not least <= given <= most:
        raise Refusal("rating_constant_wrong", name=name, least=least, most=most)
