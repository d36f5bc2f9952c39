"""Zip archives of match files: their progress, and the matches each file may belong to."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from matches.models import Desk, Match
from matches.queries import matches as match_queries
from matches.records.models import Archive, ArchivedFile, FileStatus, Transcript
from matches.records.queries.match_fits import find_fits, get_latest_matches


@dataclass(frozen=True, slots=True)
class ArchiveProgress:
    """An archive, its files in order, and how many of them have each status."""

    archive: Archive
    files: tuple[ArchivedFile, ...]
    counts: Counter[str]

    @property
    def done(self) -> int:
        """How many files have been read."""
        return len(self.files) - self.counts[FileStatus.PENDING]

    @property
    def attached(self) -> int:
        """How many files are attached to a match."""
        return self.counts[FileStatus.ATTACHED]

    @property
    def is_done(self) -> bool:
        """Whether all files have been read."""
        return self.done == len(self.files)

    def file(self, number: int) -> ArchivedFile | None:
        """The file with this number."""
        return next((file for file in self.files if file.number == number), None)


def get_archives(desk: Desk) -> QuerySet[Archive]:
    """The archives of a desk, the latest first, with their numbers of files."""
    attached = Count("files", filter=Q(files__status=FileStatus.ATTACHED))
    rows = desk.archives.annotate(count=Count("files"), attached=attached)
    return rows.select_related("by__player").order_by("-id")


def get_archive_progress(desk: Desk, code: str) -> ArchiveProgress | None:
    """The progress of the archive with this code; None when the desk has none."""
    archive = desk.archives.select_related("by__player", "desk").filter(code=code).first()
    if archive is None:
        return None
    rows = archive.files.select_related("transcript__match__white", "transcript__match__black")
    files = tuple(rows.defer("data", "transcript__text", "transcript__verdict"))
    return ArchiveProgress(archive, files, Counter(file.status for file in files))


def find_fits_by_file(progress: ArchiveProgress, desk: Desk) -> dict[int, list[Match]]:
    """Return, by file key, the matches of the desk that each unassigned file may belong to. Two queries."""
    unassigned = [file for file in progress.files if file.status == FileStatus.UNASSIGNED]
    if not unassigned:
        return {}
    transcripts = Transcript.objects.in_bulk([file.transcript_id for file in unassigned])
    matches = get_latest_matches(match_queries.filter_matches(desk=desk.code))
    return {file.pk: _find_fits_among(transcripts[file.transcript_id or 0], matches) for file in unassigned}


def find_open_duplicate(transcript: Transcript, desk: Desk) -> Transcript | None:
    """The transcript of an unassigned file of this desk with the same games."""
    if transcript.match_id or not transcript.games:
        return None
    same_games = ArchivedFile.objects.filter(
        archive__desk=desk, status=FileStatus.UNASSIGNED, transcript__games=transcript.games
    )
    file = same_games.select_related("transcript").first()
    return file.transcript if file else None


def _find_fits_among(transcript: Transcript, matches: list[Match]) -> list[Match]:
    players, length = transcript.verdict["players"], transcript.verdict["length"]
    best = find_fits(players=(players[0], players[1]), length=length, day=transcript.played_on, among=matches)
    return [fit.match for fit in best]
