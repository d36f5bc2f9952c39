"""Who sits where: from the pairings before to the seats of one; a bye never wins, nobody advances twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.field import Graph, Origin, Pairing, Source
from tournaments.journal.facts import DRAWN, VOID, Result
from tournaments.journal.placement import BY_ABSENCE, BY_BYE, BY_RESULT, BY_RULING, VACANT, Placement, Seat

Board = Mapping[str, Placement]


@dataclass(frozen=True, slots=True)
class View:
    """What deciding looks at: the graph, the pairings before, who left when, and the places of flights.

    `gone(entry, flight)` is the turn in which an entry left a flight, 0 while it plays there. `ranking`
    gives the entries of a flight from its first place, None while it is not decided.
    """

    graph: Graph
    board: Board
    gone: Callable[[int, str], int]
    ranking: Callable[[str], Sequence[int] | None]


def resolve_seats(view: View, pairing: Pairing) -> tuple[Seat, Seat]:
    """Who sits at a pairing, as far as the pairings before tell."""
    white = _player(view, pairing.white, 0)
    black = _player(view, pairing.black, 1)
    # Who came in on two lines never meets himself: he goes on as one.
    return (white, VACANT) if white is not None and white == black else (white, black)


def seat_from_source(view: View, source: Source) -> Seat:
    """Who comes from a source; `VACANT` when nobody ever will, None while that is open."""
    return _player(view, source, 0)


def resolve_pairing(
    view: View,
    pairing: Pairing,
    sitting: tuple[Seat, Seat],
    result: Result | None,
    conceded: int,
    is_published: bool,
) -> Placement:
    """A pairing with these `seats` as it stands, from its result, or from who is not there."""
    white, black = sitting
    if white is None or black is None:
        return Placement(pairing.id, white, black)
    if not white or not black:
        return Placement(pairing.id, white, black, white or black, BY_BYE)
    if result is not None:
        return _by_result(pairing.id, result, is_published)
    loser = conceded if conceded in (white, black) else _first_gone(view, pairing.flight, white, black)
    if loser:
        return Placement(pairing.id, white, black, white + black - loser, BY_ABSENCE, out=(loser,))
    return Placement(pairing.id, white, black, is_seated=is_published)


def _by_result(name: str, result: Result, is_published: bool) -> Placement:
    winner = result.winner_entry
    return Placement(
        id=name,
        white=result.white,
        black=result.black,
        winner=winner,
        decided=BY_RULING if result.is_ruling else BY_RESULT,
        result=result,
        is_seated=is_published and not result.is_ruling,
        out=()
        if result.ending == DRAWN
        else tuple(seat for seat in (result.white, result.black) if seat != winner),
        is_contested=not result.is_absence and result.ending != VOID,
    )


def _first_gone(view: View, flight: str, white: int, black: int) -> int:
    # Whoever left first gave the match to the other, also when that one leaves later: so a withdrawal
    # never changes what an earlier one has decided.
    turns = [(turn, seat) for seat in (white, black) if (turn := view.gone(seat, flight))]
    return min(turns)[1] if turns else VACANT


def _player(view: View, source: Source, side: int) -> Seat:
    if source.origin in _WAITING:
        return _WAITING[source.origin](view, source)
    if source.origin is Origin.ENTRY:
        return source.entry
    if source.origin is Origin.BYE:
        return VACANT
    before = view.board[source.pairing]
    return None if before.winner is None else _seat_from_pairing(before, source.origin, side)


def _seat_from_pairing(before: Placement, origin: Origin, side: int) -> Seat:
    if origin is Origin.WINNER:
        return before.winner
    return before.sent_on if origin is Origin.LOSER else _reset_final_player(before, side)


def _seat_by_place(view: View, source: Source) -> Seat:
    ranking = view.ranking(source.flight)
    if ranking is None:
        return None
    return ranking[source.place - 1] if source.place <= len(ranking) else VACANT


def _reset_final_player(final: Placement, side: int) -> int:
    """The player of the same seat of the first final, when the one on its black seat won it by playing."""
    is_beaten = final.is_contested and final.winner == final.black
    return (final.seats[side] or VACANT) if is_beaten else VACANT


def _seat_by_first_loss(view: View, source: Source) -> Seat:
    before = view.board[source.pairing]
    if before.winner is None or before.is_contested:
        return None if before.winner is None else before.out[0]
    if _has_met(view, source.pairing, before.winner):
        return VACANT
    player, step = before.winner, view.graph.next_of.get(source.pairing)
    while player and step:
        before = view.board[step]
        if before.winner is None:
            return None
        if before.is_contested or before.winner != player:
            return player if before.is_contested and before.winner != player else VACANT
        step = view.graph.next_of.get(step)
    return VACANT


def _has_met(view: View, pairing: str, player: int) -> bool:
    """Whether a player has met somebody in the rounds that led him to a pairing."""
    placed = view.board[pairing]
    for source, seat in zip(view.graph.by_id[pairing].sources, placed.seats, strict=True):
        if seat == player and source.origin is Origin.WINNER:
            return view.board[source.pairing].is_contested or _has_met(view, source.pairing, player)
    return False


_WAITING: Mapping[Origin, Callable[[View, Source], Seat]] = {
    Origin.PLACE: _seat_by_place,
    Origin.FIRST_LOSS: _seat_by_first_loss,
}
