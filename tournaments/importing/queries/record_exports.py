"""The zips made of the match files of a tournament."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from django.core.cache import cache

from matches.records.models import Transcript
from rules.formats import WRITERS
from tournaments.models import RecordExport, Tournament
from tournaments.play.tournaments.queries.match_files import get_transcripts

ORIGINAL = "original"
FORMATS = (ORIGINAL, *WRITERS)
CHUNK_SIZE = 50


@dataclass(frozen=True, slots=True)
class ExportStatus:
    """Progress of a zip in percent, and whether files or names have changed since it was requested."""

    percent: int
    is_outdated: bool


def iterate_transcripts(tournament: Tournament) -> Iterator[Transcript]:
    """Yield the transcripts with their matches, players, pairings and events."""
    related = ("match__white", "match__black", "match__pairing__event")
    yield from get_transcripts(tournament).select_related(*related).defer("verdict").iterator(CHUNK_SIZE)


def count_records(tournament: Tournament) -> int:
    """Return the number of match files."""
    return get_transcripts(tournament).count()


def compute_digest(tournament: Tournament) -> str:
    """Return the digest of the content of a zip: files, scores and names. One query."""
    digest = blake2b(digest_size=16)
    fields = ("pk", "digest", "status", "swapped")
    rows = get_transcripts(tournament).select_related("match__white", "match__black", "match__pairing__event")
    for row in rows.defer("text", "verdict", "fault"):
        match = row.match
        if match is None:
            continue
        sides = [(side.name, side.desk_name, side.anonymised_at) for side in (match.white, match.black)]
        event = match.pairing.event.name
        facts = [getattr(row, field) for field in fields]
        digest.update(repr((facts, event, match.white_score, match.black_score, sides)).encode())
    return digest.hexdigest()


def get_export(tournament: Tournament, code: str) -> RecordExport | None:
    """Return a zip of a tournament by its code, without its data."""
    return RecordExport.objects.filter(tournament=tournament, code=code).defer("data").first()


def get_status(export: RecordExport) -> ExportStatus:
    """Return the progress of a zip."""
    percent = 100 if export.is_over else int(cache.get(progress_key(export)) or 0)
    return ExportStatus(percent, export.digest != compute_digest(export.tournament))


def progress_key(export: RecordExport) -> str:
    """Return the cache key of the progress of a zip."""
    return f"record-export:{export.pk}"
