"""The lock of a match and the one hand that writes its row."""

from typing import Any

from django.utils import timezone

from matches.models import Match
from matches.services import live
from matches.services.guards import changed_meanwhile
from matches.signals import match_settling
from matches.states import may_become
from rules.errors import Refusal


def locked(match: Match) -> Match:
    """The match read afresh under its lock, to be called inside a transaction and before anything else.

    The bell goes first, so that the owner of the match (an event) locks his row before ours.
    """
    match_settling.send(sender=Match, match_id=match.pk)
    rows = Match.objects.select_for_update(of=("self",)).select_related("desk", "white", "black", "table")
    found = rows.get(pk=match.pk)
    found.locked_status = found.status
    return found


def write(match: Match, *, actor: str, **changes: Any) -> None:
    """Write `changes` to a locked match, one version up; refuse a state that may not follow.

    The row is compared and set, so a caller that forgot the lock is refused instead of overwriting.
    """
    _refuse_unlawful(match, changes.get("status", match.status))
    write_any(match, actor=actor, **changes)


def write_any(match: Match, *, actor: str, **changes: Any) -> None:
    """As `write`, whichever state follows: a match may go back to one it was in before."""
    old = match.status
    changes |= {"version": match.version + 1, "changed_at": timezone.now(), "changed_by": actor[:150]}
    written = Match.objects.filter(pk=match.pk, status=old, version=match.version).update(**changes)
    if written != 1:
        raise changed_meanwhile(match)
    for name, value in changes.items():
        setattr(match, name, value)
    _tell(match)


def _refuse_unlawful(match: Match, new: str) -> None:
    if new != match.status and not may_become(match.status, new):
        raise Refusal("state_forbids", match=match.code, status=match.status, wanted=new)


def _tell(match: Match) -> None:
    data = {"match": match.code, "status": match.status, "version": match.version}
    live.publish(topic=f"match:{match.code}", kind="match", data=data)
    live.publish(topic=f"desk:{match.desk.code}", kind="match", data=data)
