"""The match files of a tournament as one zip, made at once if there are few, else by a task."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, override

from matches.actors import Identity
from matches.messages import get_label, get_sentence
from matches.models import Match
from matches.records.models import Transcript
from matches.records.queries.transcripts import get_public_file
from matches.services import outbox
from rules.errors import Refusal
from tournaments.exchange.spreadsheets import Sheet, as_csv
from tournaments.importing.queries import record_exports
from tournaments.importing.queries.record_exports import FORMATS, ORIGINAL
from tournaments.messages.names import round_title
from tournaments.models import RecordExport, Tournament
from tournaments.models.imports import DONE, FAILED, WAITING
from tournaments.permissions import may_see
from tournaments.slugs import slugify_name

# Kind of the outbox message.
KIND = "export_records"
# Up to so many files the zip is made at once; more than the largest number are refused.
MAX_AT_ONCE, MAX_RECORDS = 40, 4_000
MAX_BYTES = 64 * 1024 * 1024
MAX_ATTEMPTS = 3
PROGRESS_SECONDS = 3600
PROGRESS_STEP = 20


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A line of the index: a match file with its match; `file` is "" where the format cannot hold it."""

    file: str
    event: str
    round: str
    white: str
    black: str
    length: int
    score: str
    verdict: str
    problem: str


def request_export(*, tournament: Tournament, format: str, language: str, identity: Identity) -> RecordExport:
    """Return the zip of a tournament in a format, made now or enqueued unless it exists and is up to date.

    Everybody who may see the tournament may see its match files. Raises `tournament_hidden`,
    `record_format_unknown`, `no_records` and `records_many`.
    """
    if not may_see(identity.user, tournament):
        raise Refusal("tournament_hidden")
    if format not in FORMATS:
        raise Refusal("record_format_unknown", format=format)
    count = record_exports.count_records(tournament)
    if not count:
        raise Refusal("no_records", name=tournament.name)
    if count > MAX_RECORDS:
        raise Refusal("records_many", most=MAX_RECORDS)
    export, is_new = _add_export(tournament, format, language, count)
    # Made after the commit, so that nothing waits for its lock. If this fails, the outbox message makes it.
    if is_new and count <= MAX_AT_ONCE:
        _make_zip(export)
    return export


@transaction.atomic
def _add_export(tournament: Tournament, format: str, language: str, count: int) -> tuple[RecordExport, bool]:
    """Return the current export, or a new one that is enqueued, and whether it is new."""
    # Two requests for one format wait for each other here.
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    digest = record_exports.compute_digest(tournament)
    existing_exports = RecordExport.objects.filter(tournament=tournament, format=format, language=language)
    export = existing_exports.defer("data").first()
    if export is not None and export.digest == digest and export.state != FAILED:
        return export, False
    existing_exports.delete()
    export = RecordExport.objects.create(
        tournament=tournament, format=format, language=language, digest=digest, records=count
    )
    outbox.post_message(kind=KIND, payload={"export": export.pk})
    return export, True


def deliver(payload: dict[str, Any]) -> None:
    """Make a zip unless it is done. Outbox handler outside a transaction; idempotent."""
    rows = RecordExport.objects.filter(pk=payload["export"], state=WAITING)
    export = rows.select_related("tournament").first()
    if export is None:
        return
    if export.attempts >= MAX_ATTEMPTS:
        _finish(export, FAILED, problem={"code": "record_export_broke_off", "facts": {}})
        return
    rows.update(attempts=F("attempts") + 1)
    _make_zip(export)


def delete_exports_of_player(*, player_ids: Sequence[int]) -> None:
    """Delete the zips of tournaments in which these players were entered, as they contain former names."""
    RecordExport.objects.filter(tournament__events__entries__player__in=player_ids).delete()
    RecordExport.objects.filter(tournament__events__pairings__match__white__in=player_ids).delete()
    RecordExport.objects.filter(tournament__events__pairings__match__black__in=player_ids).delete()


def _make_zip(export: RecordExport) -> None:
    try:
        data, left_out = _pack(export)
    except Refusal as refusal:
        _finish(export, FAILED, problem={"code": refusal.code, "facts": dict(refusal.facts)})
    else:
        _finish(export, DONE, data=data, left_out=left_out)


def _finish(export: RecordExport, state: str, **columns: Any) -> None:
    columns |= {"state": state, "over_at": timezone.now()}
    RecordExport.objects.filter(pk=export.pk, state=WAITING).update(**columns)
    for name, value in columns.items():
        setattr(export, name, value)


def _pack(export: RecordExport) -> tuple[bytes, int]:
    """Return the zip, and how many files the format cannot hold. Raises `records_large`."""
    buffer, index, size = BytesIO(), [], 0
    with override(export.language), zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, transcript in enumerate(record_exports.iterate_transcripts(export.tournament), start=1):
            row, content = _convert(transcript, export.format)
            size += len(content)
            if size > MAX_BYTES:
                raise Refusal("records_large", most=MAX_BYTES // 1024 // 1024)
            if row.file:
                archive.writestr(row.file, content)
            index.append(row)
            if number % PROGRESS_STEP == 0:
                percent = 99 * number // max(export.records, number)
                cache.set(record_exports.progress_key(export), percent, PROGRESS_SECONDS)
        for name, content in _write_index(export.tournament, index).items():
            archive.writestr(name, content)
    return buffer.getvalue(), sum(not row.file for row in index)


def _convert(transcript: Transcript, format: str) -> tuple[IndexRow, bytes]:
    match = transcript.match
    if match is None:
        raise TypeError("an exported match file belongs to a match")
    pairing = match.pairing
    spans = ((pairing.winner_from, pairing.winner_to), (pairing.loser_from, pairing.loser_to))
    content, file, problem = b"", "", ""
    try:
        content, ending = get_public_file(match, transcript, "" if format == ORIGINAL else format)
        file = f"{pairing.event.slug}/{_build_stem(match, transcript)}.{ending}"
    except Refusal as refusal:
        problem = get_sentence(refusal.code, refusal.facts)
    row = IndexRow(
        file=file,
        event=pairing.event.name,
        round=round_title(pairing.flight, pairing.round, *spans, board=pairing.board),
        white=match.white.name,
        black=match.black.name,
        length=match.length,
        score="" if match.white_score is None else f"{match.white_score}-{match.black_score}",
        verdict=_describe_verdict(transcript),
        problem=problem,
    )
    return row, content


def _describe_verdict(transcript: Transcript) -> str:
    """Return the verdict of a file, and whether it names other players than those of its match."""
    parts = [str(get_label(transcript.status))]
    if transcript.names_others:
        parts.append(gettext("names other players; proves nothing here"))
    return "; ".join(parts)


def _build_stem(match: Match, transcript: Transcript) -> str:
    """Return the name of a file without its ending, unique by the number of the transcript."""
    names = (slugify_name(match.white.name), slugify_name(match.black.name))
    parts = [match.pairing.label, *(name[:40] for name in names if name), str(transcript.pk)]
    return "-".join(parts)


def _write_index(tournament: Tournament, rows: Sequence[IndexRow]) -> Mapping[str, bytes]:
    """Return the index as a CSV file and as a page."""
    headings = [
        gettext("File"),
        gettext("Event"),
        gettext("Round"),
        gettext("White"),
        gettext("Black"),
        gettext("Match length"),
        gettext("Score"),
        gettext("Verdict"),
        gettext("Left out because"),
    ]
    cells = [
        (
            row.file,
            row.event,
            row.round,
            row.white,
            row.black,
            row.length,
            row.score,
            row.verdict,
            row.problem,
        )
        for row in rows
    ]
    page = render_to_string(
        "tournaments/importing/record_index.html", {"tournament": tournament, "heads": headings, "rows": rows}
    )
    return {"index.csv": as_csv(Sheet(tournament.name, headings, cells)), "index.html": page.encode()}
