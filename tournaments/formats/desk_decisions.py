"""What the desk decides about a round before it is paired: manual pairings, absences, byes, forbidden pairs.

All formats of rounds treat them by these functions.
"""

from collections.abc import Collection, Iterable, Iterator

from rules.errors import Refusal
from tournaments.formats.pairing import (
    FULL_BYE,
    NO_ENTRY,
    ZERO_BYE,
    Board,
    Bye,
    PairingCard,
    PairingRequest,
)
from tournaments.formats.reasons import make_reason


def check_manual_pairings(request: PairingRequest, entries: Collection[int]) -> None:
    """Refuse ("fixed_wrong") manual boards and byes of an entry that is not among `entries`, or twice."""
    named_entries = [entry for board in request.fixed for entry in board if entry != NO_ENTRY]
    is_whole = all(white != NO_ENTRY for white, _ in request.fixed)
    if (
        len(set(named_entries)) != len(named_entries)
        or not set(named_entries) <= set(entries)
        or not is_whole
    ):
        raise Refusal("fixed_wrong", boards=[list(board) for board in request.fixed])


def list_manual_boards(request: PairingRequest) -> tuple[Board, ...]:
    """Return the manual boards."""
    reasons = (make_reason("paired_by_hand"),)
    return tuple(Board(white, black, reasons) for white, black in request.fixed if black != NO_ENTRY)


def list_manual_byes(request: PairingRequest) -> tuple[Bye, ...]:
    """Return the manual byes."""
    reasons = (make_reason("bye_by_hand"),)
    return tuple(Bye(entry, FULL_BYE, reasons) for entry, other in request.fixed if other == NO_ENTRY)


def list_byes_of_missing(
    request: PairingRequest, cards: Iterable[PairingCard], requested_bye: str
) -> Iterator[Bye]:
    """Yield the byes of absent entries, and of those that requested one, which is of this kind."""
    for card in _without_manual_pairing(request, cards):
        if card.is_gone:
            continue
        if not card.is_here:
            yield Bye(card.entry, ZERO_BYE, (make_reason("bye_absent"),))
        elif card.has_requested_bye:
            yield Bye(card.entry, requested_bye, (make_reason("bye_asked", kind=requested_bye),))


def list_cards_to_pair(request: PairingRequest, cards: Iterable[PairingCard]) -> list[PairingCard]:
    """Return the cards left to be paired: of present entries without a manual pairing or requested bye."""
    return [
        card
        for card in _without_manual_pairing(request, cards)
        if card.is_here and not card.has_requested_bye
    ]


def get_forbidden_pairs(request: PairingRequest) -> frozenset[frozenset[int]]:
    """Return the pairs that must not meet, of the request and of the stage."""
    return request.forbidden | {frozenset(pair) for pair in request.options.get("forbidden", ())}


def _without_manual_pairing(request: PairingRequest, cards: Iterable[PairingCard]) -> Iterator[PairingCard]:
    busy = {entry for board in request.fixed for entry in board}
    return (card for card in cards if card.entry not in busy)
