"""Whether the constants of a rating list can rate: one refusal for all, naming the one and its limits."""

from collections.abc import Collection, Mapping
from math import isfinite

from rules.errors import Refusal


def check_numbers(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") what is no number; those in `whole` have no broken part."""
    for name, value in constants.items():
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole and (name in whole or not isinstance(value, float) or not isfinite(value)):
            raise Refusal("rating_constant_unreadable", name=name)


def check_range(value: float, name: str, minimum: float, maximum: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not minimum <= value <= maximum:
        raise Refusal("rating_constant_wrong", name=name, least=minimum, most=maximum)
