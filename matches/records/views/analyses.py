"""What the pages of a match file show of its analysis, with a match and without one."""

from dataclasses import dataclass
from typing import Any

from matches import limited_process
from matches.records.models import PerformanceFigure, Transcript
from matches.records.presenting.boards import get_side_name
from matches.records.queries import analyses
from matches.records.site_engine import find_site_engine, get_level, has_quick_stage
from rules.analysis import GameAnalysis
from rules.sides import Side
from rules.verdict import Verdict


def get_engine_context() -> dict[str, Any]:
    """Whether an analysis can be run here, within limits, and by which engine at which level."""
    engine = find_site_engine()
    return {
        "is_limitable": limited_process.is_available(),
        "is_installed": engine is not None,
        "has_quick_stage": has_quick_stage(engine) if engine is not None else False,
        "engine_label": f"{engine.get_title()}, {get_level(engine)}" if engine is not None else "",
    }


def is_analysable(verdict: Verdict) -> bool:
    """Whether a match file has plays, and no fault."""
    return bool(verdict.plays) and all(each.severity != "error" for each in verdict.findings)


def get_finished_game(transcript: Transcript, number: int) -> GameAnalysis:
    """One game of the latest analysis that is done, empty without one."""
    analysis = analyses.get_latest_finished(transcript)
    return analyses.get_game_analysis(analysis, number) if analysis else GameAnalysis(number)


@dataclass(frozen=True, slots=True)
class PrivateFigureRow:
    """A figure of a file without a match, with the name in the file."""

    figure: PerformanceFigure
    name: str


def list_private_figures(transcript: Transcript, verdict: Verdict) -> list[PrivateFigureRow]:
    """The current figures of a transcript without a match."""
    rows = []
    for figure in analyses.get_shown_figures(transcript):
        side = Side(figure.side)
        # The figures of a file that was withdrawn from a match have the sides of that match.
        side_in_file = side.other if transcript.swapped else side
        rows.append(PrivateFigureRow(figure, get_side_name(side_in_file, verdict.players)))
    return rows
