"""The bye of a Swiss round with an odd number of entries: who can get it, and the reasons.

It goes to one of the first class with which all others can be paired. Which one of them, the pairing decides:
see the criterion C9 in `score_brackets`, and `monrad`.
"""

from tournaments.formats.pairing import in_points
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.swiss.pairing_field import PairingField, can_be_completed

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
    return next((each for each in bye_classes(field) if can_be_completed(field, all_indexes, each)), None)


def explain_bye(field: PairingField, bye_class: ByeClass, bye_index: int) -> tuple[Reason, ...]:
    """Return the reasons of a pairing bye."""
    card = field.cards[bye_index]
    reasons = [make_reason("bye_lowest", score=in_points(card.score, field.unit), eligible=len(bye_class))]
    if card.byes:
        reasons.append(make_reason("bye_again", byes=len(card.byes)))
    if any(field.cards[index].unplayed > card.unplayed for index in bye_class):
        reasons.append(make_reason("bye_fewest_unplayed", unplayed=card.unplayed))
    return tuple(reasons)
