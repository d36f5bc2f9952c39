"""Records of matches: read, replayed, kept untouched with their verdict, and weighed against the score."""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches import permissions
from matches.fingerprints import fingerprint
from matches.identity import Identity
from matches.likeness import is_swapped_by_names, is_swapped_by_score
from matches.models import Match, Report, Transcript
from matches.queries import sheets
from matches.services import analyses, claims, evidence, reporting, rows
from matches.services.guards import must_report
from matches.states import Status
from rules import formats
from rules.analysis import MatchAnalysis
from rules.errors import Refusal
from rules.options import MatchLaws
from rules.replay import Finding, Verdict, replay
from rules.sides import Side

LONGEST_NAME = 200
DAY = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")


@dataclass(frozen=True, slots=True)
class Examined:
    """A file that could be read: its text, its format, and what its replay found."""

    name: str
    text: str
    format: str
    digest: str
    verdict: Verdict
    played_on: date | None

    @property
    def games(self) -> str:
        """What it has in common with other writings of the same match."""
        return fingerprint(self.verdict)


def attach(*, match: Match, name: str, data: bytes, identity: Identity) -> Transcript:
    """Keep a record with a match, weighed against the score; the same text again answers with the stored one.

    A record of a match to another length is kept too: its verdict says so, and it settles nothing and speaks
    against nothing. Raises `Unreadable` (nothing is stored), `not_your_match`, `match_void`.
    """
    must_report(identity, match)
    examined = examine(name=name, data=data, laws=sheets.laws_of(match), length=match.length)
    told = analyses.said_in(examined.text)
    with transaction.atomic():
        locked = rows.locked(match)
        must_report(identity, locked)
        return _attach(locked, examined, identity, told)


def keep(*, name: str, data: bytes, identity: Identity) -> Transcript:
    """Keep a record that belongs to no match yet. Raises `Unreadable` and `not_signed_in`."""
    if identity.user is None and identity.badge_player is None:
        raise Refusal("not_signed_in")
    examined = examine(name=name, data=data)
    with transaction.atomic():
        whose = {"uploaded_by": identity.user} if identity.user else {"device": identity.device}
        known = Transcript.objects.filter(match=None, digest=examined.digest, **whose).first()
        return known or Transcript.objects.create(**_stored(examined, identity))


@transaction.atomic
def link(*, transcript: Transcript, match: Match, identity: Identity) -> Transcript:
    """Give a kept record to its match. Only the one who kept it, or an official of that match, may."""
    match = rows.locked(match)
    must_report(identity, match)
    transcript = Transcript.objects.select_for_update(of=("self",)).get(pk=transcript.pk)
    if transcript.match_id not in {None, match.pk}:
        raise Refusal("record_linked", record=transcript.name)
    if not _is_keeper(transcript, identity) and not permissions.may_rule(identity.user, match.desk):
        raise Refusal("record_absent")
    if transcript.match_id == match.pk:
        return transcript
    known = _known(match, transcript.digest, transcript.games)
    if known is not None:
        return known
    laws = sheets.laws_of(match)
    examined = examine(name=transcript.name, data=transcript.text.encode(), laws=laws, length=match.length)
    Transcript.objects.filter(pk=transcript.pk).update(
        match=match, **_judged(examined), **_seen_from(match, examined)
    )
    return _weighed(match, transcript, identity, analyses.said_in(examined.text))


def report_from_transcript(
    *, match: Match, transcript: Transcript, identity: Identity, key: str = "", version: int | None = None
) -> Report:
    """Report the score a faultless record ends in.

    Raises `record_has_fault`, `record_awarded` and `record_unfinished`.
    """
    record = match.transcripts.defer("text", "verdict").filter(pk=transcript.pk).first()
    if record is None:
        raise Refusal("record_absent")
    if record.fault:
        raise Refusal("record_has_fault", str(record.fault["law"]), record=record.name, **_place(record))
    if record.status == "awarded":
        raise Refusal("record_awarded", "match.adjudication", record=record.name)
    if record.white_score is None or record.black_score is None:
        raise Refusal("record_unfinished", "match.length", record=record.name)
    return reporting.report(
        match=match,
        white_score=record.white_score,
        black_score=record.black_score,
        identity=identity,
        key=key,
        version=version,
    )


def examine(*, name: str, data: bytes, laws: MatchLaws | None = None, length: int | None = None) -> Examined:
    """Read and replay a file, storing nothing; laws and length are those of its match, if it has one.

    Raises `Unreadable` with the line and what was expected.
    """
    record = formats.read(data)
    text = formats.text_of(data)
    verdict = replay(record, laws, length=length)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Examined(_tidy(name), text, record.format, digest, verdict, _day(record.facts.get("date", "")))


def _attach(match: Match, examined: Examined, identity: Identity, told: MatchAnalysis | None) -> Transcript:
    if match.status == Status.VOID.value:
        raise Refusal("match_void", match=match.code)
    known = _known(match, examined.digest, examined.games)
    if known is not None:
        return known
    seen = _seen_from(match, examined)
    transcript = Transcript.objects.create(match=match, **_stored(examined, identity) | seen)
    return _weighed(match, transcript, identity, told)


def _weighed(
    match: Match, transcript: Transcript, identity: Identity, told: MatchAnalysis | None
) -> Transcript:
    evidence.weigh(match, claims.standing_score(match))
    rows.write(match, actor=identity.name_in(match))
    transcript.refresh_from_db()
    if told is not None:
        analyses.keep_said(transcript, told, identity=identity)
    return transcript


def _stored(examined: Examined, identity: Identity) -> dict[str, Any]:
    return {
        "name": examined.name,
        "text": examined.text,
        "format": examined.format,
        "digest": examined.digest,
        "games": examined.games,
        "played_on": examined.played_on,
        **_judged(examined),
        "fault": _fault(examined.verdict, swapped=False),
        "uploaded_by": identity.user,
        "device": identity.device,
    }


def _judged(examined: Examined) -> dict[str, Any]:
    return {"verdict": examined.verdict.to_json(), "status": examined.verdict.status}


def _known(match: Match, digest: str, games: str) -> Transcript | None:
    """The record of this match that holds the same text, or the same games in another writing."""
    same = Q(digest=digest) | Q(games=games) if games else Q(digest=digest)
    return match.transcripts.filter(same).first()


def _seen_from(match: Match, examined: Examined) -> dict[str, Any]:
    """What the record says, told from the sides of the match."""
    verdict = examined.verdict
    is_of_its_length = verdict.length == match.length
    standing = claims.standing_score(match)
    is_proven = verdict.winner is not None and verdict.status != "awarded"
    ended = verdict.score if is_proven and is_of_its_length else None
    by_names = is_swapped_by_names(verdict.players, (match.white.full_name, match.black.full_name))
    swapped = by_names if by_names is not None else is_swapped_by_score(ended, standing)
    white, black = (None, None) if ended is None else ended[::-1] if swapped else ended
    return {
        "swapped": swapped,
        "names_fit": by_names is not None,
        "white_score": white,
        "black_score": black,
        "covers_match": _covers(verdict, match, swapped=swapped),
        "fault": _fault(verdict, swapped=swapped) if is_of_its_length else {},
    }


def _covers(verdict: Verdict, match: Match, *, swapped: bool) -> bool:
    """Whether the record begins at the score that the match began at, nothing to nothing or a head start."""
    begins = verdict.games[0].score_before if verdict.games else (0, 0)
    return (begins[::-1] if swapped else begins) in {(0, 0), (match.white_start, match.black_start)}


def _fault(verdict: Verdict, *, swapped: bool) -> dict[str, Any]:
    first = next((finding for finding in verdict.findings if finding.severity == "error"), None)
    return _as_data(first, swapped=swapped) if first is not None else {}


def _as_data(finding: Finding, *, swapped: bool) -> dict[str, Any]:
    side: Side | None = finding.side.other if finding.side and swapped else finding.side
    return {
        "code": finding.code,
        "law": finding.law,
        "game": finding.game,
        "action": finding.action,
        "side": side.value if side else "",
        "played": finding.played,
        "legal": list(finding.legal),
        "facts": {
            name: list(value) if isinstance(value, tuple) else value for name, value in finding.facts.items()
        },
    }


def _place(record: Transcript) -> dict[str, object]:
    return {name: record.fault[name] for name in ("game", "action", "side", "played", "legal")}


def _is_keeper(transcript: Transcript, identity: Identity) -> bool:
    if identity.user is not None and transcript.uploaded_by_id == identity.user.pk:
        return True
    return bool(identity.device) and transcript.device == identity.device


def _day(text: str) -> date | None:
    """The day a header names, year first; None when it names none that ever was."""
    found = DAY.search(text)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _tidy(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME] or "record"
