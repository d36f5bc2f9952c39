"""Locking and writing the row of a match."""

from typing import Any

from django.utils import timezone

from matches.models import Match
from matches.services import live
from matches.services.guards import make_conflict
from matches.signals import match_settling
from matches.states import may_become
from rules.errors import Refusal


def lock_match(match: Match) -> Match:
    """Lock a match and return it; call it first, inside a transaction.

    Sends `match_settling` before, so that the owner of the match (an event) locks its own row first.
    """
    match_settling.send(sender=Match, match_id=match.pk)
    rows = Match.objects.select_for_update(of=("self",)).select_related("desk", "white", "black", "table")
    locked_match = rows.get(pk=match.pk)
    locked_match.locked_status = locked_match.status
    return locked_match


def write_match(match: Match, *, actor: str, **changes: Any) -> None:
    """Write `changes` to a locked match, one version up; refuse a state that may not follow.

    The row is compared and set, so a caller that forgot the lock is refused instead of overwriting.
    """
    _require_transition(match, changes.get("status", match.status))
    write_match_unchecked(match, actor=actor, **changes)


def write_match_unchecked(match: Match, *, actor: str, **changes: Any) -> None:
    """As `write`, whichever state follows: a match may go back to one it was in before."""
    old = match.status
    changes |= {"version": match.version + 1, "changed_at": timezone.now(), "changed_by": actor[:150]}
    updated_count = Match.objects.filter(pk=match.pk, status=old, version=match.version).update(**changes)
    if updated_count != 1:
        raise make_conflict(match)
    for name, value in changes.items():
        setattr(match, name, value)
    _publish_change(match)


def _require_transition(match: Match, new: str) -> None:
    if new != match.status and not may_become(match.status, new):
        raise Refusal("state_forbids", match=match.code, status=match.status, wanted=new)


def _publish_change(match: Match) -> None:
    data = {"match": match.code, "status": match.status, "version": match.version}
    live.publish(topic=f"match:{match.code}", kind="match", data=data)
    live.publish(topic=f"desk:{match.desk.code}", kind="match", data=data)
