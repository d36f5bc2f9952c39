"""The partner of the box: the order of the candidates, who accepts, and the draw when all decline."""

from __future__ import annotations

from dataclasses import replace

from ..chouette.seating import check_enough
from ..errors import Illegal
from ..options import ChouetteLaws
from .events import (
    AnsweredAsPartner,
    DrewPartner,
    PartnerEvent,
    PartnerRequested,
)
from .state import ChouetteState

_SMALLEST = 4


def choose_partner(chouette: ChouetteState, event: PartnerEvent) -> ChouetteState:
    """Return the state after a step of choosing a partner; only between two games.

    Raises `Illegal`: `not_between_games`, and the codes `partner_...` of `rules.codes.TABLE_CODES`.
    """
    if chouette.phase in ("gathering", "playing"):
        raise Illegal("not_between_games", "chouette.partner")
    if chouette.partner:
        raise Illegal("partner_chosen", "chouette.partner", player=chouette.partner)
    if isinstance(event, PartnerRequested):
        return _ask(chouette)
    if chouette.declined is None:
        raise Illegal("partner_not_asked", "chouette.partner")
    return _apply_answer(chouette, event) if isinstance(event, AnsweredAsPartner) else _draw(chouette, event)


def next_partner_candidate(chouette: ChouetteState) -> str:
    """Return the next candidate for partner; "" when all have declined or none is wanted."""
    if chouette.declined is None or chouette.partner:
        return ""
    return next((player for player in chouette.queue[1:] if player not in chouette.declined), "")


def check_partner(chouette: ChouetteState) -> None:
    """Refuse (`partner_missing`, `partner_undecided`) to open a game before the partner is settled."""
    minimum = max(chouette.laws.partner_compulsory_from, _SMALLEST)
    is_compulsory = chouette.laws.partner_compulsory_from and len(chouette.queue) >= minimum
    if chouette.phase == "choosing_partner":
        raise Illegal("partner_undecided", "chouette.partner")
    if is_compulsory and not chouette.partner:
        raise Illegal("partner_missing", "chouette.partner", players=len(chouette.queue), least=minimum)


def fewest_for_partner(laws: ChouetteLaws) -> int:
    """The minimum of players for a partner; 0 for never. Two opponents must remain."""
    bounds = [minimum for minimum in (laws.partner_from, laws.partner_compulsory_from) if minimum]
    return max(min(bounds), _SMALLEST) if bounds else 0


def _ask(chouette: ChouetteState) -> ChouetteState:
    check_enough(chouette)
    if chouette.declined is not None:
        raise Illegal("partner_asked", "chouette.partner")
    minimum = fewest_for_partner(chouette.laws)
    if not minimum:
        raise Illegal("partner_not_played", "chouette.partner")
    if len(chouette.queue) < minimum:
        raise Illegal("partner_too_few", "chouette.partner", players=len(chouette.queue), least=minimum)
    return replace(chouette, declined=())


def _apply_answer(chouette: ChouetteState, event: AnsweredAsPartner) -> ChouetteState:
    player = next_partner_candidate(chouette)
    if event.player != player or not player:
        raise Illegal("partner_out_of_order", "chouette.partner", player=event.player, next=player)
    if event.accepts:
        return replace(chouette, partner=event.player)
    return replace(chouette, declined=(*(chouette.declined or ()), event.player))


def _draw(chouette: ChouetteState, event: DrewPartner) -> ChouetteState:
    if next_partner_candidate(chouette):
        raise Illegal("partner_lot_early", "chouette.partner", next=next_partner_candidate(chouette))
    if event.player not in chouette.queue[1:]:
        raise Illegal("not_in_team", "chouette.partner", player=event.player)
    return replace(chouette, partner=event.player)
