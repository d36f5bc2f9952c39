"""One Swiss round: who sits out, boards made by hand, and the best pairing of all others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats.pairing import (
    FULL,
    NOBODY,
    PAIRING,
    WIN,
    ZERO,
    Board,
    Bye,
    Card,
    Request,
    Round,
    in_points,
)
from tournaments.formats.reasons import Reason, because
from tournaments.formats.swiss import options as chosen
from tournaments.formats.swiss.acceleration import BAKU, upper_half, virtual_points
from tournaments.formats.swiss.bracket_walk import Walk
from tournaments.formats.swiss.completion import Class, barrier, bye_classes
from tournaments.formats.swiss.explain import (
    explained,
    reasons_of_bye,
    reasons_of_neighbours,
    reasons_of_separation,
)
from tournaments.formats.swiss.methods import MONRAD
from tournaments.formats.swiss.monrad import monrad
from tournaments.formats.swiss.pairing_field import PairingField, build_field
from tournaments.formats.swiss.separation import first_class, protected


@dataclass(frozen=True, slots=True)
class FieldPairing:
    """A decided field: pairs of indexes with their reasons, and who sits out (-1: nobody)."""

    field: PairingField
    pairs: tuple[tuple[int, int, tuple[Reason, ...]], ...]
    sits: int
    sitting: Class


def pair(request: Request) -> Round:
    """The best lawful round for a request, the same for the same values in any order.

    Refuses "nobody_to_pair" with fewer than two present, "card_twice", "fixed_wrong" for boards by hand that
    name unknown or engaged entries, and "no_pairing" when no lawful pairing exists. Its facts are the proof:
    without the entries `through`, `parts` are closed groups of odd size, more than there are in `through`
    (with a bye, one more); each of them would need one of `through` to be paired.
    """
    cards = _checked_cards(request)
    busy = {entry for board in request.fixed for entry in board}
    free = [card for card in cards if card.is_here and not card.requested_bye and card.entry not in busy]
    boards, byes = _fixed_boards(request), list(_byes_beforehand(request, cards, busy))
    reasons: tuple[Reason, ...] = ()
    if free:
        pairing = decide(field_of(request, free), chosen.method(request.options, request.round), request.seed)
        boards = boards + _boards(pairing)
        byes += _byes(pairing)
        reasons = reasons_of_separation(pairing.field, [(one, other) for one, other, _ in pairing.pairs])
    return Round(tuple(boards), tuple(byes), (*_accelerated(request), *reasons))


def _checked_cards(request: Request) -> tuple[Card, ...]:
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


def field_of(request: Request, cards: Iterable[Card]) -> PairingField:
    """The field of those cards as the round pairs them: with what is forbidden and with an acceleration."""
    added = _virtual(request)
    extra = dict.fromkeys(upper_half(request.cards), added) if added else {}
    listed = (frozenset(pair) for pair in request.options.get("forbidden", ()))
    return build_field(cards, (*request.forbidden, *listed), extra, request.unit)


def _virtual(request: Request) -> int:
    if chosen.acceleration(request.options) != BAKU:
        return 0
    points = virtual_points(request.round, chosen.rounds(request.options, len(request.cards)))
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
    """The best pairing of a field: all tags kept apart, or else those of as many as possible from the top."""
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
    """Boards from the highest standing down: the higher player's points, then both, then the order."""
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


def _byes_beforehand(request: Request, cards: Sequence[Card], busy: set[int]) -> Iterable[Bye]:
    """Those who do not play: by hand, away, or at their own wish."""
    for white, black in request.fixed:
        if black == NOBODY:
            yield Bye(white, FULL, (because("bye_by_hand"),))
    for card in cards:
        if card.entry in busy or card.is_gone:
            continue
        if not card.is_here:
            yield Bye(card.entry, ZERO, (because("bye_absent"),))
        elif card.requested_bye:
            kind = chosen.requested_bye(request.options, request.round, len(cards))
            yield Bye(card.entry, kind, (because("bye_asked", kind=kind),))
