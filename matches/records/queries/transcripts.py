"""Transcripts of matches and of players, with their verdict, text and file as others may see them."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from matches.actors import Identity
from matches.models import Match, Player
from matches.queries import matches as match_queries
from matches.queries.desks import get_desks_of
from matches.queries.people import make_person_q
from matches.records.link_fragments import encode_fragment
from matches.records.models import Transcript
from matches.records.queries.known_keys import get_key_names
from matches.records.queries.videos import add_video, get_video
from matches.records.source_signatures import check_file
from matches.states import Ending, Status
from rules import formats
from rules.errors import Refusal
from rules.formats.ogxm_layout import split_stream
from rules.formats.ogxm_reading import FORMAT as OGXM
from rules.formats.ogxm_signatures import SourceSignature
from rules.replay import replay
from rules.verdict import VERSION, Finding, Verdict

PLAYERS_KEY = "players"


def compute_digest(text: str) -> str:
    """Return `Transcript.digest` of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def compute_source_digest(text: str) -> str:
    """Return the SHA-256 of an uploaded file: of its bytes where they are stored, else of its text."""
    data, _ending = formats.file_of(text)
    return hashlib.sha256(data).hexdigest()


def get_transcripts(match: Match) -> list[Transcript]:
    """The transcripts of a match without text and verdict, the latest first."""
    return list(match.transcripts.defer("text", "verdict").order_by("-id"))


def get_transcript(match: Match, pk: int) -> Transcript | None:
    """A transcript of a match with its verdict."""
    return match.transcripts.select_related("uploaded_by").defer("text").filter(pk=pk).first()


def get_transcripts_by_match(matches: Iterable[Match]) -> dict[int, list[Transcript]]:
    """The transcripts of each match (by key) without text and verdict, the earliest first; one query."""
    by_match: dict[int, list[Transcript]] = {}
    for transcript in Transcript.objects.filter(match__in=matches).defer("text", "verdict").order_by("id"):
        by_match.setdefault(transcript.match_id or 0, []).append(transcript)
    return by_match


def get_latest_transcript_keys(match_ids: Iterable[int]) -> dict[int, int]:
    """The key of the latest transcript of each match that names its players; one query."""
    rows = (
        Transcript.objects.filter(match__in=match_ids, names_others=False)
        .order_by("id")
        .values_list("match_id", "id")
    )
    return {match_id: pk for match_id, pk in rows if match_id is not None}


def get_transcripts_of_player(player: Player) -> QuerySet[Transcript]:
    """The transcripts of a person's matches with the status of their verdict, the latest first."""
    sides = make_person_q("match__white", player) | make_person_q("match__black", player)
    rows = Transcript.objects.filter(sides).defer("text", "verdict")
    return rows.select_related("match", "match__white", "match__black").order_by("-id")


def export_transcripts(player: Player) -> list[dict[str, Any]]:
    """Return the transcripts of a person's matches as plain data, without their text."""
    return [
        {
            "id": transcript.pk,
            "match": transcript.match.code if transcript.match else None,
            "name": transcript.name,
            "format": transcript.format,
            "verdict": transcript.status,
            "at": transcript.at.isoformat(),
        }
        for transcript in get_transcripts_of_player(player).order_by("pk")
    ]


def get_unassigned_uploads(identity: Identity) -> QuerySet[Transcript]:
    """The transcripts this identity has uploaded that belong to no match yet, the latest first."""
    own_uploads = Q(uploaded_by=identity.user) if identity.user is not None else Q(pk__in=[])
    if identity.device:
        own_uploads |= Q(device=identity.device, uploaded_by=None)
    return Transcript.objects.filter(own_uploads, match=None).defer("text").order_by("-id")


def get_readable_unassigned(identity: Identity) -> QuerySet[Transcript]:
    """Return the transcripts without a match that this identity may read.

    Its own uploads, and the files of archives of desks where it is an official.
    """
    readable = Q(pk__in=get_unassigned_uploads(identity).order_by().values("pk"))
    if identity.user is not None:
        readable |= Q(archived_files__archive__desk__in=get_desks_of(identity))
    return Transcript.objects.filter(readable, match=None).distinct()


def get_public_verdict(match: Match, transcript: Transcript) -> Verdict:
    """Return the verdict of a transcript without names that its players do not show (`is_private`)."""
    verdict = Verdict.from_json(transcript.verdict)
    if not is_private(match):
        return verdict
    names = _public_names(match, transcript)
    findings = tuple(_with_names(finding, names) for finding in verdict.findings)
    return replace(verdict, players=names, findings=findings)


def get_public_text(match: Match, transcript: Transcript, format: str = "") -> str:
    """Return the text of a transcript without names that its players do not show (`is_private`).

    With a `format` (a key of `formats.WRITERS`) it is converted; otherwise, if no name is hidden, it is the
    uploaded text, and so is a binary file in its own format. Raises the refusals of `formats.read` and
    `formats.write`.
    """
    if not is_private(match):
        text = transcript.text
        if format == transcript.format and format in formats.BINARY_ENDINGS:
            # Signatures and analyses are in the file that was uploaded.
            return text
        return formats.write(formats.read(text.encode()), format) if format else text
    record = formats.read(transcript.text.encode())
    games = tuple(replace(game, players=None) for game in record.games)
    public = replace(
        record, players=_public_names(match, transcript), games=games, facts={}, comments=(), sections=()
    )
    same_format = transcript.format if transcript.format in formats.WRITERS else "json"
    return formats.write(public, format or same_format)


# As GammonView makes its own links (`gvanalysis.share` of the package gammonview), and their longest one.
GAMMONVIEW_ADDRESS = "https://gammonview.com/#/?m="
MAX_GAMMONVIEW_FRAGMENT = 2_000_000
# File endings of text formats that have none of their own.
FILE_ENDINGS = {"fibs": "fibs.txt", "xg": "xg.txt"}


def get_public_file(match: Match, transcript: Transcript, format: str = "") -> tuple[bytes, str]:
    """Return the file of a transcript and its file ending; for `format` and errors see `get_public_text`."""
    text = get_public_text(match, transcript, format)
    data, binary_ending = formats.file_of(text)
    if format == OGXM:
        data = add_video(data, get_video(transcript))
    # Names are hidden by writing the record anew, and a format that is only read cannot be written.
    is_rewritten = is_private(match) and transcript.format not in formats.WRITERS
    written_format = format or ("json" if is_rewritten else transcript.format)
    return data, binary_ending or FILE_ENDINGS.get(written_format, written_format)


def get_gammonview_address(match: Match, transcript: Transcript) -> str:
    """Return the address by which GammonView shows a transcript: the file is in its fragment.

    For names and errors see `get_public_text`. Raises `match_too_large_for_address`.
    """
    data, _ending = get_public_file(match, transcript, OGXM)
    # A stream has several matches; that of the transcript is the first.
    fragment = encode_fragment(split_stream(data)[0])
    if len(fragment) > MAX_GAMMONVIEW_FRAGMENT:
        raise Refusal("match_too_large_for_address")
    return f"{GAMMONVIEW_ADDRESS}{fragment}"


def get_source_signatures(match: Match, transcript: Transcript) -> tuple[SourceSignature, ...]:
    """Return the checked signatures of a transcript; those of a file whose names are hidden are left out."""
    if is_private(match) or transcript.format != OGXM:
        return ()
    return check_file(transcript.text, get_key_names()) if transcript.format == OGXM else ()


def get_public_name(match: Match, transcript: Transcript) -> str:
    """Return the title of a transcript: its file name, or the public names of the players if private."""
    return f"{match.white.name} – {match.black.name}" if is_private(match) else transcript.name


def is_private(match: Match) -> bool:
    """Whether a player of this match does not show the full name or is anonymised."""
    sides = (match.white, match.black)
    return any(side.name != side.desk_name or side.anonymised_at is not None for side in sides)


def find_disagreements(match: Match) -> Iterator[Refusal]:
    """Yield each inconsistency of the stored transcripts of a match, for `audit_matches`."""
    is_played = match.status == Status.SETTLED.value and match.ending == Ending.PLAYED.value
    for transcript in match.transcripts.order_by("id"):
        context = {"match": match.code, "record": transcript.name}
        if compute_digest(transcript.text) != transcript.digest:
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
    return replay(record, match_queries.get_laws(match), length=match.length).to_json() != verdict


def _with_names(finding: Finding, names: tuple[str, str]) -> Finding:
    if PLAYERS_KEY not in finding.facts:
        return finding
    return finding._replace(facts={**finding.facts, PLAYERS_KEY: list(names)})


def _public_names(match: Match, transcript: Transcript) -> tuple[str, str]:
    if transcript.names_others:
        return gettext("White"), gettext("Black")
    names = (match.white.name, match.black.name)
    return names[::-1] if transcript.swapped else names


def find_same_games(games: str, **where: Any) -> Transcript | None:
    """Return the first transcript of a match with the fingerprint `games`, among those chosen by `where`."""
    rows = Transcript.objects.filter(games=games, match__isnull=False, **where).select_related("match")
    return rows.order_by("id").first() if games else None
