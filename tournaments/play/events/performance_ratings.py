"""Performance ratings of the matches of an event: known and missing values."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from matches.models import Match
from matches.records.models import PerformanceFigure
from matches.records.queries.analyses import FigurePair, get_last_figures, get_last_file_figures
from matches.records.queries.transcripts import get_latest_transcript_keys
from tournaments.journal.event_end import matches_without_ratings
from tournaments.journal.facts import UNMEASURED, Measure
from tournaments.journal.standings import counts_ratings
from tournaments.journal.state import EventState
from tournaments.messages.tie_break_texts import ratings_text
from tournaments.models import Event, Pairing
from tournaments.play.events import event_state

PRECISION = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class FileOffer:
    """Performance ratings read from an analysed file that do not count yet, with their source."""

    white: str
    black: str
    engine: str
    settings: str
    source: str


@dataclass(frozen=True, slots=True)
class MatchRatings:
    """The performance ratings of a match in whose table they count.

    `measure` are the values that count, `description` the same as text, `transcript` the key of the last
    transcript. `offer` are the ratings of an analysed file that the director may confirm.
    """

    pairing: Pairing
    match: Match
    measure: Measure
    description: str
    is_missing: bool
    transcript: int | None
    offer: FileOffer | None = None

    @property
    def is_ruled(self) -> bool:
        """Return whether the desk has ruled how it counts."""
        return bool(self.measure.ruling)


@dataclass(frozen=True, slots=True)
class EventRatings:
    """The matches of an event whose performance ratings count: those without values, and those with them."""

    missing: tuple[MatchRatings, ...] = ()
    known: tuple[MatchRatings, ...] = ()


def measure_records(match: Match, *, includes_files: bool = True) -> Measure:
    """Return both performance ratings of a match from its transcripts; `UNMEASURED` if one is unknown.

    `includes_files`: also use ratings read from analysed files, which the director must confirm.
    """
    return make_measure(get_last_figures(match, includes_files=includes_files))


def make_measure(figures: FigurePair | None) -> Measure:
    """Return the performance ratings of the figures of both sides; `UNMEASURED` without figures."""
    return Measure(*(format_rating(figure) for figure in figures)) if figures else UNMEASURED


def format_rating(figure: PerformanceFigure) -> str:
    """Return a performance rating in the journal's format, with three decimals."""
    rating = Decimal(repr(figure.tally.rating or 0.0))
    return str(rating.quantize(PRECISION, rounding=ROUND_HALF_EVEN))


def get_performance_ratings(event: Event) -> EventRatings:
    """Return the performance ratings of an event, in five queries."""
    state = event_state.get_event_state(event)
    missing = set(matches_without_ratings(state))
    counted_labels = [name for name in state.results if _is_counted(state, name)]
    rows = {row.label: row for row in _rows(event, counted_labels)}
    match_ids = [row.match_id for row in rows.values() if row.match_id]
    transcripts, file_figures = get_latest_transcript_keys(match_ids), get_last_file_figures(match_ids)
    rated_matches = [
        _match_ratings(rows[name], state, name in missing, transcripts, file_figures)
        for name in counted_labels
        if name in rows
    ]
    present_matches = [ratings for ratings in rated_matches if ratings is not None]
    return EventRatings(
        tuple(ratings for ratings in present_matches if ratings.is_missing),
        tuple(ratings for ratings in present_matches if ratings.measure.is_known),
    )


def _is_counted(state: EventState, name: str) -> bool:
    drawing = state.stages[state.stage_of(state.graph.by_id[name].flight)]
    return drawing.is_published and counts_ratings(drawing.stage)


def _rows(event: Event, names: list[str]) -> list[Pairing]:
    pairings = event.pairings.filter(label__in=names).select_related(
        "match__white", "match__black", "match__table", "white_entry__player", "black_entry__player"
    )
    return list(pairings)


def _match_ratings(
    row: Pairing,
    state: EventState,
    is_missing: bool,
    transcripts: Mapping[int, int],
    file_figures: Mapping[int, FigurePair],
) -> MatchRatings | None:
    if row.match is None:
        return None
    measure = state.results[row.label].measure
    description = ratings_text(measure.white_pr, measure.black_pr, measure.ruling) if measure.is_known else ""
    offer = _offer(file_figures.get(row.match.pk), measure)
    return MatchRatings(
        row, row.match, measure, description, is_missing, transcripts.get(row.match.pk), offer
    )


def _offer(figures: FigurePair | None, measure: Measure) -> FileOffer | None:
    """Return the ratings of an analysed file, unless they count already."""
    if figures is None:
        return None
    white, black = map(format_rating, figures)
    if (white, black) == (measure.white_pr, measure.black_pr):
        return None
    return FileOffer(white, black, figures[0].engine, figures[0].settings, figures[0].author)
