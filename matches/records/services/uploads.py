"""Upload match files: replay them, store them with the verdict, compare them with the score of the match."""

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from matches import permissions
from matches.actors import Identity
from matches.models import Match
from matches.names import fold_name, is_swapped_by_names, is_swapped_by_score
from matches.queries import matches
from matches.records.match_files import compute_fingerprint
from matches.records.models import Analysis, FileStatus, Transcript
from matches.records.queries import match_fits, transcripts
from matches.records.queries.analyses import get_last_figures
from matches.records.services import analyses, certificates
from matches.records.services.contradictions import update_agreement
from matches.records.services.file_videos import store_video_of_file
from matches.records.services.positions import index_positions
from matches.records.signals import figures_changed
from matches.services import match_rows, reporting
from matches.services.guards import make_outsider_refusal, require_reporter
from matches.states import Status
from rules import formats
from rules.analysis import MatchAnalysis
from rules.errors import Refusal
from rules.options import MatchLaws
from rules.record import Record
from rules.replay import replay
from rules.sides import Side
from rules.verdict import Finding, Verdict

LONGEST_NAME = 200
# How many analyses from files one transcript may have, each by another engine or with other settings.
MAX_FILE_ANALYSES = 8
# In `Transcript.mismatches`: the names of the file are not those of the players.
PLAYERS = "players"
NOT_IDENTIFIED = {"identified_player": None, "identified_user": None, "identified_at": None}
DATE = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A match file that could be read: its text, what it records and the verdict of its replay."""

    name: str
    text: str
    digest: str
    record: Record
    verdict: Verdict
    played_on: date | None

    @property
    def games(self) -> str:
        """The fingerprint of its games (`match_files.compute_fingerprint`)."""
        return compute_fingerprint(self.verdict)


@dataclass(frozen=True, slots=True)
class Upload:
    """The outcome of an upload; `fits` are the matches that an unassigned transcript may belong to."""

    transcript: Transcript
    fits: tuple[Match, ...] = ()
    is_duplicate: bool = False


def upload_file(
    *, name: str, data: bytes, identity: Identity, among: QuerySet[Match] | None = None
) -> Upload:
    """Store a match file and attach it to the match it fits, if there is exactly one.

    It is searched by length, names and date in `among`, by default the matches the identity may report.
    Raises `Unreadable`, `not_signed_in`, and as `attach_file`.
    """
    _require_account_or_badge(identity)
    file = parse_file(name=name, data=data)
    own_matches = match_fits.get_reportable_matches(identity) if among is None else among
    duplicate = transcripts.find_same_games(file.games, match__in=own_matches.values("pk"))
    if duplicate is not None:
        _add_analysis_of_file(duplicate, file, identity)
        return Upload(duplicate, is_duplicate=True)
    fits = match_fits.find_fits(
        players=file.verdict.players,
        length=file.verdict.length,
        day=file.played_on,
        among=match_fits.get_latest_matches(own_matches, length=file.verdict.length),
    )
    match = match_fits.choose_only_fit(fits)
    if match is not None:
        verdict = replay(file.record, matches.get_laws(match), length=match.length)
        return Upload(_attach(match, replace(file, verdict=verdict), identity))
    return Upload(_store_unassigned(file, identity), tuple(fit.match for fit in fits))


def attach_file(*, match: Match, name: str, data: bytes, identity: Identity) -> Transcript:
    """Store a match file with its match and compare it with the score.

    If the match has the same text or games already, that transcript is returned. A file of another match
    length is stored too, but neither proves nor contradicts a result. Raises `Unreadable`, `not_your_match`,
    `match_void`; then nothing is stored.
    """
    require_reporter(identity, match)
    file = parse_file(name=name, data=data, laws=matches.get_laws(match), length=match.length)
    return _attach(match, file, identity)


def _attach(match: Match, file: ParsedFile, identity: Identity) -> Transcript:
    analysis = file.record.analysis
    with transaction.atomic():
        match = match_rows.lock_match(match)
        require_reporter(identity, match)
        if match.status == Status.VOID.value:
            raise Refusal("match_void", match=match.code)
        duplicate = _find_duplicate(match, file.digest, file.games)
        if duplicate is not None:
            _add_analysis(match, duplicate, analysis, identity)
            return duplicate
        transcript = Transcript.objects.create(
            match=match,
            **_get_file_columns(file, identity) | make_match_columns(file.verdict, file.played_on, match),
        )
        index_positions(transcript=transcript, verdict=file.verdict)
        store_video_of_file(transcript=transcript)
        return update_match(match, transcript, identity, analysis)


def store_unassigned_file(*, name: str, data: bytes, identity: Identity) -> Transcript:
    """Store a match file that belongs to no match yet. Raises `Unreadable` and `not_signed_in`."""
    _require_account_or_badge(identity)
    return _store_unassigned(parse_file(name=name, data=data), identity)


def _store_unassigned(file: ParsedFile, identity: Identity) -> Transcript:
    with transaction.atomic():
        uploader = {"uploaded_by": identity.user} if identity.user else {"device": identity.device}
        existing = Transcript.objects.filter(match=None, digest=file.digest, **uploader).first()
        if existing is not None:
            return existing
        transcript = Transcript.objects.create(**_get_file_columns(file, identity))
        analysis = file.record.analysis
        if analysis is not None:
            analyses.store_file_analysis(transcript, analysis, identity=identity)
        return transcript


def is_uploader(transcript: Transcript, identity: Identity) -> bool:
    """Whether this account or device has uploaded a transcript."""
    if identity.user is not None and transcript.uploaded_by_id == identity.user.pk:
        return True
    return bool(identity.device) and transcript.device == identity.device


def may_move(transcript: Transcript, identity: Identity) -> bool:
    """Whether the identity may move a transcript to another match.

    An official of its desk may; its uploader only if it does not fit its match.
    """
    if transcript.match is None:
        return False
    if permissions.may_rule(identity.user, transcript.match.desk):
        return True
    return bool(transcript.mismatches) and is_uploader(transcript, identity)


def may_withdraw(transcript: Transcript, identity: Identity) -> bool:
    """Whether the identity may take a transcript out of its match: its uploader or an official."""
    if transcript.match is None:
        return False
    return is_uploader(transcript, identity) or permissions.may_rule(identity.user, transcript.match.desk)


def lock_with_match(transcript: Transcript) -> tuple[Match, Transcript]:
    """Lock the match of a transcript and then its row; return both. Raises `record_absent`."""
    if transcript.match is None:
        raise Refusal("record_absent")
    match = match_rows.lock_match(transcript.match)
    transcript = Transcript.objects.select_for_update(of=("self",)).get(pk=transcript.pk)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    transcript.match = match
    return match, transcript


@transaction.atomic
def withdraw_transcript(*, transcript: Transcript, identity: Identity) -> Transcript:
    """Take a transcript out of its match: it is unassigned again, and only its uploader can read it.

    It no longer confirms or contradicts the score, and its figures no longer count. A report or a result
    made from it stays. See `may_withdraw`. Raises `record_absent` and `not_your_match`.
    """
    match, transcript = lock_with_match(transcript)
    if not may_withdraw(transcript, identity):
        raise make_outsider_refusal(identity, match)
    analyses.cancel_open_analyses(transcript=transcript)
    certificates.withdraw_certificates(transcript=transcript)
    transcript.positions.all().delete()
    transcript.drafts.update(transcript=None)
    _replace_unassigned_copies(transcript)
    transcript.archived_files.filter(status=FileStatus.ATTACHED).update(status=FileStatus.UNASSIGNED)
    former_figures = get_last_figures(match)
    columns: dict[str, Any] = {"match": None, "agrees": None, "mismatches": [], "names_others": False}
    Transcript.objects.filter(pk=transcript.pk).update(**columns, **NOT_IDENTIFIED)
    match_rows.write_match(match, actor=identity.name_in(match))
    figures_changed.send(sender=Match, match=match, by=identity, former_figures=former_figures)
    transcript.refresh_from_db()
    return transcript


@transaction.atomic
def remove_transcript(*, transcript: Transcript, identity: Identity) -> None:
    """Delete an upload that is linked to no match; only its uploader may.

    A file of an archive is then listed there as removed. Raises `record_absent` and `record_linked`.
    """
    row = Transcript.objects.select_for_update(of=("self",)).filter(pk=transcript.pk).first()
    if row is None or not is_uploader(row, identity):
        raise Refusal("record_absent")
    if row.match_id is not None:
        raise Refusal("record_linked", record=row.name)
    row.archived_files.update(status=FileStatus.REJECTED, transcript=None, problem={"code": "record_removed"})
    row.figures.all().delete()
    row.analyses.all().delete()
    row.delete()


def _replace_unassigned_copies(transcript: Transcript) -> None:
    """Delete the unassigned uploads of the same text by the same uploader, in favour of this transcript.

    Their analyses are deleted with them: this transcript has its own, or can be analysed.
    """
    uploader = (
        {"uploaded_by": transcript.uploaded_by_id}
        if transcript.uploaded_by_id
        else {"uploaded_by": None, "device": transcript.device}
    )
    for copy in Transcript.objects.filter(match=None, digest=transcript.digest, **uploader):
        copy.archived_files.update(transcript=transcript)
        copy.figures.filter(analysis__isnull=False).delete()
        copy.figures.update(transcript=transcript)
        copy.analyses.all().delete()
        copy.delete()


@transaction.atomic
def move_transcript(*, transcript: Transcript, match: Match, identity: Identity) -> Transcript:
    """Move a transcript to another match; its scores and figures are recomputed for the sides there.

    See `may_move`. Raises `not_your_match`, `match_void`, `record_fits` and `record_duplicate`.
    """
    if transcript.match is None:
        raise Refusal("record_absent")
    require_reporter(identity, match)
    both_matches = sorted({transcript.match, match}, key=lambda each: each.pk)
    locked_matches = {each.pk: match_rows.lock_match(each) for each in both_matches}
    transcript = Transcript.objects.select_for_update(of=("self",)).get(pk=transcript.pk)
    match, former_match = locked_matches[match.pk], locked_matches.get(transcript.match_id or 0)
    if former_match is None:
        raise Refusal("record_absent")
    if former_match.pk == match.pk:
        return transcript
    _require_movable(transcript, former_match, identity)
    if match.status == Status.VOID.value:
        raise Refusal("match_void", match=match.code)
    if _find_duplicate(match, transcript.digest, transcript.games) is not None:
        raise Refusal("record_duplicate", record=transcript.name, match=match.code)
    laws = matches.get_laws(match)
    file = parse_file(name=transcript.name, data=transcript.text.encode(), laws=laws, length=match.length)
    columns = _get_verdict_columns(file) | make_match_columns(file.verdict, file.played_on, match)
    former_figures = get_last_figures(former_match)
    certificates.withdraw_certificates(transcript=transcript)
    Transcript.objects.filter(pk=transcript.pk).update(match=match, agrees=None, **columns)
    if columns["swapped"] != transcript.swapped:
        analyses.exchange_sides_of(transcript=transcript)
    index_positions(transcript=transcript, verdict=file.verdict)
    update_agreement(match=former_match, score=reporting.get_current_score(former_match))
    match_rows.write_match(former_match, actor=identity.name_in(former_match))
    transcript = update_match(match, transcript, identity, analysis=None)
    figures_changed.send(sender=Match, match=former_match, by=identity, former_figures=former_figures)
    figures_changed.send(sender=Match, match=match, by=identity)
    return transcript


@transaction.atomic
def link_transcript(*, transcript: Transcript, match: Match, identity: Identity) -> Transcript:
    """Assign a transcript without a match; allowed to its uploader and to officials of the match.

    If the match has the same text or games already, that transcript is returned. Raises `record_linked`,
    `record_absent`, `not_your_match`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    transcript = Transcript.objects.select_for_update(of=("self",)).get(pk=transcript.pk)
    if transcript.match_id not in {None, match.pk}:
        raise Refusal("record_linked", record=transcript.name)
    if not is_uploader(transcript, identity) and not permissions.may_rule(identity.user, match.desk):
        raise Refusal("record_absent")
    if transcript.match_id == match.pk:
        return transcript
    laws = matches.get_laws(match)
    file = parse_file(name=transcript.name, data=transcript.text.encode(), laws=laws, length=match.length)
    duplicate = _find_duplicate(match, transcript.digest, transcript.games)
    if duplicate is not None:
        _add_analysis(match, duplicate, file.record.analysis, identity)
        return duplicate
    columns = _get_verdict_columns(file) | make_match_columns(file.verdict, file.played_on, match)
    Transcript.objects.filter(pk=transcript.pk).update(match=match, **columns)
    if columns["swapped"] != transcript.swapped:
        analyses.exchange_sides_of(transcript=transcript)
    index_positions(transcript=transcript, verdict=file.verdict)
    store_video_of_file(transcript=transcript)
    transcript = update_match(match, transcript, identity, analysis=None)
    # Its figures are those of the time before; a file of an earlier version may have none yet.
    _add_analysis(match, transcript, file.record.analysis, identity)
    figures_changed.send(sender=Match, match=match, by=identity)
    return transcript


def find_other_names(transcript: Transcript, data: bytes) -> tuple[str, str] | None:
    """Return the names of the players in a file with the moves of a transcript; None if they are the same."""
    names = formats.read(data).players
    stored_names = Verdict.from_json(transcript.verdict).players
    is_same = sorted(map(fold_name, names)) == sorted(map(fold_name, stored_names))
    return None if is_same else names


def parse_file(
    *, name: str, data: bytes, laws: MatchLaws | None = None, length: int | None = None
) -> ParsedFile:
    """Read and replay a file without storing it; `laws` and `length` are those of its match, if any.

    Raises `Unreadable` with the line and what was expected.
    """
    record = formats.read(data)
    text = formats.text_of(data)
    return ParsedFile(
        name=_clean_name(name),
        text=text,
        record=record,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        verdict=replay(record, laws, length=length),
        played_on=_parse_date(record.facts.get("date", "")),
    )


def _require_movable(transcript: Transcript, match: Match, identity: Identity) -> None:
    transcript.match = match
    if may_move(transcript, identity):
        return
    if is_uploader(transcript, identity):
        raise Refusal("record_fits", record=transcript.name)
    raise make_outsider_refusal(identity, match)


def _require_account_or_badge(identity: Identity) -> None:
    if identity.user is None and identity.badge_player is None:
        raise Refusal("not_signed_in")


def update_match(
    match: Match, transcript: Transcript, identity: Identity, analysis: MatchAnalysis | None
) -> Transcript:
    """Update the match of a new transcript: compare all its transcripts with its score, notify open pages.

    Stores `analysis`, that of the file, if there is one.
    """
    update_agreement(match=match, score=reporting.get_current_score(match))
    match_rows.write_match(match, actor=identity.name_in(match))
    transcript.refresh_from_db()
    if analysis is not None:
        analyses.store_file_analysis(transcript, analysis, identity=identity)
    return transcript


def _add_analysis(
    match: Match, transcript: Transcript, analysis: MatchAnalysis | None, identity: Identity
) -> None:
    """Store the analysis of another file of the same games, once for each engine and its settings.

    The caller holds the lock of the match.
    """
    if analysis is None:
        return
    kind = (analysis.engine or "?", analysis.settings)
    existing_kinds = list(transcript.analyses.filter(origin=Analysis.FILE).values_list("engine", "settings"))
    if kind not in existing_kinds and len(existing_kinds) < MAX_FILE_ANALYSES:
        transcript.match = match
        analyses.store_file_analysis(transcript, analysis, identity=identity)


def _add_analysis_of_file(transcript: Transcript, file: ParsedFile, identity: Identity) -> None:
    """Store the analysis of a duplicate file with the existing transcript, if the identity may report."""
    analysis = file.record.analysis
    if analysis is None or transcript.match is None:
        return
    with transaction.atomic():
        match = match_rows.lock_match(transcript.match)
        if match.status != Status.VOID.value and permissions.may_report(identity, match):
            _add_analysis(match, transcript, analysis, identity)


def _find_duplicate(match: Match, digest: str, games: str) -> Transcript | None:
    """The transcript of this match with the same text, or with the same games in another format."""
    same = Q(digest=digest) | Q(games=games) if games else Q(digest=digest)
    return match.transcripts.filter(same).first()


def _get_file_columns(file: ParsedFile, identity: Identity) -> dict[str, Any]:
    return {
        "name": file.name,
        "text": file.text,
        "format": file.record.format,
        "digest": file.digest,
        "games": file.games,
        "played_on": file.played_on,
        **_get_verdict_columns(file),
        "fault": _get_first_fault(file.verdict, swapped=False),
        "uploaded_by": identity.user,
        "device": identity.device,
    }


def _get_verdict_columns(file: ParsedFile) -> dict[str, Any]:
    return {"verdict": file.verdict.to_json(), "status": file.verdict.status}


def make_match_columns(
    verdict: Verdict, day: date | None, match: Match, *, swapped: bool | None = None
) -> dict[str, Any]:
    """Return the columns of a transcript that depend on its match.

    `swapped`: somebody confirmed that the players are those of the match, in this order; None: names decide.
    """
    is_identified = swapped is not None
    has_match_length = verdict.length == match.length
    is_proven = verdict.winner is not None and verdict.status != "awarded"
    final_score = verdict.score if is_proven and has_match_length else None
    if swapped is None:
        swapped = is_swapped_by_names(verdict.players, (match.white.desk_name, match.black.desk_name))
    names_fit = swapped is not None
    if swapped is None:
        swapped = is_swapped_by_score(final_score, reporting.get_current_score(match))
    white, black = (None, None) if final_score is None else final_score[::-1] if swapped else final_score
    mismatches = match_fits.find_mismatches(match, players=verdict.players, length=verdict.length, day=day)
    if is_identified and PLAYERS in mismatches:
        mismatches.remove(PLAYERS)
    return {
        "swapped": swapped,
        "names_fit": names_fit,
        "white_score": white,
        "black_score": black,
        "covers_match": _covers_match(verdict, match, swapped=swapped),
        "mismatches": mismatches,
        "names_others": PLAYERS in mismatches,
        "fault": _get_first_fault(verdict, swapped=swapped) if has_match_length else {},
        **NOT_IDENTIFIED,
    }


def _covers_match(verdict: Verdict, match: Match, *, swapped: bool) -> bool:
    """Whether the file begins at the score the match began at, 0-0 or a head start."""
    first_score = verdict.games[0].score_before if verdict.games else (0, 0)
    starts = {(0, 0), (match.white_start, match.black_start)}
    return (first_score[::-1] if swapped else first_score) in starts


def _get_first_fault(verdict: Verdict, *, swapped: bool) -> dict[str, Any]:
    errors = (finding for finding in verdict.findings if finding.severity == "error")
    first = next(errors, None)
    return _fault_to_json(first, swapped=swapped) if first is not None else {}


def _fault_to_json(finding: Finding, *, swapped: bool) -> dict[str, Any]:
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


def _parse_date(text: str) -> date | None:
    """The date a header names, year first; None when it names none or an impossible one."""
    parts = DATE.search(text)
    try:
        return date(*map(int, parts.groups())) if parts else None
    except ValueError:
        return None


def _clean_name(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME] or "record"
