"""Decisions of the desk, written down one after the other."""

from matches.actors import Actor, account_of
from matches.models import Match, Ruling
from matches.results import Result
from matches.services.guards import get_match_context
from matches.states import Decision, Ending
from rules.errors import Refusal


def record_decision(
    match: Match,
    kind: Decision,
    *,
    result: Result,
    by: Actor,
    reason: str = "",
    law: str = "",
    key: str = "",
) -> Ruling:
    """Add one decision of the desk to a locked match; `key` names the act that brought it, if it had one."""
    return Ruling.objects.create(
        match=match,
        number=match.rulings.count() + 1,
        kind=kind.value,
        by=account_of(by),
        law=law,
        reason=reason.strip(),
        white_score=result.white_score,
        black_score=result.black_score,
        winner=result.winner,
        key=key,
    )


def get_result(match: Match) -> Result:
    """The result that stands on a match (its score so far while none does)."""
    ending = Ending(match.ending) if match.ending else Ending.PLAYED
    return Result(match.white_score, match.black_score, match.winner, ending)


def is_repeated_decision(match: Match, key: str, kind: Decision, **content: object) -> bool:
    """Whether the desk has decided this under the key already; `key_used_twice` when it decided otherwise."""
    existing_ruling = match.rulings.filter(key=key).first() if key else None
    if existing_ruling is None:
        return False
    stored = {name: getattr(existing_ruling, name) for name in content}
    if existing_ruling.kind != kind.value or stored != content:
        raise Refusal("key_used_twice", "", **get_match_context(match))
    return True
