"""Analyses of transcripts: how far they are, their results, and the games as an engine gets them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from matches.records.models import AnalysedGame, Analysis, AnalysisState, Transcript
from rules import formats
from rules.analysis import GameAnalysis, Spoken, spoken_frame
from rules.verdict import Verdict

# What a game tree has to say of the options of play; it names no player.
LAWS = ("crawford", "jacoby")


@dataclass(frozen=True, slots=True)
class AnalysisProgress:
    """The latest analysis of a transcript and how far it is; `finished` is the latest one that is done."""

    latest: Analysis
    done: int
    games: int
    finished: Analysis | None

    @property
    def is_open(self) -> bool:
        """Whether it is still in progress."""
        return self.latest.state == AnalysisState.OPEN


def progress_of(transcript: Transcript) -> AnalysisProgress | None:
    """The progress of the latest analysis in at most three queries; None when there never was one."""
    analyses = list(transcript.analyses.order_by("-id"))
    if not analyses:
        return None
    done_games = Count("pk", filter=Q(result__isnull=False))
    counts = analyses[0].games.aggregate(done=done_games, games=Count("pk"))
    finished = next((analysis for analysis in analyses if analysis.state == AnalysisState.DONE), None)
    return AnalysisProgress(analyses[0], counts["done"], counts["games"], finished)


def latest_finished(transcript: Transcript) -> Analysis | None:
    """The latest analysis of a transcript that is done."""
    return transcript.analyses.filter(state=AnalysisState.DONE).order_by("-id").first()


def finished_games(analysis: Analysis) -> list[GameAnalysis]:
    """The results of the games that are done, in order."""
    games = analysis.games.filter(result__isnull=False).order_by("number")
    return [GameAnalysis.from_json(game.number, game.result or {}) for game in games]


def game_analysis(analysis: Analysis, number: int) -> GameAnalysis:
    """The result of one game, empty when it has none."""
    game = AnalysedGame.objects.filter(analysis=analysis, number=number, result__isnull=False).first()
    return GameAnalysis.from_json(number, game.result or {}) if game else GameAnalysis(number)


def analysable_games(transcript: Transcript) -> list[int]:
    """The numbers of the games with plays; none when the transcript has a fault."""
    verdict = Verdict.from_json(transcript.verdict)
    if any(finding.severity == "error" for finding in verdict.findings):
        return []
    return [game.number for game in verdict.games if game.plays]


def engine_frames(transcript: Transcript) -> dict[int, Sequence[Spoken | None]]:
    """By game, what an engine sees of each frame of the verdict."""
    verdict = Verdict.from_json(transcript.verdict)
    return {game.number: [spoken_frame(frame) for frame in game.frames] for game in verdict.games}


def game_tree_of(transcript: Transcript, number: int) -> str:
    """One game as a game tree for an engine: options and score, but no names."""
    record = formats.read(transcript.text.encode())
    verdict = Verdict.from_json(transcript.verdict)
    replayed = next(game for game in verdict.games if game.number == number)
    recorded = next(game for game in record.games if game.number == number)
    game = replace(
        recorded, players=None, score_before=replayed.score_before, is_crawford=replayed.is_crawford
    )
    facts = {name: record.facts[name] for name in LAWS if name in record.facts}
    single_game = replace(
        record, players=("White", "Black"), length=verdict.length, games=(game,), facts=facts, final=None
    )
    return formats.write(single_game, "sgf")
