"""Analyses of records as pages and workers need them: how far each is, what it says of each decision."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from matches.models import AnalysedGame, Analysis, Transcript
from matches.models.analysis import DONE, OPEN
from rules import formats
from rules.analysis import GameAnalysis, Spoken, spoken_frame
from rules.verdict import Verdict

# What a game tree needs to know of the laws, and nothing that tells who played.
LAWS = ("crawford", "jacoby")


@dataclass(frozen=True, slots=True)
class Looked:
    """The last analysis of a record and how far it is; `told` is the last one that came to its end."""

    latest: Analysis
    done: int
    games: int
    told: Analysis | None

    @property
    def is_open(self) -> bool:
        """Whether it still goes on."""
        return self.latest.state == OPEN


def looked_at(transcript: Transcript) -> Looked | None:
    """How the analyses of a record stand, in three queries at most; None when there never was one."""
    found = list(transcript.analyses.order_by("-id"))
    if not found:
        return None
    done = Count("pk", filter=Q(said__isnull=False))
    games = found[0].games.aggregate(done=done, games=Count("pk"))
    told = next((each for each in found if each.state == DONE), None)
    return Looked(found[0], games["done"], games["games"], told)


def last_word(transcript: Transcript) -> Analysis | None:
    """The last analysis of a record that came to its end."""
    return transcript.analyses.filter(state=DONE).order_by("-id").first()


def games_of(analysis: Analysis) -> list[GameAnalysis]:
    """What is said of the games that are done, in order."""
    done = analysis.games.filter(said__isnull=False).order_by("number")
    return [GameAnalysis.from_json(game.number, game.said or {}) for game in done]


def game_of(analysis: Analysis, number: int) -> GameAnalysis:
    """What is said of one game, which may be nothing."""
    game = AnalysedGame.objects.filter(analysis=analysis, number=number, said__isnull=False).first()
    return GameAnalysis.from_json(number, game.said or {}) if game else GameAnalysis(number)


def lawful_games(transcript: Transcript) -> list[int]:
    """The numbers of the games with plays of a record that has no fault; none when it has one."""
    verdict = Verdict.from_json(transcript.verdict)
    if any(finding.severity == "error" for finding in verdict.findings):
        return []
    return [game.number for game in verdict.games if game.plays]


def spoken_frames(transcript: Transcript) -> dict[int, Sequence[Spoken | None]]:
    """By game, what an engine sees of each frame of the record."""
    verdict = Verdict.from_json(transcript.verdict)
    return {game.number: [spoken_frame(frame) for frame in game.frames] for game in verdict.games}


def tree_of(transcript: Transcript, number: int) -> str:
    """One game of a record as a game tree for an engine: the laws and the score, but nobody's name."""
    record = formats.read(transcript.text.encode())
    verdict = Verdict.from_json(transcript.verdict)
    seen = next(game for game in verdict.games if game.number == number)
    game = next(game for game in record.games if game.number == number)
    known = replace(game, players=None, score_before=seen.score_before, is_crawford=seen.is_crawford)
    facts = {name: record.facts[name] for name in LAWS if name in record.facts}
    alone = replace(
        record, players=("White", "Black"), length=verdict.length, games=(known,), facts=facts, final=None
    )
    return formats.write(alone, "sgf")
