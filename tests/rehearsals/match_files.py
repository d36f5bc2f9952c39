"""Somebody who uploads match files: what is stored is what each file says, and no result changes by it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from matches.models import Match
from matches.records.models import Transcript
from matches.states import Ending, Status
from rules.verdict import Verdict
from tests.rehearsals.actors import Act, Actor

FOLDER = Path(__file__).parents[1] / "data" / "records"
LENGTH = re.compile(r"^\s*(\d+) point match", re.MULTILINE)
PLAYERS = re.compile(r"^ (\S.*?) : (\d+)( +)(\S.*?) : (\d+)\s*$", re.MULTILINE)
WINS = re.compile(r"^(.*)Wins (\d+) points?", re.MULTILINE)
DAY = re.compile(r'; \[EventDate "[^"]*"\]')
# Where the column of the second player begins, at the latest.
SECOND_COLUMN = 20
# Matches of which somebody may have a file.
WITH_FILES = (Status.RUNNING, Status.REPORTED, Status.SETTLED)


@dataclass(frozen=True)
class RecordedMatch:
    """A match file: its text, the length of its match, and the points of the player on the left and right."""

    text: str
    length: int
    left: int
    right: int

    def name_players(self, left: str, right: str) -> str:
        """Return the text with other names, played today."""
        day = f'; [EventDate "{timezone.localdate():%Y.%m.%d}"]'
        return DAY.sub(day, PLAYERS.sub(lambda head: _write_head(head, left, right), self.text))


def _write_head(head: re.Match[str], left: str, right: str) -> str:
    """Return the line of a game with the names and points of both, in its columns."""
    width = head.start(4) - head.start()
    return f"{f' {left} : {head[2]}':{width}}  {right} : {head[5]}"


class TranscribingActor(Actor):
    """Somebody at the desk who uploads the files of matches, with the names in the order of the file."""

    def act(self, seen: Counter[str]) -> list[Act]:
        """Upload a file on the page of a match, or where its players tell the match; at times as others."""
        tournament = self.starts[0].split("/")[3]
        matches = Match.objects.filter(desk__tournament__slug=tournament, status__in=WITH_FILES)
        rows = list(matches.order_by("pk").select_related("white", "black"))
        if not rows or self.rng.random() < 0.4:
            return super().act(seen)
        match = self.rng.choice(rows)
        files = list_files()
        fitting = [file for file in files if file.length == match.length]
        file = self.rng.choice(fitting if fitting and self.rng.random() < 0.85 else files)
        names = [match.white.full_name, match.black.full_name]
        self.rng.shuffle(names)
        url = f"/m/{match.code}/" if self.rng.random() < 0.5 else "/records/"
        acts = [self.open(url)]
        forms = self.page.forms if self.page else []
        form = next((each for each in forms if any(part.kind == "file" for part in each.controls)), None)
        if form is None:
            return acts
        upload = SimpleUploadedFile("match.mat", file.name_players(*names).encode(), "text/plain")
        act = Act(self.name, "POST", form.action or url, form.data() | {"file": upload}, self.page)
        before = Transcript.objects.order_by("pk").values_list("pk", flat=True).last() or 0
        result = _get_result(match)
        act = self._send(act, "uploads a match")
        stored = Transcript.objects.filter(pk__gt=before).select_related("match__white", "match__black")
        for transcript in stored:
            act.faults += _list_differences(transcript, file, names)
        if _get_result(match) != result:
            act.faults.append(f"the file has changed the result of {match.code} from {result}")
        return [*acts, act]


def _list_differences(transcript: Transcript, file: RecordedMatch, names: list[str]) -> Iterator[str]:
    """Yield what is stored of a file otherwise than it says."""
    # Points beyond the length do not count.
    points = {
        name: min(score, file.length) for name, score in zip(names, (file.left, file.right), strict=True)
    }
    verdict, match = Verdict.from_json(transcript.verdict), transcript.match
    shown = dict(zip(verdict.players, (min(score, file.length) for score in verdict.score), strict=True))
    if (shown, verdict.length) != (points, file.length):
        yield f"the file of {file.length} says {points}, it is shown as {shown} to {verdict.length}"
    if match is None:
        return
    white, black = match.white.full_name, match.black.full_name
    stored = transcript.white_score, transcript.black_score
    expected, is_other = (points.get(white), points.get(black)), match.length != file.length
    # A file of another length says nothing about the score of a match.
    if stored != ((None, None) if is_other else expected):
        yield f"the file of {file.length} says {points}, stored were {stored} for {white} and {black}"
    if ("length" in transcript.mismatches) != is_other:
        yield f"the file is of {file.length} points, the match of {match.length}: {transcript.mismatches}"
    is_same = expected == (match.white_score, match.black_score)
    if match.ending == Ending.PLAYED and not is_other and transcript.agrees is not is_same:
        result = match.white_score, match.black_score
        yield (
            f"the file says {expected}, the result is {result}: agreement {transcript.agrees}, "
            f"{transcript.status}, {transcript.fault}"
        )


def _get_result(match: Match) -> tuple[str, int, int, str, int]:
    """Return what is stored of a match that has a result: else only that it has none."""
    row = Match.objects.get(pk=match.pk)
    if row.status != Status.SETTLED:
        return ("open", 0, 0, "", row.length)
    return ("settled", row.white_score, row.black_score, row.winner, row.length)


@cache
def list_files() -> tuple[RecordedMatch, ...]:
    """Return the match files of the test data that say how their match has ended, by the usual rules."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.mat"))]
    return tuple(file for text in texts if (file := _read_file(text)) is not None)


def _read_file(text: str) -> RecordedMatch | None:
    length, heads, wins = LENGTH.search(text), PLAYERS.findall(text), WINS.findall(text)
    # A session for money has no length.
    if length is None or length[1] == "0" or not heads or len(heads) != len(wins):
        return None
    *_, (_, left, _, _, right) = heads
    before, points = wins[-1]
    is_right = len(before) > SECOND_COLUMN
    won = (0, int(points)) if is_right else (int(points), 0)
    match = RecordedMatch(text, int(length[1]), int(left) + won[0], int(right) + won[1])
    is_over = max(match.left, match.right) >= match.length
    return match if is_over and not _doubles_in_crawford_game(text, match.length) else None


def _doubles_in_crawford_game(text: str, length: int) -> bool:
    """Whether somebody doubles in the game after a player has come within a point of the match."""
    heads = list(PLAYERS.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    games = zip(heads, ends, strict=True)
    first = next((game for game in games if length - 1 in {int(game[0][2]), int(game[0][5])}), None)
    return first is not None and "Doubles" in text[first[0].end() : first[1]]
