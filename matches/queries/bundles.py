"""Zips of records as the desk sees them: how far each is, and what became of its files."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from matches.models import Bundle, BundledFile, Desk, Match, Transcript
from matches.models.bundle import ASKS, ATTACHED, WAITING
from matches.queries import candidates, listing


@dataclass(frozen=True, slots=True)
class Progress:
    """A zip, its files in order, and how many of them came to what end."""

    bundle: Bundle
    files: tuple[BundledFile, ...]
    fates: Counter[str]

    @property
    def done(self) -> int:
        """How many files have been looked at."""
        return len(self.files) - self.fates[WAITING]

    @property
    def is_done(self) -> bool:
        """Whether all have."""
        return self.done == len(self.files)


def desk_by_code(code: str) -> Desk | None:
    """The desk of this code."""
    return Desk.objects.filter(code=code).first()


def bundles_of(desk: Desk) -> QuerySet[Bundle]:
    """The zips of a desk, the latest first, with their numbers of files."""
    attached = Count("files", filter=Q(files__fate=ATTACHED))
    counted = desk.bundles.annotate(count=Count("files"), attached=attached)
    return counted.select_related("by").order_by("-id")


def progress_of(desk: Desk, code: str) -> Progress | None:
    """A zip of this desk as it stands; None when the desk has none of this code."""
    bundle = desk.bundles.select_related("by", "desk").filter(code=code).first()
    if bundle is None:
        return None
    found = bundle.files.select_related("transcript__match__white", "transcript__match__black")
    files = tuple(found.defer("data", "transcript__text", "transcript__verdict"))
    return Progress(bundle, files, Counter(file.fate for file in files))


def fits_by_file(progress: Progress, desk: Desk) -> dict[int, list[Match]]:
    """For each file that asks: the matches of the desk that its record may be of, in two queries for all."""
    asking = [file for file in progress.files if file.fate == ASKS and file.transcript is not None]
    if not asking:
        return {}
    kept = Transcript.objects.in_bulk([file.transcript_id for file in asking])
    matches = candidates.read(listing.matches_where(desk=desk.code))
    return {file.pk: _fits(kept[file.transcript_id or 0], matches) for file in asking}


def _fits(transcript: Transcript, matches: list[Match]) -> list[Match]:
    players, length = transcript.verdict["players"], transcript.verdict["length"]
    day = transcript.played_on
    found = candidates.fits(players=(players[0], players[1]), length=length, day=day, among=matches)
    return [fit.match for fit in found]


def asking_twin(transcript: Transcript, desk: Desk) -> Transcript | None:
    """The record of another file of this desk that still asks and tells the same games."""
    if transcript.match_id or not transcript.games:
        return None
    asking = BundledFile.objects.filter(bundle__desk=desk, fate=ASKS, transcript__games=transcript.games)
    file = asking.select_related("transcript").first()
    return file.transcript if file else None
