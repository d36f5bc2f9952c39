"""Who may speak about the play in a chouette, by the custom the house has chosen."""

from __future__ import annotations

from rules.chouette.state import Bet, Evening


def may_consult(evening: Evening, player: str) -> bool:
    """Whether this member may now advise his captain; those out of the game never may.

    Under "after_cube" all may once anyone has doubled in this game, under "after_own_cube" each once his own
    cube has been turned. The box's partner may always advise the box, but where consulting is forbidden
    altogether.
    """
    game, custom = evening.game, evening.laws.consultation
    if game is None or custom == "never":
        return False
    if player == game.partner:
        return True
    if player not in game.still_playing:
        return False
    if custom == "after_own_cube":
        return any(bet.wager.is_turned for bet in game.bets_of(player))
    return custom == "free" or any(map(_is_doubled, game.bets))


def consultants(evening: Evening) -> tuple[str, ...]:
    """Everybody but the box and the leader who may now advise his side."""
    game = evening.game
    others = [player for player in game.players if player not in (game.box, game.leader)] if game else []
    return tuple(player for player in others if may_consult(evening, player))


def _is_doubled(bet: Bet) -> bool:
    """Whether a double has been offered on this cube; an automatic one is nobody's."""
    wager = bet.wager
    return bool(wager.offer or wager.is_turned or (wager.close and wager.close.kind == "drop"))
