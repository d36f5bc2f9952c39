"""One Swiss round: byes, fixed boards, the best pairing of all others, and the reasons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats.cards import upper_half
from tournaments.formats.pairing import (
    FULL,
    NOBODY,
    PAIRING,
    WIN,
    ZERO,
    Board,
    Bye,
    PairedRound,
    PairingCard,
    Request,
    in_points,
)
from tournaments.formats.reasons import Reason, because
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss.monrad import monrad
from tournaments.formats.swiss.options import MONRAD, virtual_points
from tournaments.formats.swiss.pairing_field import (
    Class,
    PairingField,
    barrier,
    build_field,
    bye_classes,
    first_class,
    protected,
)
from tournaments.formats.swiss.score_brackets import PairedBracket, Walk

NEEDED = "needed"


def explained(field: PairingField, step: PairedBracket) -> Iterator[tuple[int, int, tuple[Reason, ...]]]:
    """Return the pairs of a bracket, the higher first, each with its reasons: points, method, compromises."""
    ideals = step.criteria.order.ideals()
    for one, other in map(sorted, step.choice.pairs):
        how = _partner(field, step, ideals, (one, other))
        yield one, other, (_points(field, one, other), how, *_relaxed(field, one, other))


def reasons_of_neighbours(field: PairingField, one: int, other: int) -> tuple[Reason, ...]:
    """Return why two meet by Monrad: the nearest free opponent below, and the players passed over."""
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
    """Return the reasons of a bye: no fewer byes, no lower points, and most rounds played."""
    card = field.cards[sits]
    reasons = [because("bye_lowest", score=in_points(card.score, field.unit), eligible=len(sitting))]
    if card.byes:
        reasons.append(because("bye_again", byes=len(card.byes)))
    if any(field.cards[index].unplayed > card.unplayed for index in sitting):
        reasons.append(because("bye_fewest_unplayed", unplayed=card.unplayed))
    return tuple(reasons)


def reasons_of_separation(field: PairingField, pairs: Sequence[tuple[int, int]]) -> tuple[Reason, ...]:
    """Return the reasons why tags were separated only so far in the round."""
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


def _partner(
    field: PairingField, step: PairedBracket, ideals: Mapping[int, int], pair: tuple[int, int]
) -> Reason:
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


@dataclass(frozen=True, slots=True)
class FieldPairing:
    """A decided field: pairs of indexes with their reasons, and the bye (-1: none)."""

    field: PairingField
    pairs: tuple[tuple[int, int, tuple[Reason, ...]], ...]
    sits: int
    sitting: Class


def pair(request: Request) -> PairedRound:
    """Return the best legal round for a request; the order of the input does not matter.

    Refuses "nobody_to_pair" with fewer than two present, "card_twice", "fixed_wrong" for manual boards that
    name unknown or already paired entries, and "no_pairing" when no legal pairing exists. Its facts are the
    proof: without the entries `through`, `parts` are closed groups of odd size, more than there are in
    `through` (with a bye, one more); each of them would need one of `through` to be paired.
    """
    cards = _checked_cards(request)
    busy = {entry for board in request.fixed for entry in board}
    free = [card for card in cards if card.is_here and not card.requested_bye and card.entry not in busy]
    boards, byes = _fixed_boards(request), list(_byes_beforehand(request, cards, busy))
    reasons: tuple[Reason, ...] = ()
    if free:
        pairing = decide(
            field_of(request, free), swiss_options.method(request.options, request.round), request.seed
        )
        boards = boards + _boards(pairing)
        byes += _byes(pairing)
        reasons = reasons_of_separation(pairing.field, [(one, other) for one, other, _ in pairing.pairs])
    return PairedRound(tuple(boards), tuple(byes), (*_accelerated(request), *reasons))


def _checked_cards(request: Request) -> tuple[PairingCard, ...]:
    cards = tuple(sorted(request.cards, key=lambda card: (card.rank, card.entry)))
    entries = {card.entry for card in cards}
    if len(entries) != len(cards):
        raise Refusal("card_twice", flight=request.flight)
    if sum(card.is_here for card in cards) < 2:
        raise Refusal("nobody_to_pair", flight=request.flight, present=sum(card.is_here for card in cards))
    fixed_entries = [entry for board in request.fixed for entry in board if entry != NOBODY]
    is_whole = all(white != NOBODY for white, _ in request.fixed)
    if len(set(fixed_entries)) != len(fixed_entries) or not entries.issuperset(fixed_entries) or not is_whole:
        raise Refusal("fixed_wrong", boards=[list(board) for board in request.fixed])
    return cards


def field_of(request: Request, cards: Iterable[PairingCard]) -> PairingField:
    """Return the field of those cards for the round: with forbidden pairs and acceleration."""
    added = _virtual(request)
    extra = dict.fromkeys(upper_half(request.cards), added) if added else {}
    listed = (frozenset(pair) for pair in request.options.get("forbidden", ()))
    return build_field(cards, (*request.forbidden, *listed), extra, request.unit)


def _virtual(request: Request) -> int:
    points = virtual_points(request.options, request.round, len(request.cards))
    return points * request.win // WIN


def _accelerated(request: Request) -> tuple[Reason, ...]:
    points = _virtual(request)
    return (
        (
            because(
                "accelerated", entries=len(upper_half(request.cards)), points=in_points(points, request.unit)
            ),
        )
        if points
        else ()
    )


def decide(field: PairingField, method: str, seed: str) -> FieldPairing:
    """Return the best pairing of a field, with all tags separated or as many as possible from the top."""
    strict = field.protecting(len(field))
    pairing = _paired(strict, bye_classes(strict)[0], method, seed)
    if pairing is None:
        sitting = first_class(field)
        if sitting is None:
            through, parts = _proof(field)
            raise Refusal("no_pairing", through=through, parts=parts)
        pairing = _paired(protected(field, sitting), sitting, method, seed)
    if pairing is None:
        raise AssertionError("a field that can be paired was not")
    return pairing


def _proof(field: PairingField) -> tuple[list[int], list[list[int]]]:
    through, parts = barrier(field)
    part_entries = [[field.cards[index].entry for index in part] for part in parts]
    return [field.cards[index].entry for index in through], part_entries


def _paired(field: PairingField, sitting: Class, method: str, seed: str) -> FieldPairing | None:
    if method == MONRAD:
        return _by_monrad(field, sitting)
    steps = Walk(field, sitting, method, seed).go()
    if steps is None:
        return None
    pairs = tuple(each for step in steps for each in explained(field, step))
    return FieldPairing(field, pairs, steps[-1].choice.sits, sitting)


def _by_monrad(field: PairingField, sitting: Class) -> FieldPairing | None:
    result = monrad(field, sitting)
    if result is None:
        return None
    pairs = tuple((one, other, reasons_of_neighbours(field, one, other)) for one, other in result[0])
    return FieldPairing(field, pairs, result[1], sitting)


def _boards(pairing: FieldPairing) -> list[Board]:
    """Return boards from the highest standing down: points of the higher player, then of both, then order."""
    points, cards = pairing.field.points, pairing.field.cards
    ordered = sorted(
        pairing.pairs, key=lambda each: (-points[each[0]], -points[each[0]] - points[each[1]], each[0])
    )
    return [Board(cards[one].entry, cards[other].entry, reasons) for one, other, reasons in ordered]


def _byes(pairing: FieldPairing) -> list[Bye]:
    if pairing.sits < 0:
        return []
    reasons = reasons_of_bye(pairing.field, pairing.sitting, pairing.sits)
    return [Bye(pairing.field.cards[pairing.sits].entry, PAIRING, reasons)]


def _fixed_boards(request: Request) -> list[Board]:
    reasons = (because("paired_by_hand"),)
    return [Board(white, black, reasons) for white, black in request.fixed if black != NOBODY]


def _byes_beforehand(request: Request, cards: Sequence[PairingCard], busy: set[int]) -> Iterable[Bye]:
    """Return the byes known before pairing: manual, absent or requested."""
    for white, black in request.fixed:
        if black == NOBODY:
            yield Bye(white, FULL, (because("bye_by_hand"),))
    for card in cards:
        if card.entry in busy or card.is_gone:
            continue
        if not card.is_here:
            yield Bye(card.entry, ZERO, (because("bye_absent"),))
        elif card.requested_bye:
            kind = swiss_options.requested_bye(request.options, request.round, len(cards))
            yield Bye(card.entry, kind, (because("bye_asked", kind=kind),))
