"""Queries of analyses and performance figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet

from matches.models import Match, Player
from matches.queries.people import make_person_q
from matches.records.engines.engine import GameTask, make_game_task
from matches.records.models import AnalysedGame, Analysis, AnalysisState, PerformanceFigure, Transcript
from matches.records.performance_sums import Tally, pool_tallies
from rules import formats
from rules.analysis import AssessedAction, GameAnalysis, make_assessed_action_of_frame
from rules.sides import SIDES
from rules.verdict import Verdict

# Columns of a transcript that lists never need.
LONG_COLUMNS = ("transcript__text", "transcript__verdict")
# Figures of White and of Black.
FigurePair = tuple[PerformanceFigure, PerformanceFigure]


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


def get_analysis_progress(transcript: Transcript) -> AnalysisProgress | None:
    """The progress of the latest analysis in at most three queries; None when there never was one."""
    analyses = list(transcript.analyses.select_related("user__player").order_by("-id"))
    if not analyses:
        return None
    done_games = Count("pk", filter=Q(result__isnull=False))
    counts = analyses[0].games.aggregate(done=done_games, games=Count("pk"))
    finished = next((analysis for analysis in analyses if analysis.state == AnalysisState.DONE), None)
    return AnalysisProgress(analyses[0], counts["done"], counts["games"], finished)


def get_latest_finished(transcript: Transcript) -> Analysis | None:
    """The latest analysis of a transcript that is done."""
    return transcript.analyses.filter(state=AnalysisState.DONE).order_by("-id").first()


def get_finished_games(analysis: Analysis) -> list[GameAnalysis]:
    """The results of the games that are done, in order."""
    games = analysis.games.filter(result__isnull=False).order_by("number")
    return [GameAnalysis.from_json(game.number, game.result or {}) for game in games]


def get_game_analysis(analysis: Analysis, number: int) -> GameAnalysis:
    """The result of one game, empty when it has none."""
    game = AnalysedGame.objects.filter(analysis=analysis, number=number, result__isnull=False).first()
    return GameAnalysis.from_json(number, game.result or {}) if game else GameAnalysis(number)


def get_analysable_games(transcript: Transcript) -> list[int]:
    """The numbers of the games with plays; none when the transcript has a fault."""
    verdict = Verdict.from_json(transcript.verdict)
    if any(finding.severity == "error" for finding in verdict.findings):
        return []
    return [game.number for game in verdict.games if game.plays]


def get_engine_frames(transcript: Transcript) -> dict[int, Sequence[AssessedAction | None]]:
    """Return, by game number, what an engine sees of each frame of the verdict; None for other frames."""
    verdict = Verdict.from_json(transcript.verdict)
    return {
        game.number: [make_assessed_action_of_frame(frame) for frame in game.frames] for game in verdict.games
    }


def get_game_task(transcript: Transcript, number: int) -> GameTask:
    """Return one game as an engine gets it: with rules and score, without names."""
    record = formats.read(transcript.text.encode())
    return make_game_task(record, Verdict.from_json(transcript.verdict), number)


class Blunder(NamedTuple):
    """A blunder of a transcript: game and frame (`action`), and its index among the decisions there."""

    transcript: int
    game: int
    action: int
    decision: int


def find_blunders_in_matches(matches: QuerySet[Match], *, limit: int) -> list[Blunder]:
    """Return the blunders among at least two candidates in the latest analysed transcripts of matches.

    At most `limit` transcripts are read, in at most three queries.
    """
    finished = Analysis.objects.filter(state=AnalysisState.DONE, transcript__match__in=matches)
    latest = finished.values("transcript").annotate(latest=Max("id")).order_by("-transcript")
    analyses = [row["latest"] for row in latest[:limit]]
    rows = AnalysedGame.objects.filter(analysis__in=analyses, result__isnull=False)
    ordered = rows.select_related("analysis").order_by("-analysis__transcript", "number")
    return [
        Blunder(row.analysis.transcript_id, row.number, action, decision)
        for row in ordered
        for action, decision in _iterate_blunder_places(GameAnalysis.from_json(row.number, row.result or {}))
    ]


def _iterate_blunder_places(analysis: GameAnalysis) -> Iterator[tuple[int, int]]:
    """Yield the frame of each such blunder, and its index among the decisions of that frame."""
    decisions: Counter[int] = Counter()
    for choice in analysis.choices:
        if choice.is_counted:
            if choice.grade == "blunder" and choice.number and len(choice.candidates) > 1:
                yield choice.number, decisions[choice.number]
            decisions[choice.number] += 1


def get_counted_figures() -> QuerySet[PerformanceFigure]:
    """The figures of files whose players are those of the match, without those of quick analyses."""
    rows = PerformanceFigure.objects.filter(transcript__names_others=False)
    return rows.exclude(analysis__is_quick=True)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A current figure, and the same engine's total over all transcripts of that player."""

    figure: PerformanceFigure
    player: Player
    overall: Tally
    transcripts: int


def get_shown_figures(transcript: Transcript) -> list[PerformanceFigure]:
    """The current figures of a transcript, White's first; quick ones until the full analysis is done."""
    figures = select_latest_of_kind(transcript.figures.select_related("analysis", "user__player"))
    full_sides = {each.side for each in figures if each.origin == Analysis.SITE and not each.is_quick}
    shown_figures = [each for each in figures if not (each.is_quick and each.side in full_sides)]
    return sorted(shown_figures, key=lambda each: (each.engine, each.settings, each.side == "black"))


def get_figures(transcript: Transcript, match: Match) -> list[FigureRow]:
    """The current figures of a transcript, White's first, in at most three queries.

    None for a file that names other players: they would be listed as those of the players of the match.
    """
    if transcript.names_others:
        return []
    figures = get_shown_figures(transcript)
    if not figures:
        return []
    by_player = {player.pk: _figures_of_player(player) for player in (match.white, match.black)}
    rows = []
    for figure in figures:
        player = match.white if figure.side == "white" else match.black
        same_kind = [each for each in by_player[player.pk] if _get_kind(each) == _get_kind(figure)]
        # A quick figure counts in no sum.
        same_kind = same_kind or [figure]
        rows.append(FigureRow(figure, player, pool_tallies(each.tally for each in same_kind), len(same_kind)))
    return rows


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """The latest figure of a side from an analysed file, and the latest one from the site's engine."""

    player: Player
    file: PerformanceFigure
    local: PerformanceFigure


def compare_figures(rows: Iterable[FigureRow]) -> list[FigureComparison]:
    """Pair the figures of the file with those of the site's engine, White's first.

    A side that lacks one of them is left out.
    """
    by_side: dict[str, dict[str, FigureRow]] = {}
    for row in sorted(rows, key=lambda each: each.figure.pk):
        by_side.setdefault(row.figure.side, {})[row.figure.origin] = row
    return [
        FigureComparison(origins["file"].player, origins["file"].figure, origins["site"].figure)
        for _, origins in sorted(by_side.items(), reverse=True)
        if "file" in origins and "site" in origins
    ]


def get_figures_by_transcript(
    match: Match,
) -> dict[int, list[tuple[PerformanceFigure | None, PerformanceFigure | None]]]:
    """Return, by transcript of a match, each engine's figures of White and of Black. One query."""
    by_transcript: dict[int, dict[tuple[str, str], dict[str, PerformanceFigure]]] = {}
    rows = get_counted_figures().filter(transcript__match=match).select_related("analysis")
    for figure in rows.order_by("id"):
        by_kind = by_transcript.setdefault(figure.transcript_id, {})
        by_kind.setdefault(_get_kind(figure), {})[figure.side] = figure
    return {
        transcript: [(sides.get("white"), sides.get("black")) for sides in by_kind.values()]
        for transcript, by_kind in by_transcript.items()
    }


def get_last_figures(
    match: Match, *, includes_files: bool = True
) -> tuple[PerformanceFigure, PerformanceFigure] | None:
    """Return the latest figures of White and Black that are from one engine with the same settings.

    Both are of one transcript of the match; None if there are none. With `includes_files` also those read
    from analysed files. One query.
    """
    rows = get_counted_figures().filter(transcript__match=match)
    if not includes_files:
        rows = rows.filter(Q(analysis=None) | ~Q(analysis__origin=Analysis.FILE))
    return _last_pairs(rows).get(match.pk)


def get_last_file_figures(match_ids: Iterable[int]) -> dict[int, FigurePair]:
    """Return, by match key, the latest figures of White and Black from analysed files. One query."""
    rows = get_counted_figures().filter(transcript__match__in=list(match_ids), analysis__origin=Analysis.FILE)
    return _last_pairs(rows)


def _last_pairs(rows: QuerySet[PerformanceFigure]) -> dict[int, FigurePair]:
    """Return, by match key, the latest figures of both sides from one transcript, engine and settings."""
    by_kind: dict[tuple[int | None, int, str, str], dict[str, PerformanceFigure]] = {}
    for figure in rows.select_related("transcript", "user__player").defer(*LONG_COLUMNS).order_by("id"):
        key = (figure.transcript.match_id, figure.transcript_id, *_get_kind(figure))
        by_kind.setdefault(key, {})[figure.side] = figure
    pairs: dict[int, FigurePair] = {}
    complete = [(key[0], sides) for key, sides in by_kind.items() if len(sides) == len(SIDES)]
    for match_id, sides in sorted(complete, key=lambda each: max(figure.pk for figure in each[1].values())):
        if match_id is not None:
            pairs[match_id] = (sides["white"], sides["black"])
    return pairs


def _figures_of_player(player: Player) -> list[PerformanceFigure]:
    as_white = Q(side="white") & make_person_q("transcript__match__white", player)
    as_black = Q(side="black") & make_person_q("transcript__match__black", player)
    rows = get_counted_figures().filter(as_white | as_black)
    return select_latest_of_kind(rows.exclude(transcript__match__status="void"))


def _get_kind(figure: PerformanceFigure) -> tuple[str, str]:
    return figure.engine.casefold(), figure.settings.casefold()


def select_latest_of_kind(figures: Iterable[PerformanceFigure]) -> list[PerformanceFigure]:
    """Keep the last of the figures with equal transcript, side, engine and settings."""
    return list({(each.transcript_id, each.side, *_get_kind(each)): each for each in figures}.values())
