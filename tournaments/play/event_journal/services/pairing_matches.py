"""The matches of an event's pairings: created, given other players, settled, reopened and voided."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from django.conf import settings
from django.utils.translation import override

from matches import states
from matches.actors import SYSTEM
from matches.models import Desk, Match, Player
from matches.services import lifecycle, outbox, rulings, settling
from matches.services.lifecycle import NewMatch
from matches.states import Ending, Status
from tournaments.formats.stage_terms import CLOCK, LAWS
from tournaments.journal.facts import PairingResult
from tournaments.journal.match_actions import CreateMatch, ExchangeColours, Reopen, Reseat, Settle
from tournaments.known_ratings import get_fibs_ratings
from tournaments.messages import round_title
from tournaments.models import Entry, Event, Pairing

# Kind of the outbox message.
RATE = "rate_match"
# The key of the name of a stage among the terms of its matches.
NAME = "name"


@dataclass(frozen=True, slots=True)
class UndoEffects:
    """Effects of an undone command besides the journal: the matches it detached, by label of the pairing."""

    matches: Mapping[str, Match] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Creation:
    """A match to create: its length, and its terms.

    These are its clock and rules where they differ from the desk's, and the name that the director gave to
    its stage.
    """

    action: CreateMatch
    pairing: Pairing
    length: int
    terms: Mapping[str, Any]


def create_matches(creations: Sequence[Creation], entries: Mapping[int, Entry], event: Event) -> None:
    """Create the matches of pairings. The event is locked."""
    desk = event.tournament.desk
    # Titles are stored in the source language; pages translate them.
    with override(settings.LANGUAGE_CODE):
        new_matches = [_describe_match(creation, entries, desk) for creation in creations]
    pairings = [creation.pairing for creation in creations]
    matches = lifecycle.create_matches(desk=desk, new_matches=new_matches, by=SYSTEM)
    for pairing, match in zip(pairings, matches, strict=True):
        pairing.match = match
    Pairing.objects.bulk_update(pairings, ["match"])


def _describe_match(creation: Creation, entries: Mapping[int, Entry], desk: Desk) -> NewMatch:
    pairing, length, terms = creation.pairing, creation.length, creation.terms
    white, black = _players_of(creation.action, pairing, entries)
    title = _make_title(pairing, terms.get(NAME, ""))
    laws = {**desk.laws, **terms.get(LAWS, {})}
    start = (min(pairing.head_start, length - 1), 0)
    return NewMatch(white, black, length, laws, title, start, terms.get(CLOCK, ""))


def _make_title(pairing: Pairing, stage_name: str) -> str:
    spans = (pairing.winners, pairing.losers)
    return round_title(pairing.flight, pairing.round, *spans, board=pairing.board, name=stage_name)


def update_titles(pairings: Iterable[Pairing], get_terms: Callable[[str], Mapping[str, Any]]) -> None:
    """Give the matches of pairings the titles of their rounds; `get_terms` gives the terms of a flight."""
    with override(settings.LANGUAGE_CODE):
        titles = {
            row.match_id: _make_title(row, get_terms(row.flight).get(NAME, ""))
            for row in pairings
            if row.match_id is not None
        }
    lifecycle.set_titles(titles=titles)


def restore_former_match(
    creation: Creation, entries: Mapping[int, Entry], undo: UndoEffects, reason: str
) -> bool:
    """Attach the match that the undone command detached from a pairing, if it fits; return whether it did."""
    match = undo.matches.get(creation.action.pairing)
    if match is None or match.length != creation.length:
        return False
    if (match.white, match.black) != _players_of(creation.action, creation.pairing, entries):
        return False
    if not settling.restore_match(match=match, result=None, by=SYSTEM, reason=reason):
        return False
    match.refresh_from_db()
    attach_match(match, creation.pairing)
    return True


def apply_match_action(
    action: Reseat | ExchangeColours | Settle | Reopen,
    pairing: Pairing,
    entries: Mapping[int, Entry],
    reason: str,
    *,
    is_undoing: bool,
) -> bool:
    """Settle or reopen the match of a pairing, give it other players, or exchange its sides.

    The event is locked. If a command is undone, a match returns to its previous state if it has one; return
    whether it did.
    """
    if is_undoing and isinstance(action, Settle | Reopen) and _restore_result(action, pairing, reason):
        return True
    if isinstance(action, Reseat):
        _replace_players(action, pairing, entries, reason)
    elif isinstance(action, ExchangeColours):
        lifecycle.exchange_sides(match=match_of(pairing), by=SYSTEM, reason=reason)
    elif isinstance(action, Settle):
        _settle(match_of(pairing), action.result, reason)
    elif isinstance(action, Reopen):
        settling.reopen_match(match=match_of(pairing), by=SYSTEM, reason=reason)
    else:
        assert_never(action)
    return False


def _restore_result(action: Settle | Reopen, pairing: Pairing, reason: str) -> bool:
    match = match_of(pairing)
    result = _to_match_result(action.result) if isinstance(action, Settle) else None
    is_restored = settling.restore_match(match=match, result=result, by=SYSTEM, reason=reason)
    if is_restored:
        match.refresh_from_db()
    return is_restored


def _to_match_result(result: PairingResult) -> states.MatchResult:
    return states.MatchResult(result.white_score, result.black_score, result.winner, Ending(result.ending))


def void(pairing: Pairing, reason: str) -> None:
    """Void the match of a pairing.

    It is detached first, so that the signal of the void match does not change the journal.
    """
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
    matches = [pairing.match for pairing in pairings if pairing.match is not None]
    if not matches:
        return
    players = [player for match in matches for player in (match.white, match.black)]
    ratings = get_fibs_ratings(event.tournament.club_id, players)
    lifecycle.store_ratings(
        ratings={match.pk: _rating_pair(ratings, match.white_id, match.black_id) for match in matches}
    )


def _rating_pair(ratings: Mapping[int, float], white: int, black: int) -> tuple[float, float] | None:
    return (ratings[white], ratings[black]) if white in ratings and black in ratings else None


def _replace_players(action: Reseat, pairing: Pairing, entries: Mapping[int, Entry], reason: str) -> None:
    match = match_of(pairing)
    white, black = _players_of(action, pairing, entries)
    lifecycle.replace_players(match=match, white=white, black=black, by=SYSTEM, reason=reason)
    enqueue_rating(match)


def _players_of(
    action: CreateMatch | Reseat, pairing: Pairing, entries: Mapping[int, Entry]
) -> tuple[Player, Player]:
    """Return the players of a match: of the entries, or of the line-ups at a team board."""
    if pairing.white_player is not None and pairing.black_player is not None:
        return pairing.white_player, pairing.black_player
    return entries[action.white].player, entries[action.black].player


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
