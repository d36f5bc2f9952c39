"""The reasons of boards and byes, read from the steps the engine took."""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.formats.pairing import in_points
from tournaments.formats.reasons import Reason, because
from tournaments.formats.swiss.bracket_walk import Step
from tournaments.formats.swiss.completion import Class
from tournaments.formats.swiss.methods import MONRAD
from tournaments.formats.swiss.pairing_field import PairingField

NEEDED = "needed"


def explained(field: PairingField, step: Step) -> Iterator[tuple[int, int, tuple[Reason, ...]]]:
    """The pairs of a bracket, the higher first, each with why: points, method, and what was given up."""
    ideals = step.criteria.order.ideals()
    for one, other in map(sorted, step.choice.pairs):
        how = _partner(field, step, ideals, (one, other))
        yield one, other, (_points(field, one, other), how, *_relaxed(field, one, other))


def reasons_of_neighbours(field: PairingField, one: int, other: int) -> tuple[Reason, ...]:
    """Why two meet by Monrad: the nearest below who was free, and whom it had to pass over."""
    near = one + 1
    if other == near:
        how = because("method_partner", method=MONRAD, group=len(field), place=one + 1, opposite=other + 1)
    else:
        how = because(
            "next_partner",
            method=MONRAD,
            entry=field.cards[one].entry,
            partner=field.cards[near].entry,
            because=field.bar(one, near) or NEEDED,
        )
    return (_points(field, one, other), how, *_relaxed(field, one, other))


def reasons_of_bye(field: PairingField, sitting: Class, sits: int) -> tuple[Reason, ...]:
    """Why somebody sits out: no fewer byes, no lower points, and most rounds played."""
    card = field.cards[sits]
    reasons = [because("bye_lowest", score=in_points(card.score, field.unit), eligible=len(sitting))]
    if card.byes:
        reasons.append(because("bye_again", byes=len(card.byes)))
    if any(field.cards[index].unplayed > card.unplayed for index in sitting):
        reasons.append(because("bye_fewest_unplayed", unplayed=card.unplayed))
    return tuple(reasons)


def reasons_of_separation(field: PairingField, pairs: Sequence[tuple[int, int]]) -> tuple[Reason, ...]:
    """How far tags were kept apart in the round."""
    if not field.has_tags:
        return ()
    clashes = sum(not field.cards[one].tags.isdisjoint(field.cards[other].tags) for one, other in pairs)
    if not clashes:
        return (because("separations_kept"),)
    return (because("separations_protected", places=field.protected, clashes=clashes),)


def _points(field: PairingField, one: int, other: int) -> Reason:
    if field.points[one] == field.points[other]:
        return because("same_score", score=in_points(field.points[one], field.unit))
    high, low = (one, other) if field.points[one] > field.points[other] else (other, one)
    return because(
        "float_down",
        entry=field.cards[high].entry,
        score=in_points(field.points[high], field.unit),
        other=field.cards[low].entry,
    )


def _partner(field: PairingField, step: Step, ideals: Mapping[int, int], pair: tuple[int, int]) -> Reason:
    places = step.criteria.order.places
    first, second = sorted(step.criteria.place[index] for index in pair)
    method, size = step.criteria.order.method, len(places)
    if ideals.get(first) == second:
        return because("method_partner", method=method, group=size, place=first + 1, opposite=second + 1)
    ideal_pairs = [(place, ideals[place]) for place in (first, second) if place in ideals]
    bars = [(place, ideal, field.bar(places[place], places[ideal])) for place, ideal in ideal_pairs]
    place, ideal, bar = next((each for each in bars if each[2]), bars[0] if bars else (first, second, ""))
    return because(
        "next_partner",
        method=method,
        entry=field.cards[places[place]].entry,
        partner=field.cards[places[ideal]].entry,
        because=bar or NEEDED,
    )


def _relaxed(field: PairingField, one: int, other: int) -> Iterator[Reason]:
    for tag in sorted(field.cards[one].tags & field.cards[other].tags):
        yield because("separation_relaxed", tag=tag)
