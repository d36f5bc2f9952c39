"""Declare before a match that it counts for performance ratings, and take the declaration back until then."""

from django.db import transaction

from matches.actors import Identity
from matches.models import Match, Player
from matches.records.declaration_models import PerformanceDeclaration
from matches.records.queries.declarations import has_begun, may_declare
from matches.services import match_rows
from matches.services.guards import make_outsider_refusal, require_current_version, require_open_desk
from rules.errors import Refusal


@transaction.atomic
def declare_match(
    *, match: Match, side: str, identity: Identity, version: int | None = None
) -> PerformanceDeclaration:
    """Record that a match counts for the performance rating of a side ("white" or "black").

    Once the match has begun there are no declarations any more, and none is taken back. The same declaration
    again changes nothing. Raises `not_your_match`, `changed_meanwhile` and `declared_too_late`.
    """
    match, player = _lock(match, side, identity)
    existing = match.performance_declarations.filter(player=player).first()
    if existing is not None:
        return existing
    _require_changeable(match, version)
    declaration = PerformanceDeclaration.objects.create(
        match=match, player=player, is_by_desk=identity.side_in(match) != side, user=identity.user
    )
    match_rows.write_match(match, actor=identity.name_in(match))
    return declaration


@transaction.atomic
def withdraw_declaration(*, match: Match, side: str, identity: Identity, version: int | None = None) -> None:
    """Take a declaration back, which is possible until the match begins; without one nothing is changed.

    Raises `not_your_match`, `changed_meanwhile` and `declared_too_late`.
    """
    match, player = _lock(match, side, identity)
    declarations = match.performance_declarations.filter(player=player)
    if declarations.exists():
        _require_changeable(match, version)
        declarations.delete()
        match_rows.write_match(match, actor=identity.name_in(match))


def _lock(match: Match, side: str, identity: Identity) -> tuple[Match, Player]:
    match = match_rows.lock_match(match)
    if not may_declare(identity, match, side):
        raise make_outsider_refusal(identity, match)
    require_open_desk(match.desk)
    return match, match.white if side == "white" else match.black


def _require_changeable(match: Match, version: int | None) -> None:
    require_current_version(match, version)
    if has_begun(match):
        raise Refusal("declared_too_late", match=match.code)
