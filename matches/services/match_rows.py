"""Lock and write the row of a match, and record decisions of the desk on it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from matches import registry
from matches.actors import Actor, account_of
from matches.models import Match, Ruling
from matches.services import live
from matches.services.guards import get_match_context, make_conflict
from matches.signals import match_settling
from matches.states import Decision, Ending, MatchResult, may_become
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
    """Write `changes` to a locked match, increment its version and notify open pages.

    `actor` is the name for `changed_by`. Raises `state_forbids` for a status that may not follow, and
    `changed_meanwhile` if the stored row is not the given one, in case the caller did not lock it.
    """
    _require_transition(match, changes.get("status", match.status))
    write_match_unchecked(match, actor=actor, **changes)


def write_match_unchecked(match: Match, *, actor: str, **changes: Any) -> None:
    """Do the same as `write_match` for any next status, to restore an earlier state."""
    old_status = match.status
    changes |= {"version": match.version + 1, "changed_at": timezone.now(), "changed_by": actor[:150]}
    updated_count = Match.objects.filter(pk=match.pk, status=old_status, version=match.version).update(
        **changes
    )
    if updated_count != 1:
        raise make_conflict(match)
    for name, value in changes.items():
        setattr(match, name, value)
    _publish_changes([match])


def write_matches(changes_by_match: Mapping[Match, Mapping[str, Any]], *, actor: str) -> None:
    """Write changes of the same columns to several locked matches, as `write_match` does to one.

    The caller has locked the rows, so that nothing else can have changed them.
    """
    if not changes_by_match:
        return
    now, columns = timezone.now(), {"version", "changed_at", "changed_by"}
    for match, changes in changes_by_match.items():
        _require_transition(match, changes.get("status", match.status))
        values = {**changes, "version": match.version + 1, "changed_at": now, "changed_by": actor[:150]}
        for name, value in values.items():
            setattr(match, name, value)
        columns |= changes.keys()
    Match.objects.bulk_update(changes_by_match, sorted(columns))
    _publish_changes(list(changes_by_match))


def _require_transition(match: Match, new: str) -> None:
    if new != match.status and not may_become(match.status, new):
        raise Refusal("state_forbids", match=match.code, status=match.status, wanted=new)


def _publish_changes(matches: Sequence[Match]) -> None:
    topics = {match: [f"match:{match.code}", f"desk:{match.desk.code}"] for match in matches}
    for further_topics in registry.match_topics(matches):
        for match in matches:
            topics[match] += further_topics.get(match.pk, [])
    data = {
        match: {"match": match.code, "status": match.status, "version": match.version} for match in matches
    }
    live.publish_all(
        kind="match", data_by_topic=[(topic, data[match]) for match in matches for topic in topics[match]]
    )


def record_decision(
    match: Match,
    kind: Decision,
    *,
    result: MatchResult,
    by: Actor,
    reason: str = "",
    law: str = "",
    key: str = "",
) -> Ruling:
    """Record a decision of the desk on a locked match; `key` is the idempotency key of its request.

    It has no score where it takes back a result of which the loser's score is not known.
    """
    takes_back = kind in (Decision.REOPENING, Decision.VOIDING)
    if takes_back and not match.is_loser_score_known:
        result = replace(result, white_score=0, black_score=0)
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


def get_result(match: Match) -> MatchResult:
    """Return the result of a match; of an unfinished one the score so far, without a winner."""
    ending = Ending(match.ending) if match.ending else Ending.PLAYED
    return MatchResult(match.white_score, match.black_score, match.winner, ending)


def is_repeated_decision(match: Match, key: str, kind: Decision, **content: object) -> bool:
    """Whether this decision was recorded under the key before.

    Raises `key_used_twice` if another one was, by its kind or `content` (columns of the ruling).
    """
    existing_ruling = match.rulings.filter(key=key).first() if key else None
    if existing_ruling is None:
        return False
    stored = {name: getattr(existing_ruling, name) for name in content}
    if existing_ruling.kind != kind.value or stored != content:
        raise Refusal("key_used_twice", "", **get_match_context(match))
    return True
