"""The pairing of a Swiss round: byes, manual boards, the best pairing of all others, and the reasons.

Except in requests and rounds, players are given by their index in the `PairingField`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats.desk_decisions import (
    check_manual_pairings,
    get_forbidden_pairs,
    list_byes_of_missing,
    list_cards_to_pair,
    list_manual_boards,
    list_manual_byes,
)
from tournaments.formats.pairing import (
    PAIRING_BYE,
    WIN,
    Board,
    Bye,
    PairedRound,
    PairingCard,
    PairingRequest,
    in_points,
)
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.swiss import options as swiss_options
from tournaments.formats.swiss.acceleration import accelerated_entries, virtual_points
from tournaments.formats.swiss.allowed_pairs import PairingField, build_field
from tournaments.formats.swiss.byes import ByeClass, bye_classes, find_bye_class
from tournaments.formats.swiss.full_pairings import make_no_pairing_refusal, separate_from_top
from tournaments.formats.swiss.monrad import pair_monrad
from tournaments.formats.swiss.pairing_explanations import (
    explain_bracket,
    explain_bye,
    explain_monrad_bye,
    explain_monrad_pair,
    explain_separation,
)
from tournaments.formats.swiss.pairing_methods import MONRAD, get_pairing_method
from tournaments.formats.swiss.score_bracket_search import ScoreBracketSearch


@dataclass(frozen=True, slots=True)
class FieldPairing:
    """The pairing of a field: pairs of indexes and the index with the bye (-1: none), with their reasons."""

    field: PairingField
    pairs: tuple[tuple[int, int, tuple[Reason, ...]], ...]
    bye_index: int
    bye_reasons: tuple[Reason, ...] = ()


def pair_round(request: PairingRequest) -> PairedRound:
    """Return the best legal round for a request; the order of its cards does not matter.

    Refuses `card_twice`, `fixed_wrong` for invalid manual boards, and `no_pairing` if no legal pairing
    exists, with a proof (`make_no_pairing_refusal`).
    """
    cards = _check_cards(request)
    free = list_cards_to_pair(request, cards)
    requested_bye = swiss_options.requested_bye(request.options, request.round, len(cards))
    boards, byes = list_manual_boards(request), list_manual_byes(request)
    byes += tuple(list_byes_of_missing(request, cards, requested_bye))
    reasons: tuple[Reason, ...] = ()
    if free:
        pairing = pair_field(
            build_request_field(request, free),
            get_pairing_method(request.options, request.round),
            request.seed,
        )
        boards += _boards(pairing)
        byes += _byes(pairing)
        reasons = explain_separation(pairing.field, [(one, other) for one, other, _ in pairing.pairs])
    return PairedRound(boards, byes, (*_acceleration_reasons(request), *reasons))


def pair_waiting(request: PairingRequest, waiting: Sequence[PairingCard]) -> PairedRound:
    """Return the best pairings of players who wait while a round is played.

    `request` has the cards of the whole field, whose upper half is accelerated. Refuses `no_pairing`.
    """
    method = get_pairing_method(request.options, request.round)
    pairing = pair_field(build_request_field(request, waiting), method, request.seed)
    return PairedRound(_boards(pairing), _byes(pairing))


def _check_cards(request: PairingRequest) -> tuple[PairingCard, ...]:
    cards = tuple(sorted(request.cards, key=lambda card: (card.rank, card.entry)))
    entries = {card.entry for card in cards}
    if len(entries) != len(cards):
        raise Refusal("card_twice", flight=request.flight)
    check_manual_pairings(request, entries)
    return cards


def build_request_field(request: PairingRequest, cards: Iterable[PairingCard]) -> PairingField:
    """Return the field of these cards for the round, with forbidden pairs and acceleration."""
    added = _virtual_points(request)
    extra = dict.fromkeys(accelerated_entries(request.cards), added) if added else {}
    return build_field(cards, get_forbidden_pairs(request), extra, request.unit)


def _virtual_points(request: PairingRequest) -> int:
    points = virtual_points(request.options, request.round, len(request.cards))
    return points * request.win // WIN


def _acceleration_reasons(request: PairingRequest) -> tuple[Reason, ...]:
    points = _virtual_points(request)
    return (
        (
            make_reason(
                "accelerated",
                entries=len(accelerated_entries(request.cards)),
                points=in_points(points, request.unit),
            ),
        )
        if points
        else ()
    )


def pair_field(field: PairingField, method: str, seed: str) -> FieldPairing:
    """Return the best pairing of a field, with shared tags separated as far down from the top as possible."""
    strict = field.with_separated(len(field))
    pairing = _pair_with_bye_class(strict, bye_classes(strict)[0], method, seed)
    if pairing is None:
        bye_class = find_bye_class(field)
        if bye_class is None:
            raise make_no_pairing_refusal(field)
        pairing = _pair_with_bye_class(separate_from_top(field, bye_class), bye_class, method, seed)
    if pairing is None:
        raise AssertionError("a field that can be paired was not")
    return pairing


def _pair_with_bye_class(
    field: PairingField, bye_class: ByeClass, method: str, seed: str
) -> FieldPairing | None:
    if method == MONRAD:
        return _by_monrad(field, bye_class)
    brackets = ScoreBracketSearch(field, bye_class, method, seed).search()
    if brackets is None:
        return None
    bye_index = brackets[-1].choice.bye_index
    pairs = tuple(each for bracket in brackets for each in explain_bracket(field, bracket, bye_index))
    return FieldPairing(field, pairs, bye_index, explain_bye(field, bye_class, bye_index))


def _by_monrad(field: PairingField, bye_class: ByeClass) -> FieldPairing | None:
    result = pair_monrad(field, bye_class)
    if result is None:
        return None
    pairs = tuple((one, other, explain_monrad_pair(field, one, other, result[1])) for one, other in result[0])
    return FieldPairing(field, pairs, result[1], explain_monrad_bye(field, bye_class, result[1]))


def _boards(pairing: FieldPairing) -> tuple[Board, ...]:
    """Return boards in order of the points of the higher player, then of both, then of the field."""
    points, cards = pairing.field.points, pairing.field.cards
    ordered = sorted(
        pairing.pairs, key=lambda each: (-points[each[0]], -points[each[0]] - points[each[1]], each[0])
    )
    return tuple(Board(cards[one].entry, cards[other].entry, reasons) for one, other, reasons in ordered)


def _byes(pairing: FieldPairing) -> tuple[Bye, ...]:
    if pairing.bye_index < 0:
        return ()
    return (Bye(pairing.field.cards[pairing.bye_index].entry, PAIRING_BYE, pairing.bye_reasons),)
