"""Which matches a record may be of: the same length, names alike, played on its day, the latest first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.identity import Identity
from matches.likeness import likeness
from matches.models import Desk, Match, Player, Transcript
from matches.queries import listing
from matches.queries.people import is_in
from matches.states import Status
from rules.verdict import Verdict

LOOKED_AT = 300
SHOWN = 5
ALIKE = 1.4
# Sums of two likenesses: at SURE both names are told, by CLEAR one match stands out from another.
SURE, CLEAR = 1.7, 0.3


@dataclass(frozen=True, slots=True)
class Fit:
    """A match a record may be of: how alike the names are (0 to 2), and whether it was played on that day."""

    match: Match
    alike: float
    is_that_day: bool


def read(rows: QuerySet[Match], *, length: int | None = None) -> list[Match]:
    """The latest of the rows, of one length or of any, that may still get a record."""
    narrowed = rows if length is None else rows.filter(length=length)
    return list(narrowed.exclude(status=Status.VOID.value)[:LOOKED_AT])


def fits(
    *, players: tuple[str, str], length: int, among: Iterable[Match], day: date | None = None
) -> list[Fit]:
    """At most five of the matches a record may be of, those of its day first, then the most alike."""
    rows = [match for match in among if match.length == length and match.status != Status.VOID.value]
    rated = [Fit(match, _alike(match, players), day in _days(match)) for match in rows]
    fitting = [fit for fit in rated if fit.alike >= ALIKE]
    fitting.sort(key=lambda fit: (not fit.is_that_day, -fit.alike, -fit.match.pk))
    return fitting[:SHOWN]


def the_one(found: Sequence[Fit]) -> Match | None:
    """The match that is meant beyond doubt; None when somebody has to say which."""
    sure = [fit for fit in found if fit.alike >= SURE]
    that_day = [fit for fit in sure if fit.is_that_day]
    best = (that_day or sure)[:2]
    if len(best) == 1 or (len(best) == 2 and best[0].alike - best[1].alike >= CLEAR):
        return best[0].match
    return None


def reportable_by(identity: Identity) -> QuerySet[Match]:
    """The matches for which this identity may hand a record in: its own, and those of its desks."""
    rows, user = listing.matches_where(), identity.user
    if user is not None and user.is_superuser:
        return rows
    own = Q(pk__in=[])
    if user is not None:
        own |= Q(desk__officials=user) | _seats_of(getattr(user, "player", None))
    if identity.badge is not None:
        own |= _seats_of(identity.badge_player) & Q(desk=identity.badge.desk_id)
    return rows.filter(own).distinct()


def fits_of(identity: Identity, transcript: Transcript) -> list[Match]:
    """The matches of this identity that a kept record may be of, the likeliest first."""
    verdict = Verdict.from_json(transcript.verdict)
    own = read(reportable_by(identity), length=verdict.length)
    found = fits(players=verdict.players, length=verdict.length, day=transcript.played_on, among=own)
    return [fit.match for fit in found]


def same_games(games: str, **where: Any) -> Transcript | None:
    """A record that a match has already and that tells the same games."""
    known = Transcript.objects.filter(games=games, match__isnull=False, **where).select_related("match")
    return known.order_by("id").first() if games else None


def kept_by(identity: Identity) -> QuerySet[Transcript]:
    """The records this identity has handed in that belong to no match yet, the latest first."""
    mine = Q(uploaded_by=identity.user) if identity.user is not None else Q(pk__in=[])
    if identity.device:
        mine |= Q(device=identity.device, uploaded_by=None)
    return Transcript.objects.filter(mine, match=None).defer("text").order_by("-id")


def readable_by(identity: Identity) -> QuerySet[Transcript]:
    """The records without a match whose names, as they are written, this identity may read: those it has
    handed in, and those that came in a zip for a desk where it is an official."""
    mine = Q(pk__in=kept_by(identity).order_by().values("pk"))
    if identity.user is not None:
        mine |= Q(bundled__bundle__desk__in=desks_of(identity))
    return Transcript.objects.filter(mine, match=None).distinct()


def desks_of(identity: Identity) -> QuerySet[Desk]:
    """The desks whose official this identity is."""
    if identity.user is None:
        return Desk.objects.none()
    return Desk.objects.all() if identity.user.is_superuser else identity.user.desks.all()


def _seats_of(player: Player | None) -> Q:
    return Q(pk__in=[]) if player is None else is_in("white", player) | is_in("black", player)


def _days(match: Match) -> set[date]:
    moments = (match.created_at, match.called_at, match.started_at, match.settled_at)
    return {timezone.localtime(moment).date() for moment in moments if moment is not None}


def _alike(match: Match, players: tuple[str, str]) -> float:
    white, black = match.white, match.black
    straight = _spelled(players[0], white) + _spelled(players[1], black)
    crossed = _spelled(players[0], black) + _spelled(players[1], white)
    return max(straight, crossed)


def _spelled(name: str, player: Player) -> float:
    return max(likeness(name, player.name), likeness(name, player.full_name))
