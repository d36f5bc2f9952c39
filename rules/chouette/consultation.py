"""Who may speak about the play in a chouette, by the custom the house has chosen."""

from __future__ import annotations

from rules.chouette.state import Evening, Game


def may_consult(evening: Evening, player: str) -> bool:
    """Whether this member may now advise his captain; those out of the game never may.

    Under "after_cube" he may once his own cube has been turned in this game. The box's partner may always
    advise the box, but where consulting is forbidden altogether.
    """
    game, custom = evening.game, evening.laws.consultation
    if game is None or custom == "never":
        return False
    if player == game.partner:
        return True
    if player not in game.still_playing:
        return False
    return custom == "free" or _has_turned(game, player)


def consultants(evening: Evening) -> tuple[str, ...]:
    """Everybody but the box and the leader who may now advise his side."""
    game = evening.game
    others = [player for player in game.players if player not in (game.box, game.leader)] if game else []
    return tuple(player for player in others if may_consult(evening, player))


def _has_turned(game: Game, player: str) -> bool:
    return any(bet.wager.is_turned for bet in game.bets_of(player))
