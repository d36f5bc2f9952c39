"""Consulting in a chouette: which members may advise the captain, and who may advise the box."""

from __future__ import annotations

from .state import Bet, ChouetteState


def may_consult(chouette: ChouetteState, player: str) -> bool:
    """Whether this member may advise the captain now; members who are out, or have dropped, never may.

    Under "after_cube" all may once any cube has been turned in this game, under "after_own_cube" each once
    their own cube has been turned. The box's partner may always advise the box, except where consulting is
    forbidden altogether.
    """
    game, custom = chouette.game, chouette.laws.consultation
    if game is None or custom == "never":
        return False
    if player == game.partner:
        return True
    has_dropped = game.round is not None and game.round.answers.get(player) == "drop"
    if player not in game.still_playing or has_dropped:
        return False
    if custom == "after_own_cube":
        return any(bet.wager.is_turned for bet in game.bets_of(player))
    return custom == "free" or any(map(_is_doubled, game.bets))


def consultants(chouette: ChouetteState) -> tuple[str, ...]:
    """All players except the box and the leader who may advise their side now."""
    game = chouette.game
    others = [player for player in game.players if player not in (game.box, game.leader)] if game else []
    return tuple(player for player in others if may_consult(chouette, player))


def _is_doubled(bet: Bet) -> bool:
    """Whether a double has been offered on this cube; automatic ones do not count."""
    wager = bet.wager
    return bool(wager.offer or wager.is_turned or (wager.close and wager.close.kind == "drop"))
