"""The partner of the box in a large chouette: asked for in order, else found by lot."""

from __future__ import annotations

from dataclasses import replace

from rules.chouette.events import AnsweredAsPartner, DrewPartner, PartnerEvent, PartnerRequested
from rules.chouette.order import check_enough
from rules.chouette.state import Evening
from rules.errors import Illegal
from rules.options import ChouetteLaws

_SMALLEST = 4


def choose_partner(evening: Evening, event: PartnerEvent) -> Evening:
    """The evening after a step of choosing a partner; only between two games.

    Raises `Illegal`: `not_between_games`, `partner_too_few` (facts `players`, `least`), `partner_chosen`,
    `partner_not_asked`, `partner_out_of_order` (facts `player`, `next`), `partner_lot_early`.
    """
    if evening.phase in ("gathering", "playing"):
        raise Illegal("not_between_games", "chouette.partner")
    if evening.partner:
        raise Illegal("partner_chosen", "chouette.partner", player=evening.partner)
    if isinstance(event, PartnerRequested):
        return _ask(evening)
    if evening.declined is None:
        raise Illegal("partner_not_asked", "chouette.partner")
    return _answer(evening, event) if isinstance(event, AnsweredAsPartner) else _draw(evening, event)


def next_partner_candidate(evening: Evening) -> str:
    """The member of the team who is asked next to be partner; "" when all have declined or none is wanted."""
    if evening.declined is None or evening.partner:
        return ""
    return next((player for player in evening.queue[1:] if player not in evening.declined), "")


def check_partner(evening: Evening) -> None:
    """Refuse (`partner_missing`, `partner_undecided`) to open a game before the partner is settled."""
    minimum = max(evening.laws.partner_compulsory_from, _SMALLEST)
    is_compulsory = evening.laws.partner_compulsory_from and len(evening.queue) >= minimum
    if evening.phase == "choosing_partner":
        raise Illegal("partner_undecided", "chouette.partner")
    if is_compulsory and not evening.partner:
        raise Illegal("partner_missing", "chouette.partner", players=len(evening.queue), least=minimum)


def fewest_for_partner(laws: ChouetteLaws) -> int:
    """From how many players the box may have a partner; 0 when never. Two must be left to play against."""
    bounds = [minimum for minimum in (laws.partner_from, laws.partner_compulsory_from) if minimum]
    return max(min(bounds), _SMALLEST) if bounds else 0


def _ask(evening: Evening) -> Evening:
    check_enough(evening)
    if evening.declined is not None:
        raise Illegal("partner_asked", "chouette.partner")
    minimum = fewest_for_partner(evening.laws)
    if not minimum:
        raise Illegal("partner_not_played", "chouette.partner")
    if len(evening.queue) < minimum:
        raise Illegal("partner_too_few", "chouette.partner", players=len(evening.queue), least=minimum)
    return replace(evening, declined=())


def _answer(evening: Evening, event: AnsweredAsPartner) -> Evening:
    player = next_partner_candidate(evening)
    if event.player != player or not player:
        raise Illegal("partner_out_of_order", "chouette.partner", player=event.player, next=player)
    if event.accepts:
        return replace(evening, partner=event.player)
    return replace(evening, declined=(*(evening.declined or ()), event.player))


def _draw(evening: Evening, event: DrewPartner) -> Evening:
    if next_partner_candidate(evening):
        raise Illegal("partner_lot_early", "chouette.partner", next=next_partner_candidate(evening))
    if event.player not in evening.queue[1:]:
        raise Illegal("not_in_team", "chouette.partner", player=event.player)
    return replace(evening, partner=event.player)
