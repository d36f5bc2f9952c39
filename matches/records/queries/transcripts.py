"""Transcripts: those a visitor or a player has, their public text and names, and the check of stored rows."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Q, QuerySet

from matches.identity import Identity
from matches.models import Match, Player
from matches.queries import sheets
from matches.queries.desks import get_desks_of
from matches.queries.people import is_person_in
from matches.records.models import Transcript
from matches.states import Ending, Status
from rules import formats
from rules.errors import Refusal
from rules.replay import replay
from rules.verdict import VERSION, Finding, Verdict

NAMES = "players"


def transcripts_of(match: Match) -> list[Transcript]:
    """The transcripts of a match without text and verdict, the latest first."""
    return list(match.transcripts.defer("text", "verdict").order_by("-id"))


def transcript_of(match: Match, pk: int) -> Transcript | None:
    """A transcript of a match with its verdict."""
    return match.transcripts.select_related("uploaded_by").defer("text").filter(pk=pk).first()


def transcripts_by_match(matches: Iterable[Match]) -> dict[int, list[Transcript]]:
    """The transcripts of each match (by key) without text and verdict, the earliest first; one query."""
    by_match: dict[int, list[Transcript]] = {}
    for transcript in Transcript.objects.filter(match__in=matches).defer("text", "verdict").order_by("id"):
        by_match.setdefault(transcript.match_id or 0, []).append(transcript)
    return by_match


def latest_by_match(match_ids: Iterable[int]) -> dict[int, int]:
    """The key of the latest transcript of each match, by key of the match; one query."""
    rows = Transcript.objects.filter(match__in=match_ids).order_by("id").values_list("match_id", "id")
    return {match_id: pk for match_id, pk in rows if match_id is not None}


def transcripts_of_player(player: Player) -> QuerySet[Transcript]:
    """The transcripts of a person's matches with the status of their verdict, the latest first."""
    sides = is_person_in("match__white", player) | is_person_in("match__black", player)
    rows = Transcript.objects.filter(sides).defer("text", "verdict")
    return rows.select_related("match", "match__white", "match__black").order_by("-id")


def own_data(player: Player) -> list[dict[str, Any]]:
    """The transcripts of a person's matches, for the copy of their data."""
    return [
        {
            "id": transcript.pk,
            "match": transcript.match.code if transcript.match else None,
            "name": transcript.name,
            "format": transcript.format,
            "verdict": transcript.status,
            "at": transcript.at.isoformat(),
        }
        for transcript in transcripts_of_player(player).order_by("pk")
    ]


def without_match(identity: Identity) -> QuerySet[Transcript]:
    """The transcripts this identity has uploaded that belong to no match yet, the latest first."""
    own_uploads = Q(uploaded_by=identity.user) if identity.user is not None else Q(pk__in=[])
    if identity.device:
        own_uploads |= Q(device=identity.device, uploaded_by=None)
    return Transcript.objects.filter(own_uploads, match=None).defer("text").order_by("-id")


def readable_without_match(identity: Identity) -> QuerySet[Transcript]:
    """The transcripts without a match this identity may read: its uploads, and those of archives of the
    desks where it is an official. Names in them are as the file has them."""
    readable = Q(pk__in=without_match(identity).order_by().values("pk"))
    if identity.user is not None:
        readable |= Q(archived_files__archive__desk__in=get_desks_of(identity))
    return Transcript.objects.filter(readable, match=None).distinct()


def verdict_of(match: Match, transcript: Transcript) -> Verdict:
    """The verdict of a transcript, with the names of the file, or those the players chose to show."""
    verdict = Verdict.from_json(transcript.verdict)
    if not is_private(match):
        return verdict
    names = _public_names(match, transcript)
    findings = tuple(_with_names(finding, names) for finding in verdict.findings)
    return replace(verdict, players=names, findings=findings)


def text_of(match: Match, transcript: Transcript, format: str = "") -> str:
    """The text of a transcript, converted if a format is given, without names their players do not show.

    Without a format and with nothing to hide it is the text as it was uploaded. Raises what reading and
    writing the format raise.
    """
    if not is_private(match):
        text = transcript.text
        return formats.write(formats.read(text.encode()), format) if format else text
    record = formats.read(transcript.text.encode())
    games = tuple(replace(game, players=None) for game in record.games)
    public = replace(record, players=_public_names(match, transcript), games=games, facts={})
    same_format = transcript.format if transcript.format in formats.WRITERS else "json"
    return formats.write(public, format or same_format)


def name_of(match: Match, transcript: Transcript) -> str:
    """The title of a transcript; a file name may contain names their players do not show."""
    return f"{match.white.name} – {match.black.name}" if is_private(match) else transcript.name


def is_private(match: Match) -> bool:
    """Whether a player of this match does not show the full name, or is anonymous."""
    sides = (match.white, match.black)
    return any(side.name != side.full_name or side.anonymised_at is not None for side in sides)


def audit(match: Match) -> Iterator[Refusal]:
    """What is wrong with the stored transcripts of a match."""
    is_played = match.status == Status.SETTLED.value and match.ending == Ending.PLAYED.value
    for transcript in match.transcripts.order_by("id"):
        context = {"match": match.code, "record": transcript.name}
        if hashlib.sha256(transcript.text.encode()).hexdigest() != transcript.digest:
            yield Refusal("audit_record_altered", "", **context)
        elif _has_other_verdict(match, transcript):
            yield Refusal("audit_verdict", "", **context)
        own_score = (transcript.white_score, transcript.black_score)
        if is_played and transcript.agrees and own_score != (match.white_score, match.black_score):
            yield Refusal("audit_agreement", "", **context)


def _has_other_verdict(match: Match, transcript: Transcript) -> bool:
    verdict: Mapping[str, Any] = transcript.verdict
    if verdict["version"] != VERSION:
        return False
    record = formats.read(transcript.text.encode())
    return replay(record, sheets.get_laws(match), length=match.length).to_json() != verdict


def _with_names(finding: Finding, names: tuple[str, str]) -> Finding:
    if NAMES not in finding.facts:
        return finding
    return finding._replace(facts={**finding.facts, NAMES: list(names)})


def _public_names(match: Match, transcript: Transcript) -> tuple[str, str]:
    names = (match.white.name, match.black.name)
    return names[::-1] if transcript.swapped else names
