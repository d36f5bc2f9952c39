"""Why two players meet, and why a player has the bye: the reasons that are shown for each pairing.

For each pair: the points of both, then the partner. The ideal partner is the one the pairing method names in
the order of the bracket; where another one was chosen, the reason says why the ideal one was not possible:
they had met, were forbidden to meet or separated, or the ideal one has the bye or floats down. If the ideal
one meets another, the reason is what an exchange would have meant: the opponents of the two could not have
met, or floats of the last two rounds would be repeated; else the method puts the chosen pairs first. Then the
shared tags, if any.
"""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.formats.pairing import (
    in_points,
)
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.byes import ByeClass
from tournaments.formats.swiss.minimum_cost_matching import sum_costs
from tournaments.formats.swiss.pairing_methods import ADJACENT, MONRAD, SLIDE, BracketOrder
from tournaments.formats.swiss.score_bracket_search import PairedScoreBracket

# Reasons why somebody does not meet an ideal partner whom they may meet: it meets another by Monrad, has the
# bye, floats down; or the exchange with the one it meets is impossible, repeats floats, or comes later.
NEEDED, HAS_BYE, FLOATS_DOWN = "needed", "has_bye", "floats_down"
NO_EXCHANGE, FLOATS_AGAIN, COMES_LATER = "no_exchange", "floats_again", "comes_later"


def explain_bracket(
    field: PairingField, bracket: PairedScoreBracket, bye_index: int
) -> Iterator[tuple[int, int, tuple[Reason, ...]]]:
    """Yield the pairs of a score bracket, the higher-ranked player first, each with its reasons.

    `bye_index` has the bye of the round (-1: none).
    """
    ideal_partners = bracket.criteria.order.ideal_partners()
    for one, other in map(sorted, bracket.choice.pairs):
        yield (
            one,
            other,
            (
                _explain_points(field, one, other),
                *_explain_partner(field, bracket, ideal_partners, (one, other), bye_index),
                *_explain_shared_tags(field, one, other),
            ),
        )


def explain_monrad_pair(field: PairingField, one: int, other: int, bye_index: int) -> tuple[Reason, ...]:
    """Return the reasons why two meet by Monrad; `bye_index` has the bye of the round (-1: none)."""
    near = one + 1
    if other == near:
        method_reason = make_reason(
            "method_partner", method=MONRAD, group=len(field), place=one + 1, opposite=other + 1
        )
    else:
        method_reason = make_reason(
            "next_partner",
            method=MONRAD,
            entry=field.cards[one].entry,
            partner=field.cards[near].entry,
            because=field.get_obstacle(one, near) or (HAS_BYE if near == bye_index else NEEDED),
        )
    return (_explain_points(field, one, other), method_reason, *_explain_shared_tags(field, one, other))


def explain_separation(field: PairingField, pairs: Sequence[tuple[int, int]]) -> tuple[Reason, ...]:
    """Return the reason that says how far shared tags were separated in the round; () without tags."""
    if not field.has_tags:
        return ()
    clashes = sum(not field.cards[one].tags.isdisjoint(field.cards[other].tags) for one, other in pairs)
    if not clashes:
        return (make_reason("separations_kept"),)
    return (make_reason("separations_protected", places=field.separated_count, clashes=clashes),)


def _explain_points(field: PairingField, one: int, other: int) -> Reason:
    if field.points[one] == field.points[other]:
        return make_reason("same_score", score=in_points(field.points[one], field.unit))
    high, low = (one, other) if field.points[one] > field.points[other] else (other, one)
    return make_reason(
        "float_down",
        entry=field.cards[high].entry,
        score=in_points(field.points[high], field.unit),
        other=field.cards[low].entry,
    )


def _explain_partner(
    field: PairingField,
    bracket: PairedScoreBracket,
    ideal_partners: Mapping[int, int],
    pair: tuple[int, int],
    bye_index: int,
) -> Iterator[Reason]:
    """Yield why a pair meets by the method; nothing if the method has no ideal partner for either of them."""
    places = bracket.criteria.order.places
    first, second = sorted(bracket.criteria.place[index] for index in pair)
    method = bracket.criteria.order.method
    if ideal_partners.get(first) == second:
        yield _explain_ideal_pair(bracket.criteria.order, first, second)
        return
    ideal_pairs = [
        (places[place], places[ideal_partners[place]]) for place in (first, second) if place in ideal_partners
    ]
    obstacles = [(index, ideal, field.get_obstacle(index, ideal)) for index, ideal in ideal_pairs]
    for index, ideal, obstacle in sorted(obstacles, key=lambda each: not each[2])[:1]:
        yield make_reason(
            "next_partner",
            method=method,
            entry=field.cards[index].entry,
            partner=field.cards[ideal].entry,
            because=obstacle or _get_use(bracket, index, ideal, bye_index),
        )


def _explain_ideal_pair(order: BracketOrder, first: int, second: int) -> Reason:
    """Return why the method pairs two places of a bracket.

    Downfloaters meet the highest residents, and only the players after those are paired by halves or as
    neighbours, so these are counted among themselves. Fold and random pair all of the bracket in one way.
    """
    paired_first = 2 * order.downfloater_count if order.method in {SLIDE, ADJACENT} else 0
    if first < order.downfloater_count and paired_first:
        return make_reason("floater_partner", place=first + 1)
    return make_reason(
        "method_partner",
        method=order.method,
        group=len(order.places) - paired_first,
        place=first - paired_first + 1,
        opposite=second - paired_first + 1,
    )


def _get_use(bracket: PairedScoreBracket, index: int, ideal: int, bye_index: int) -> str:
    """Return why a player meets another one than the ideal partner, whom they may meet.

    If both meet somebody in the bracket, the pairing is compared with the one in which they exchange these
    opponents. All else is equal in the two, so their difference is the reason.
    """
    if ideal == bye_index:
        return HAS_BYE
    if ideal in bracket.choice.floaters:
        return FLOATS_DOWN
    criteria = bracket.criteria
    opponents = {one: other for pair in bracket.choice.pairs for one, other in (pair, pair[::-1])}
    chosen = ((index, opponents[index]), (ideal, opponents[ideal]))
    exchanged = ((index, ideal), (opponents[index], opponents[ideal]))
    if not criteria.field.may_meet(*exchanged[1]):
        return NO_EXCHANGE
    chosen_costs, exchanged_costs = (
        sum_costs(*(criteria.meeting_costs(*pair) for pair in pairs)) for pairs in (chosen, exchanged)
    )
    return COMES_LATER if exchanged_costs == chosen_costs else FLOATS_AGAIN


def _explain_shared_tags(field: PairingField, one: int, other: int) -> Iterator[Reason]:
    for tag in sorted(field.cards[one].tags & field.cards[other].tags):
        yield make_reason("separation_relaxed", tag=tag)


def explain_bye(field: PairingField, bye_class: ByeClass, bye_index: int) -> tuple[Reason, ...]:
    """Return the reasons of a pairing bye, which any of `bye_class` could have got; () without a bye (-1)."""
    reasons = explain_monrad_bye(field, bye_class, bye_index)
    if not reasons:
        return ()
    unplayed_counts = {field.cards[index].unplayed for index in bye_class}
    unplayed = field.cards[bye_index].unplayed
    if len(unplayed_counts) > 1 and unplayed == min(unplayed_counts):
        return (*reasons, make_reason("bye_fewest_unplayed", unplayed=unplayed))
    return reasons


def explain_monrad_bye(field: PairingField, bye_class: ByeClass, bye_index: int) -> tuple[Reason, ...]:
    """Return the reasons of a bye by Monrad, where unplayed rounds do not matter; () without a bye (-1)."""
    if bye_index < 0:
        return ()
    card = field.cards[bye_index]
    lowest = make_reason("bye_lowest", score=in_points(card.score, field.unit), eligible=len(bye_class))
    if all(each.byes for each in field.cards):
        return (lowest, make_reason("bye_again", byes=len(card.byes)))
    return (lowest,)
