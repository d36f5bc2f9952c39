"""The bye of a Swiss round with an odd number of entries: who can get it.

It goes to one of the first class with which all others can be paired. Which one of them, the pairing decides:
see the criterion C9 in `criteria`, and `monrad`.
"""

from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.full_pairings import has_full_pairing

# Indexes of entries that are equally eligible for the bye; () for an even field.
ByeClass = tuple[int, ...]


def bye_classes(field: PairingField) -> tuple[ByeClass, ...]:
    """Return the bye classes in order: fewest byes first, then lowest points; one empty class if even."""
    if len(field) % 2 == 0:
        return ((),)
    classes: dict[tuple[int, int], list[int]] = {}
    for index, card in enumerate(field.cards):
        classes.setdefault((len(card.byes), field.points[index]), []).append(index)
    return tuple(tuple(classes[key]) for key in sorted(classes))


def find_bye_class(field: PairingField) -> ByeClass | None:
    """Return the first bye class with which a full pairing exists; None without any."""
    all_indexes = range(len(field))
    return next((each for each in bye_classes(field) if has_full_pairing(field, all_indexes, each)), None)
