"""How far down from the top all tags can be kept apart, and who may then get the bye."""

from tournaments.formats.swiss.completion import Class, bye_classes, can_be_completed
from tournaments.formats.swiss.pairing_field import PairingField


def first_class(field: PairingField) -> Class | None:
    """The best class of those who may sit out that leaves a full pairing; None when there is none."""
    everybody = range(len(field))
    return next((each for each in bye_classes(field) if can_be_completed(field, everybody, each)), None)


def protected(field: PairingField, sitting: Class) -> PairingField:
    """The field with as many as possible, from the top, kept from all who share a tag with them.

    Whoever can be protected leaves all above him protected, so the most is found by halving. `sitting` is
    the class of the bye, which no separation changes; without any protection it leaves a full pairing.
    """
    everybody = range(len(field))
    low, high = 0, len(field) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if can_be_completed(field.protecting(middle), everybody, sitting):
            low = middle
        else:
            high = middle
    return field.protecting(low)
