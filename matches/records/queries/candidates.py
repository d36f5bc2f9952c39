"""The matches a transcript may be of: the same length, similar names, the same date."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.identity import Identity
from matches.models import Match, Player
from matches.name_similarity import compare_names
from matches.queries import listing
from matches.queries.people import is_person_or_pair_in
from matches.records.models import Transcript
from matches.states import Status
from rules.verdict import Verdict

MAX_MATCHES = 300
MAX_FITS = 5
# Sums of the likeness of two names: from SIMILAR on a match is shown, at CERTAIN both names are the same for
# sure, and a match must be ahead of the next one by CLEAR to be the only one.
SIMILAR, CERTAIN, CLEAR = 1.4, 1.7, 0.3


@dataclass(frozen=True, slots=True)
class Fit:
    """A match a transcript may be of, how similar the names are (0 to 2), and if the date is the same."""

    match: Match
    similarity: float
    has_same_date: bool


def latest(rows: QuerySet[Match], *, length: int | None = None) -> list[Match]:
    """The latest of these matches, of one length or of any, that may still get a transcript."""
    rows = rows if length is None else rows.filter(length=length)
    return list(rows.exclude(status=Status.VOID.value)[:MAX_MATCHES])


def fits(
    *, players: tuple[str, str], length: int, among: Iterable[Match], day: date | None = None
) -> list[Fit]:
    """At most five of the matches a transcript may be of, those of its date first, then the most similar."""
    matches = [match for match in among if match.length == length and match.status != Status.VOID.value]
    rated = [Fit(match, _similarity(match, players), day in _dates_of(match)) for match in matches]
    similar = [fit for fit in rated if fit.similarity >= SIMILAR]
    similar.sort(key=lambda fit: (not fit.has_same_date, -fit.similarity, -fit.match.pk))
    return similar[:MAX_FITS]


def only_fit(fits: Sequence[Fit]) -> Match | None:
    """The match if there is only one in question; None when somebody has to choose."""
    certain = [fit for fit in fits if fit.similarity >= CERTAIN]
    on_same_date = [fit for fit in certain if fit.has_same_date]
    best = (on_same_date or certain)[:2]
    if len(best) == 1 or (len(best) == 2 and best[0].similarity - best[1].similarity >= CLEAR):
        return best[0].match
    return None


def reportable_by(identity: Identity) -> QuerySet[Match]:
    """The matches this identity may upload a file for: its own, and those of its desks."""
    rows, user = listing.filter_matches(), identity.user
    if user is not None and user.is_superuser:
        return rows
    own_matches = Q(pk__in=[])
    if user is not None:
        own_matches |= Q(desk__officials=user) | _has_player(getattr(user, "player", None))
    if identity.badge is not None:
        own_matches |= _has_player(identity.badge_player) & Q(desk=identity.badge.desk_id)
    return rows.filter(own_matches).distinct()


def matches_fitting(identity: Identity, transcript: Transcript) -> list[Match]:
    """The matches of this identity that a transcript may be of, the most likely first."""
    verdict = Verdict.from_json(transcript.verdict)
    own_matches = latest(reportable_by(identity), length=verdict.length)
    day = transcript.played_on
    best = fits(players=verdict.players, length=verdict.length, day=day, among=own_matches)
    return [fit.match for fit in best]


def same_games(games: str, **where: Any) -> Transcript | None:
    """The transcript of a match with the same fingerprint."""
    rows = Transcript.objects.filter(games=games, match__isnull=False, **where).select_related("match")
    return rows.order_by("id").first() if games else None


def _has_player(player: Player | None) -> Q:
    return (
        Q(pk__in=[])
        if player is None
        else is_person_or_pair_in("white", player) | is_person_or_pair_in("black", player)
    )


def _dates_of(match: Match) -> set[date]:
    moments = (match.created_at, match.called_at, match.started_at, match.settled_at)
    return {timezone.localtime(moment).date() for moment in moments if moment is not None}


def _similarity(match: Match, players: tuple[str, str]) -> float:
    white, black = match.white, match.black
    straight = _name_similarity(players[0], white) + _name_similarity(players[1], black)
    swapped = _name_similarity(players[0], black) + _name_similarity(players[1], white)
    return max(straight, swapped)


def _name_similarity(name: str, player: Player) -> float:
    return max(compare_names(name, player.name), compare_names(name, player.full_name))
