"""The matches of an event's pairings: created, reseated, settled, reopened and voided as its journal says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from django.conf import settings
from django.utils.translation import override

from matches import states
from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.services import lifecycle, outbox, rulings, settling
from matches.states import Ending, Status
from tournaments.formats.terms import CLOCK, LAWS
from tournaments.journal.diff import CreateMatch, ExchangeColours, Reopen, Reseat, Settle
from tournaments.journal.facts import PairingResult
from tournaments.messages import round_title
from tournaments.models import Entry, Event, Pairing
from tournaments.queries.ratings import strengths

RATE = "rate_match"


@dataclass(frozen=True, slots=True)
class UndoEffects:
    """Effects on matches of an undone command: the detached match by pairing."""

    matches: Mapping[str, Match] = field(default_factory=dict)


def apply_match_action(
    act: CreateMatch | Reseat | ExchangeColours | Settle | Reopen,
    pairing: Pairing,
    entries: Mapping[int, Entry],
    event: Event,
    length: int,
    terms: Mapping[str, Any],
    reason: str,
    undo: UndoEffects | None = None,
) -> bool:
    """Create, reseat, settle or reopen the match of a pairing, or exchange its sides.

    The event is locked and its journal says so. `length` is that of a new match, `terms` its clock and rules
    where they differ from the desk's. On undo a match returns to its previous state, if any: return whether
    it did.
    """
    if undo is not None and _restore(act, pairing, entries, length, undo, reason):
        return True
    if isinstance(act, CreateMatch):
        _seat(act, pairing, entries, event, length, terms)
    elif isinstance(act, Reseat):
        _reseat(act, pairing, entries, reason)
    elif isinstance(act, ExchangeColours):
        lifecycle.exchange_sides(match=match_of(pairing), by=SYSTEM, reason=reason)
    elif isinstance(act, Settle):
        _settle(match_of(pairing), act.result, reason)
    elif isinstance(act, Reopen):
        settling.reopen_match(match=match_of(pairing), by=SYSTEM, reason=reason)
    else:
        assert_never(act)
    return False


def _restore(
    act: CreateMatch | Reseat | ExchangeColours | Settle | Reopen,
    pairing: Pairing,
    entries: Mapping[int, Entry],
    length: int,
    undo: UndoEffects,
    reason: str,
) -> bool:
    if isinstance(act, CreateMatch):
        match = undo.matches.get(act.pairing)
        if match is None or match.length != length:
            return False
        if (match.white, match.black) != _players_of(act, pairing, entries):
            return False
        if not settling.restore_match(match=match, result=None, by=SYSTEM, reason=reason):
            return False
        match.refresh_from_db()
        attach_match(match, pairing)
        return True
    if isinstance(act, Settle | Reopen):
        match = match_of(pairing)
        result = _result(act.result) if isinstance(act, Settle) else None
        if settling.restore_match(match=match, result=result, by=SYSTEM, reason=reason):
            match.refresh_from_db()
            return True
    return False


def _result(result: PairingResult) -> states.MatchResult:
    return states.MatchResult(result.white_score, result.black_score, result.winner, Ending(result.ending))


def void(pairing: Pairing, reason: str) -> None:
    """Void the match of a pairing; the pairing is detached first, so that no signal comes back."""
    void_match(detach_match(pairing), reason)


def void_match(match: Match, reason: str) -> None:
    """Void a match without a pairing."""
    lifecycle.void_match(match=match, reason=reason, by=SYSTEM)
    enqueue_rating(match)


def detach_match(pairing: Pairing) -> Match:
    """Detach and return the match of a pairing."""
    match = match_of(pairing)
    Pairing.objects.filter(pk=pairing.pk).update(match=None)
    pairing.match = None
    return match


def attach_match(match: Match, pairing: Pairing) -> None:
    """Attach a match to another pairing, where its players meet now."""
    pairing.match = match
    pairing.save(update_fields=["match"])


def enqueue_rating(match: Match) -> None:
    """Enqueue an update of the ratings that depend on a match."""
    outbox.post_message(kind=RATE, payload={"match": match.pk})


def store_ratings(pairings: Iterable[Pairing], event: Event) -> None:
    """Store the players' ratings on the matches of these pairings, for an estimate of the chances."""
    seated = [pairing.match for pairing in pairings if pairing.match is not None]
    if not seated:
        return
    players = [player for match in seated for player in (match.white, match.black)]
    ratings = strengths(event.tournament.club_id, players)
    lifecycle.store_ratings(
        ratings={match.pk: _rating_pair(ratings, match.white_id, match.black_id) for match in seated}
    )


def _rating_pair(ratings: Mapping[int, float], white: int, black: int) -> tuple[float, float] | None:
    return (ratings[white], ratings[black]) if white in ratings and black in ratings else None


def _seat(
    act: CreateMatch,
    pairing: Pairing,
    entries: Mapping[int, Entry],
    event: Event,
    length: int,
    terms: Mapping[str, Any],
) -> None:
    white, black = _players_of(act, pairing, entries)
    pairing.match = lifecycle.create_match(
        desk=event.tournament.desk,
        white=white,
        black=black,
        length=length,
        laws={**event.tournament.desk.laws, **terms.get(LAWS, {})},
        title=_title(pairing),
        start=(min(pairing.head_start, length - 1), 0),
        by=SYSTEM,
    )
    if terms.get(CLOCK):
        lifecycle.set_match_clock(match=pairing.match, clock=terms[CLOCK], by=SYSTEM)
    pairing.save(update_fields=["match"])


def _title(pairing: Pairing) -> str:
    # Stored in the source language; pages translate it.
    with override(settings.LANGUAGE_CODE):
        return round_title(
            pairing.flight, pairing.round, pairing.winners, pairing.losers, board=pairing.board
        )


def _reseat(act: Reseat, pairing: Pairing, entries: Mapping[int, Entry], reason: str) -> None:
    match = match_of(pairing)
    white, black = _players_of(act, pairing, entries)
    lifecycle.replace_players(match=match, white=white, black=black, by=SYSTEM, reason=reason)
    enqueue_rating(match)


def _players_of(
    act: CreateMatch | Reseat, pairing: Pairing, entries: Mapping[int, Entry]
) -> tuple[Player, Player]:
    """Return the players of a match: of the entries, or of the line-ups at a team board."""
    if pairing.white_player is not None and pairing.black_player is not None:
        return pairing.white_player, pairing.black_player
    return entries[act.white].player, entries[act.black].player


def _settle(match: Match, result: PairingResult, reason: str) -> None:
    if match.status == Status.SETTLED.value and result.ending == Ending.PLAYED.value:
        settling.correct_result(
            match=match,
            white_score=result.white_score,
            black_score=result.black_score,
            winner=result.winner,
            by=SYSTEM,
            reason=reason,
        )
    else:
        rulings.award(
            match=match,
            white_score=result.white_score,
            black_score=result.black_score,
            winner=result.winner,
            ending=result.ending,
            by=SYSTEM,
            reason=reason,
        )


def match_of(pairing: Pairing) -> Match:
    """Return the match of a pairing; raise LookupError if it has none."""
    if pairing.match is None:
        raise LookupError(f"{pairing} has no match")
    return pairing.match
