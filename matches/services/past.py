"""Results written down long ago: matches come in settled, many at a time, and leave again as void."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches import results
from matches.models import Desk, Match, Report, Ruling
from matches.services.guards import must_say_why
from matches.states import Decision, ReportState, Status
from rules.errors import Refusal
from rules.options import MatchLaws

BATCH = 500


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played on a day: who sat there (by key), how long it was, the score and the end."""

    white: int
    black: int
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    at: datetime
    title: str = ""


@transaction.atomic
def take_in(*, desk: Desk, played: Sequence[Played], actor: str) -> list[Match]:
    """Settled matches at a desk, in the order given. The floor above has asked who may, and follows itself:
    no bell rings. Raises what a single result is refused for."""
    laws = MatchLaws().to_json()
    return Match.objects.bulk_create([_settled(desk, one, laws, actor) for one in played], batch_size=BATCH)


@transaction.atomic
def void_all(*, desk: Desk, actor: str, reason: str) -> int:
    """Declare every match of a desk void; the number of those that were not. The floor above has asked who
    may, and follows itself: no bell rings."""
    must_say_why(reason)
    standing = Match.objects.select_for_update().filter(desk=desk).exclude(status=Status.VOID.value)
    held = list(standing.order_by("pk"))
    keys = [match.pk for match in held]
    numbers = Counter(Ruling.objects.filter(match__desk=desk).values_list("match", flat=True))
    Ruling.objects.bulk_create(
        [_voiding(match, numbers[match.pk] + 1, reason) for match in held], batch_size=BATCH
    )
    Report.objects.filter(match__desk=desk).update(state=ReportState.SUPERSEDED.value)
    return sum(_void(keys[start : start + BATCH], actor) for start in range(0, len(keys), BATCH))


def _settled(desk: Desk, played: Played, laws: dict[str, object], actor: str) -> Match:
    if played.white == played.black:
        raise Refusal("plays_himself", player=str(played.white))
    score = (played.white_score, played.black_score)
    result = results.make(played.length, score, played.winner, played.ending)
    return Match(
        desk=desk,
        white_id=played.white,
        black_id=played.black,
        length=played.length,
        laws=laws,
        title=played.title[:120],
        status=Status.SETTLED.value,
        white_score=result.white_score,
        black_score=result.black_score,
        winner=result.winner,
        ending=result.ending.value,
        settled_at=played.at,
        changed_by=actor[:150],
    )


def _voiding(match: Match, number: int, reason: str) -> Ruling:
    return Ruling(
        match=match,
        number=number,
        kind=Decision.VOIDING.value,
        reason=reason,
        white_score=match.white_score,
        black_score=match.black_score,
        winner=match.winner,
    )


def _void(keys: Sequence[int], actor: str) -> int:
    return Match.objects.filter(pk__in=keys).update(
        status=Status.VOID.value,
        winner="",
        ending="",
        settled_at=None,
        version=F("version") + 1,
        changed_at=timezone.now(),
        changed_by=actor[:150],
    )
