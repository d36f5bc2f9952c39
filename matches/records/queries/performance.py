"""Performance figures of a transcript, of a match, and of a player over all transcripts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from matches.models import Match, Player
from matches.queries.people import is_person_in
from matches.records.models import PerformanceFigure, Transcript
from matches.records.performance import Tally, pool_tallies


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A current figure, and the same engine's over all transcripts of that player, this one included."""

    figure: PerformanceFigure
    player: Player
    overall: Tally
    transcripts: int


def figures_of(transcript: Transcript, match: Match) -> list[FigureRow]:
    """The current figures of a transcript, White's first, in at most three queries."""
    figures = _latest(transcript.figures.select_related("analysis"))
    if not figures:
        return []
    by_player = {player.pk: _figures_of_player(player) for player in (match.white, match.black)}
    rows = []
    for figure in sorted(figures, key=lambda each: (each.engine, each.settings, each.side == "black")):
        player = match.white if figure.side == "white" else match.black
        same_kind = [each for each in by_player[player.pk] if _kind(each) == _kind(figure)]
        rows.append(FigureRow(figure, player, pool_tallies(each.tally for each in same_kind), len(same_kind)))
    return rows


def figures_by_transcript(
    match: Match,
) -> dict[int, list[tuple[PerformanceFigure | None, PerformanceFigure | None]]]:
    """By transcript of a match, each engine's figures of White and of Black; one query."""
    by_transcript: dict[int, dict[tuple[str, str], dict[str, PerformanceFigure]]] = {}
    for figure in PerformanceFigure.objects.filter(transcript__match=match).order_by("id"):
        by_kind = by_transcript.setdefault(figure.transcript_id, {})
        by_kind.setdefault(_kind(figure), {})[figure.side] = figure
    return {
        transcript: [(sides.get("white"), sides.get("black")) for sides in by_kind.values()]
        for transcript, by_kind in by_transcript.items()
    }


def last_figures(match: Match) -> tuple[PerformanceFigure, PerformanceFigure] | None:
    """The last figures of a match that one engine, with the same settings, gave both sides of a transcript,
    White's first; None while there are none. One query."""
    pairs = [pair for pairs in figures_by_transcript(match).values() for pair in pairs]
    complete = [(white, black) for white, black in pairs if white is not None and black is not None]
    return max(complete, key=lambda pair: max(pair[0].pk, pair[1].pk), default=None)


def _figures_of_player(player: Player) -> list[PerformanceFigure]:
    as_white = Q(side="white") & is_person_in("transcript__match__white", player)
    as_black = Q(side="black") & is_person_in("transcript__match__black", player)
    rows = PerformanceFigure.objects.filter(as_white | as_black)
    return _latest(rows.exclude(transcript__match__status="void"))


def _kind(figure: PerformanceFigure) -> tuple[str, str]:
    return figure.engine.casefold(), figure.settings.casefold()


def _latest(figures: Iterable[PerformanceFigure]) -> list[PerformanceFigure]:
    """The last figure of each transcript, side, engine and settings."""
    return list({(each.transcript_id, each.side, *_kind(each)): each for each in figures}.values())
