"""Queries of transcripts, archives and drafts, and the search for the match a transcript belongs to."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from matches.actors import Identity
from matches.models import Desk, Match, Player
from matches.names import MIN_LIKENESS, compare_names
from matches.queries import matches as match_queries
from matches.queries.desks import get_desks_of
from matches.queries.people import make_person_or_pair_q, make_person_q
from matches.records.models import Archive, ArchivedFile, FileStatus, Transcript, TranscriptDraft
from matches.states import Ending, Status
from rules import formats
from rules.errors import Refusal
from rules.record import RecordedGame
from rules.recording import Recording
from rules.replay import replay
from rules.verdict import VERSION, Finding, Verdict

PLAYERS_KEY = "players"


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
    """The key of the latest transcript of each match, by key of the match; one query."""
    rows = Transcript.objects.filter(match__in=match_ids).order_by("id").values_list("match_id", "id")
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
    uploaded text. Raises the refusals of `formats.read` and `formats.write`.
    """
    if not is_private(match):
        text = transcript.text
        return formats.write(formats.read(text.encode()), format) if format else text
    record = formats.read(transcript.text.encode())
    games = tuple(replace(game, players=None) for game in record.games)
    public = replace(record, players=_public_names(match, transcript), games=games, facts={}, comments=())
    same_format = transcript.format if transcript.format in formats.WRITERS else "json"
    return formats.write(public, format or same_format)


# File endings of text formats that have none of their own.
FILE_ENDINGS = {"fibs": "fibs.txt", "xg": "xg.txt"}


def get_public_file(match: Match, transcript: Transcript, format: str = "") -> tuple[bytes, str]:
    """Return the file of a transcript and its file ending; for `format` and errors see `get_public_text`."""
    text = get_public_text(match, transcript, format)
    data, binary_ending = formats.file_of(text)
    # Names are hidden by writing the record anew, and a format that is only read cannot be written.
    is_rewritten = is_private(match) and transcript.format not in formats.WRITERS
    written_format = format or ("json" if is_rewritten else transcript.format)
    return data, binary_ending or FILE_ENDINGS.get(written_format, written_format)


def get_public_name(match: Match, transcript: Transcript) -> str:
    """Return the title of a transcript: its file name, or the public names of the players if private."""
    return f"{match.white.name} – {match.black.name}" if is_private(match) else transcript.name


def is_private(match: Match) -> bool:
    """Whether a player of this match does not show the full name or is anonymised."""
    sides = (match.white, match.black)
    return any(side.name != side.full_name or side.anonymised_at is not None for side in sides)


def find_disagreements(match: Match) -> Iterator[Refusal]:
    """Yield each inconsistency of the stored transcripts of a match, for `audit_matches`."""
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
    return replay(record, match_queries.get_laws(match), length=match.length).to_json() != verdict


def _with_names(finding: Finding, names: tuple[str, str]) -> Finding:
    if PLAYERS_KEY not in finding.facts:
        return finding
    return finding._replace(facts={**finding.facts, PLAYERS_KEY: list(names)})


def _public_names(match: Match, transcript: Transcript) -> tuple[str, str]:
    names = (match.white.name, match.black.name)
    return names[::-1] if transcript.swapped else names


MAX_MATCHES = 300
MAX_FITS = 5
# Thresholds for the sum of the similarities of both names (0 to 2): of a match to suggest, of one that
# certainly has these players, and for the lead of the best match over the next one.
MIN_SIMILARITY, CERTAIN_SIMILARITY, MIN_LEAD = 1.4, 1.7, 0.3


@dataclass(frozen=True, slots=True)
class Fit:
    """A match that a transcript may belong to: the similarity of both names (0 to 2), and of the date."""

    match: Match
    similarity: float
    has_same_date: bool


def get_latest_matches(rows: QuerySet[Match], *, length: int | None = None) -> list[Match]:
    """Return the latest of these matches that are not void, of one length if given."""
    rows = rows if length is None else rows.filter(length=length)
    return list(rows.exclude(status=Status.VOID.value)[:MAX_MATCHES])


def find_fits(
    *, players: tuple[str, str], length: int, among: Iterable[Match], day: date | None = None
) -> list[Fit]:
    """Return the best matches for a transcript, at most `MAX_FITS`.

    Those of its date (`day`) come first, then those with the most similar names.
    """
    matches = [match for match in among if match.length == length and match.status != Status.VOID.value]
    rated = [Fit(match, _similarity(match, players), day in _get_dates(match)) for match in matches]
    similar = [fit for fit in rated if fit.similarity >= MIN_SIMILARITY]
    similar.sort(key=lambda fit: (not fit.has_same_date, -fit.similarity, -fit.match.pk))
    return similar[:MAX_FITS]


def choose_only_fit(fits: Sequence[Fit]) -> Match | None:
    """Return the only match that certainly fits; None if there are several or none."""
    certain = [fit for fit in fits if fit.similarity >= CERTAIN_SIMILARITY]
    on_same_date = [fit for fit in certain if fit.has_same_date]
    best = (on_same_date or certain)[:2]
    if len(best) == 1 or (len(best) == 2 and best[0].similarity - best[1].similarity >= MIN_LEAD):
        return best[0].match
    return None


def find_mismatches(match: Match, *, players: tuple[str, str], length: int, day: date | None) -> list[str]:
    """Return the properties of a file that do not fit a match: "players", "length", "day".

    The players may be in either order. The day must lie between the day before the match was created and the
    day after its end (or after today, if it is not over). Missing names or a missing date always fit.
    """
    mismatches = []
    if any(map(str.strip, players)) and not _has_players(match, players):
        mismatches.append("players")
    if length != match.length:
        mismatches.append("length")
    if day is not None and not _is_played_on(match, day):
        mismatches.append("day")
    return mismatches


def find_better_match(transcript: Transcript, identity: Identity) -> Match | None:
    """Return another match, reportable by the identity, that a transcript fits without mismatch; or None."""
    (first, second), length = transcript.verdict["players"], transcript.verdict["length"]
    players, day = (first, second), transcript.played_on
    same_file = Q(digest=transcript.digest)
    if transcript.games:
        same_file |= Q(games=transcript.games)
    rows = get_reportable_matches(identity).exclude(
        pk__in=Transcript.objects.filter(same_file).values("match")
    )
    candidates = [
        fit.match
        for fit in find_fits(players=players, length=length, day=day, among=get_latest_matches(rows))
    ]
    fitting = (
        match for match in candidates if not find_mismatches(match, players=players, length=length, day=day)
    )
    return next(fitting, None)


def get_misplaced(desk: Desk) -> list[Transcript]:
    """Return a desk's transcripts with mismatches, if the match is open or they contradict its result."""
    is_open = Q(match__settled_at=None) & ~Q(match__status=Status.VOID.value)
    rows = Transcript.objects.filter(is_open | Q(agrees=False), match__desk=desk).exclude(mismatches=[])
    return list(rows.select_related("match__white", "match__black").defer("text", "verdict").order_by("id"))


def get_reportable_matches(identity: Identity) -> QuerySet[Match]:
    """Return the matches this identity may upload a file for: those it plays, and those of its desks."""
    rows, user = match_queries.filter_matches(), identity.user
    if user is not None and user.is_superuser:
        return rows
    own_matches = Q(pk__in=[])
    if user is not None:
        own_matches |= Q(desk__officials=user) | _has_player(getattr(user, "player", None))
    if identity.badge is not None:
        own_matches |= _has_player(identity.badge_player) & Q(desk=identity.badge.desk_id)
    return rows.filter(own_matches).distinct()


def find_fitting_matches(identity: Identity, transcript: Transcript) -> list[Match]:
    """Return the matches of this identity that a transcript may belong to, the most likely first."""
    verdict = Verdict.from_json(transcript.verdict)
    own_matches = get_latest_matches(get_reportable_matches(identity), length=verdict.length)
    day = transcript.played_on
    best = find_fits(players=verdict.players, length=verdict.length, day=day, among=own_matches)
    return [fit.match for fit in best]


def find_same_games(games: str, **where: Any) -> Transcript | None:
    """Return the first transcript of a match with the fingerprint `games`, among those chosen by `where`."""
    rows = Transcript.objects.filter(games=games, match__isnull=False, **where).select_related("match")
    return rows.order_by("id").first() if games else None


def _has_player(player: Player | None) -> Q:
    return (
        Q(pk__in=[])
        if player is None
        else make_person_or_pair_q("white", player) | make_person_or_pair_q("black", player)
    )


def _get_dates(match: Match) -> set[date]:
    moments = (match.created_at, match.called_at, match.started_at, match.settled_at)
    return {timezone.localtime(moment).date() for moment in moments if moment is not None}


def _has_players(match: Match, players: tuple[str, str]) -> bool:
    """Whether both names are similar to those of the players of a match, in either order."""
    sides = (match.white, match.black)
    return any(
        all(_name_similarity(name, player) >= MIN_LIKENESS for name, player in zip(order, sides, strict=True))
        for order in (players, players[::-1])
    )


def _is_played_on(match: Match, day: date) -> bool:
    dates = _get_dates(match)
    if match.settled_at is None:
        dates.add(timezone.localdate())
    margin = timedelta(days=1)
    return min(dates) - margin <= day <= max(dates) + margin


def _similarity(match: Match, players: tuple[str, str]) -> float:
    white, black = match.white, match.black
    straight = _name_similarity(players[0], white) + _name_similarity(players[1], black)
    swapped = _name_similarity(players[0], black) + _name_similarity(players[1], white)
    return max(straight, swapped)


def _name_similarity(name: str, player: Player) -> float:
    return max(compare_names(name, player.name), compare_names(name, player.full_name))


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
    return rows.select_related("by").order_by("-id")


def get_archive_progress(desk: Desk, code: str) -> ArchiveProgress | None:
    """The progress of the archive with this code; None when the desk has none."""
    archive = desk.archives.select_related("by", "desk").filter(code=code).first()
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


# A draft that has not changed for this long is not live any more.
LIVE_FOR = timedelta(hours=2)


def get_author_columns(identity: Identity) -> dict[str, Any]:
    """Return the columns of a draft's author: the account, else the badge's player, else the device."""
    if identity.user is not None:
        return {"user": identity.user}
    if identity.badge_player is not None:
        return {"player": identity.badge_player}
    return {"device": identity.device} if identity.device else {}


def get_draft(match: Match, identity: Identity) -> TranscriptDraft | None:
    """Return the draft of a match by this identity, or None."""
    author = get_author_columns(identity)
    return match.drafts.select_related("transcript").filter(**author).first() if author else None


def get_first_game(match: Match, draft: TranscriptDraft | None) -> RecordedGame:
    """Return the game with which a draft begins.

    For an empty draft that is the next game on the score sheet; of a match that is over, which may be
    recorded from a video, the first game.
    """
    if draft is not None and draft.lines:
        score_before = (draft.white_before, draft.black_before)
        return RecordedGame(draft.first_game, score_before, is_crawford=draft.is_crawford)
    score = match_queries.get_live_score(match)
    if match.status not in match_queries.PLAYABLE_STATUSES or score.winner is not None:
        return RecordedGame(1, (match.white_start, match.black_start))
    number = match.games.filter(struck_at=None).count() + 1
    return RecordedGame(number, (score.white, score.black), is_crawford=score.is_crawford)


def replay_draft(
    match: Match, draft: TranscriptDraft | None, lines: Sequence[str] | None = None
) -> Recording:
    """Replay a draft; `lines` replaces its lines, for instance to replay only the first ones."""
    all_lines = draft.lines if draft is not None else ()
    first = get_first_game(match, draft)
    return Recording(
        match.length, match_queries.get_laws(match), all_lines if lines is None else lines, first=first
    )


def get_live_draft(match: Match) -> TranscriptDraft | None:
    """Return the live draft of a match: that of an official of the desk, else the one changed last."""
    officials = Desk.officials.through.objects.filter(desk=match.desk_id, user=OuterRef("user"))
    rows = match.drafts.filter(changed_at__gte=timezone.now() - LIVE_FOR).exclude(lines=[])
    return rows.annotate(by_official=Exists(officials)).order_by("-by_official", "-changed_at").first()
