"""Say that the players a match file names are those of its match, under other spellings; take it back."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from matches import permissions
from matches.actors import Identity
from matches.models import Match
from matches.records.models import Transcript
from matches.records.queries.analyses import get_last_figures
from matches.records.services import analyses
from matches.records.services.uploads import lock_with_match, make_match_columns, update_match
from matches.records.signals import figures_changed
from matches.services.guards import make_outsider_refusal, require_current_version
from rules.errors import Refusal
from rules.verdict import Verdict


def may_identify(transcript: Transcript, identity: Identity) -> bool:
    """Whether the identity may say who the players of a file are: an official, or a player of its match."""
    match = transcript.match
    if match is None:
        return False
    return bool(identity.side_in(match)) or permissions.may_rule(identity.user, match.desk)


@transaction.atomic
def identify_players(
    *, transcript: Transcript, swapped: bool, identity: Identity, version: int | None = None
) -> Transcript:
    """Record that the names in a file are spellings of the players of its match.

    `swapped`: the first player of the file is Black. `version` is that of the match on the page. From then
    on the file confirms or contradicts the score, and its figures count. The same decision again changes
    nothing, another one replaces it. Raises `record_absent`, `not_your_match`, `changed_meanwhile`, and
    `record_names_fit` if the file names the players of the match.
    """
    match, transcript = _lock(transcript, identity)
    if not transcript.names_others and transcript.identified_at is None:
        raise Refusal("record_names_fit", record=transcript.name)
    if transcript.identified_at is not None and transcript.swapped == swapped:
        return transcript
    require_current_version(match, version)
    verdict = Verdict.from_json(transcript.verdict)
    columns = make_match_columns(verdict, transcript.played_on, match, swapped=swapped)
    player = {"white": match.white, "black": match.black}.get(identity.side_in(match) or "")
    columns |= {
        "identified_player": player,
        "identified_user": identity.user,
        "identified_at": timezone.now(),
    }
    return _write(match, transcript, columns, identity)


@transaction.atomic
def withdraw_identification(*, transcript: Transcript, identity: Identity) -> Transcript:
    """Take back who the players of a file are: what its names say counts again.

    Without such a decision nothing is changed. Raises `record_absent` and `not_your_match`.
    """
    match, transcript = _lock(transcript, identity)
    if transcript.identified_at is None:
        return transcript
    verdict = Verdict.from_json(transcript.verdict)
    columns = make_match_columns(verdict, transcript.played_on, match)
    return _write(match, transcript, columns, identity)


def _lock(transcript: Transcript, identity: Identity) -> tuple[Match, Transcript]:
    match, transcript = lock_with_match(transcript)
    if not may_identify(transcript, identity):
        raise make_outsider_refusal(identity, match)
    return match, transcript


def _write(match: Match, transcript: Transcript, columns: dict[str, Any], identity: Identity) -> Transcript:
    former_figures = get_last_figures(match)
    Transcript.objects.filter(pk=transcript.pk).update(**columns)
    if columns["swapped"] != transcript.swapped:
        analyses.exchange_sides_of(transcript=transcript)
    transcript = update_match(match, transcript, identity, analysis=None)
    figures_changed.send(sender=Match, match=match, by=identity, former_figures=former_figures)
    return transcript
