"""The rotation after a game of a chouette: who has the box next, and the queue behind the box."""

from __future__ import annotations

from ..sides import Side
from .ending import box_result
from .state import BOX, TEAM, ChouetteGame, Rotation

Queue = tuple[str, ...]


def rotate(game: ChouetteGame, queue: Queue) -> tuple[Queue, Rotation]:
    """Return the queue after a finished game, and the outcome for the box.

    A box that stays remains first, and the captain goes to the end unless they won. A box that is lost goes
    to the end, behind a captain who lost as well; the captain is the new box unless they lost, then it is the
    next in the queue.
    """
    result = _winner(game, game.captain)
    if not _is_lost(game):
        return (queue if result is TEAM else _to_the_end(queue, game.captain)), "box_stays"
    successor = _successor(game, queue)
    rest = _to_the_end(queue, game.captain) if result is BOX else queue
    rest = tuple(player for player in rest if player not in (successor, game.box))
    if game.laws.partner_after_loss == "captain" and game.partner in rest:
        rest = (game.partner, *(player for player in rest if player != game.partner))
    return (successor, *rest, game.box), _reason(game)


def _is_lost(game: ChouetteGame) -> bool:
    if game.laws.box_breaks_even and box_result(game) < 0:
        return True
    if game.laws.box_keeps == "not_lose_overall":
        return game.last_winner is not BOX
    return _winner(game, get_challenger(game)) is TEAM


def get_challenger(game: ChouetteGame) -> str:
    """The captain the box has to beat, by the option `box_keeps`.

    With "beats_acting_captain" the captain, or after they left the game without winning, the player who took
    over; with the other two the captain of the start of the game, or with a single cube the last leader.
    """
    if game.laws.box_keeps == "beats_acting_captain":
        return game.acting_captain
    return game.leader if game.is_single else game.captain


def _successor(game: ChouetteGame, queue: Queue) -> str:
    if _winner(game, get_challenger(game)) is not BOX:
        return get_challenger(game)
    return next(player for player in queue if player not in (game.box, game.captain))


def _reason(game: ChouetteGame) -> Rotation:
    if _winner(game, get_challenger(game)) is TEAM:
        return "captain_beat_box"
    is_both = game.last_winner is not BOX and _winner(game, game.captain) is BOX
    return "double_stand_up" if is_both else "box_lost_overall"


def _winner(game: ChouetteGame, member: str) -> Side | None:
    close = game.own_bet(member).wager.close
    return close.winner if close else None


def _to_the_end(queue: Queue, player: str) -> Queue:
    return (*(other for other in queue if other != player), player)
