"""People who come after a round was published: they are paired among themselves, and its boards stand."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.pairing import PAIRING, Board, Bye, Request, Round
from tournaments.formats.reasons import because
from tournaments.formats.swiss.rounds import pair


def complement(request: Request, published: Round, arrivals: Sequence[int]) -> Round:
    """The published round with boards for those who came late.

    Who has the bye of the round waits for an opponent as well, so he joins the late ones. Nobody else is
    moved. When it was published that somebody of the arrivals sits out, that no longer holds. Refuses what
    `pair` refuses; a single arrival to a round without a bye gets the bye himself.
    """
    waiting = {*arrivals, *(bye.entry for bye in published.byes if bye.kind == PAIRING)}
    cards = tuple(replace(card, is_here=True) for card in request.cards if card.entry in waiting)
    byes = tuple(bye for bye in published.byes if bye.entry not in waiting)
    if len(cards) == 1:
        only = Bye(cards[0].entry, PAIRING, (because("bye_only_left"),))
        return replace(published, byes=(*byes, only))
    late = pair(replace(request, cards=cards, fixed=()))
    boards = tuple(_with_late_reason(board, arrivals) for board in late.boards)
    return replace(published, boards=(*published.boards, *boards), byes=(*byes, *late.byes))


def _with_late_reason(board: Board, arrivals: Sequence[int]) -> Board:
    came = [entry for entry in (board.white, board.black) if entry in arrivals]
    return replace(board, reasons=(*(because("paired_late", entry=entry) for entry in came), *board.reasons))
