"""Which blunders become study cards."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from matches.models import Player
from matches.records.models import AnalysedGame, Analysis, Transcript
from matches.records.queries.analyses import Blunder, get_latest_finished
from matches.records.queries.performance_history import get_analysed_figures
from rules.analysis import Choice, GameAnalysis
from rules.sides import Side

# How many cards a deck has at most; the worst blunders are taken.
MAX_CARDS = 200


class AnalysedBlunder(NamedTuple):
    """A blunder, the analysed decisions at its frame, and the analysis they are of."""

    blunder: Blunder
    decisions: Sequence[Choice]
    analysis: Analysis

    @property
    def choice(self) -> Choice:
        """The decision that is a blunder."""
        return self.decisions[self.blunder.decision]


def find_blunders_of_player(
    player: Player, engine: str = "", since: date | None = None
) -> list[AnalysedBlunder]:
    """Return the worst blunders of a person in their analysed matches, the worst first.

    Of each match by its last analysis, or by the last one of an engine. Raises `engine_unknown`.
    """
    sides: dict[int, Side] = {}
    for figure in get_analysed_figures(player, engine, since):
        if figure.analysis_id is not None:
            # A figure is of a side of the match, a decision of one of the file.
            side = Side(figure.side)
            sides[figure.analysis_id] = side.other if figure.transcript.swapped else side
    blunders = (each for each in _iterate_blunders(sides) if each.choice.side is sides[each.analysis.pk])
    return sorted(blunders, key=lambda each: (-each.choice.lost, each.blunder))[:MAX_CARDS]


def find_blunders_of_transcript(transcript: Transcript) -> list[AnalysedBlunder]:
    """Return the worst blunders of both sides in the latest analysis of a transcript, in order of play."""
    analysis = get_latest_finished(transcript)
    blunders = _iterate_blunders({analysis.pk: None} if analysis else {})
    worst = sorted(blunders, key=lambda each: (-each.choice.lost, each.blunder))[:MAX_CARDS]
    return sorted(worst, key=lambda each: each.blunder)


def get_transcripts_of_blunders(blunders: Sequence[AnalysedBlunder]) -> dict[int, Transcript]:
    """Return the transcripts of blunders, by key, with verdict and match. One query."""
    rows = Transcript.objects.filter(pk__in={each.blunder.transcript for each in blunders}).defer("text")
    return {row.pk: row for row in rows.select_related("match")}


def _iterate_blunders(analyses: Mapping[int, object]) -> Iterator[AnalysedBlunder]:
    """Yield the blunders among at least two candidates in these analyses (by key)."""
    rows = AnalysedGame.objects.filter(analysis__in=list(analyses), result__isnull=False)
    for row in rows.select_related("analysis").order_by("analysis", "number").iterator(chunk_size=100):
        by_frame: dict[int, list[Choice]] = defaultdict(list)
        for choice in GameAnalysis.from_json(row.number, row.result or {}).choices:
            if choice.is_counted:
                by_frame[choice.number].append(choice)
        for action, decisions in by_frame.items():
            for decision, choice in enumerate(decisions):
                if choice.grade == "blunder" and action and len(choice.candidates) > 1:
                    blunder = Blunder(row.analysis.transcript_id, row.number, action, decision)
                    yield AnalysedBlunder(blunder, decisions, row.analysis)
