"""Records that come without a match: given to the one they are of, or kept until somebody says which."""

from dataclasses import dataclass

from django.db.models import QuerySet

from matches.identity import Identity
from matches.models import Match, Transcript
from matches.queries import candidates
from matches.services import transcripts
from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class Received:
    """A record as it was taken in.

    With `is_twice` it was there before. Without a match, `fits` are those it may be of.
    """

    transcript: Transcript
    fits: tuple[Match, ...] = ()
    is_twice: bool = False


def receive(*, name: str, data: bytes, identity: Identity, among: QuerySet[Match] | None = None) -> Received:
    """Take a record in: the match is found by length, names and day among those the identity may report.

    `among` narrows them further. Raises `Unreadable`, `not_signed_in`, and what `transcripts.attach` raises.
    """
    if identity.user is None and identity.badge_player is None:
        raise Refusal("not_signed_in")
    examined = transcripts.examine(name=name, data=data)
    own = candidates.reportable_by(identity) if among is None else among
    known = candidates.same_games(examined.games, match__in=own.values("pk"))
    if known is not None:
        return Received(known, is_twice=True)
    verdict = examined.verdict
    rows = candidates.read(own, length=verdict.length)
    found = candidates.fits(
        players=verdict.players, length=verdict.length, day=examined.played_on, among=rows
    )
    match = candidates.the_one(found)
    if match is not None:
        return Received(transcripts.attach(match=match, name=name, data=data, identity=identity))
    kept = transcripts.keep(name=name, data=data, identity=identity)
    return Received(kept, tuple(fit.match for fit in found))
