"""An official decides a match: the only way out of a dispute, and past a record that says otherwise."""

from django.db import transaction

from matches import results
from matches.actors import Actor, username_of
from matches.models import Match
from matches.services import decisions, rows, settling
from matches.services.guards import require_current_version, require_official, require_status
from matches.states import BEFORE_THE_END, Decision
from rules.errors import Refusal
from rules.laws import LAWS


@transaction.atomic
def rule_on_match(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    law: str,
    by: Actor,
    reason: str = "",
    key: str = "",
    version: int | None = None,
) -> Match:
    """Settle a match by decision, citing a law of `rules.laws`; the reason is optional.

    A claim with the same score is upheld, every other one is superseded. The same key changes nothing.
    Raises `law_unknown`, and `already_settled` for a match that must be corrected instead.
    """
    match = rows.lock_match(match)
    require_official(by, match.desk)
    content = {"white_score": white_score, "black_score": black_score, "law": law, "reason": reason.strip()}
    if decisions.is_repeated_decision(match, key, Decision.RULING, **content):
        return match
    require_current_version(match, version)
    require_status(match, *BEFORE_THE_END)
    if law not in LAWS:
        raise Refusal("law_unknown", named=law)
    result = results.make_played_result(match.length, white_score, black_score)
    decision = decisions.record_decision(
        match, Decision.RULING, result=result, by=by, reason=reason, law=law, key=key
    )
    return settling.settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))
