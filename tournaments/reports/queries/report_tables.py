"""The report of an event as tables of text, the same for its page and its PDF."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.messages import get_label
from matches.models import Match
from matches.states import Ending
from tournaments.formats.graph import is_secondary
from tournaments.messages import round_heading
from tournaments.messages.names import describe_lengths
from tournaments.messages.tournaments import name_days_of
from tournaments.models.rating import FIRST_RATING_LIST
from tournaments.play.brackets.brackets import BYE, Bracket, BracketRound, Cell
from tournaments.play.brackets.event_standings import FlightTable, StandingsLine
from tournaments.play.brackets.final_standings import StandingsSection
from tournaments.play.brackets.pairing_sheets import BYES
from tournaments.registry import PrintTable
from tournaments.reports.queries.event_report import (
    EventRatingMove,
    EventReport,
    EventStatistics,
    RatingListMoves,
    SeasonPoints,
)
from tournaments.seasons.messages import format_points

LEFT, RIGHT = "left", "right"
# Ratings are shown with one decimal.
SMALLEST_SHOWN = 0.1
Row = tuple[str, ...]


def _describe_stage(name: str, format: str) -> str:
    """Return name and format of a stage, once where they are the same."""
    return name if name == format else f"{name}: {format}"


def get_heading(report: EventReport) -> list[tuple[str, str]]:
    """Return the lines of the heading: club, date, director, format, winner and finalists."""
    tournament = report.event.tournament
    lines = [
        (_("Club"), tournament.club.name),
        (_("Tournament"), tournament.name),
        (_("Date"), name_days_of(tournament)),
        (ngettext("Director", "Directors", len(report.directors)), ", ".join(report.directors)),
        (_("Format"), "; ".join(_describe_stage(stage.name, stage.format) for stage in report.plan.stages)),
        (
            _("Length"),
            "; ".join(f"{bracket.name}: {describe_lengths(bracket.lengths)}" for bracket in report.brackets),
        ),
        (_("Took part"), report.participants if report.standings.is_final else ""),
        (_("Not counted"), report.uncounted_entries if report.standings.is_final else ""),
        (name_first_place(report.standings.winners), _names(report.standings.winners)),
        (_("Runner-up"), _names(report.finalists)),
        *_list_other_winners(report),
    ]
    return [(label, text) for label, text in lines if text]


def _list_other_winners(report: EventReport) -> list[tuple[str, str]]:
    """Return the winners of the consolation, the last chance and side brackets."""
    return [
        (_("Winner, %(flight)s") % {"flight": bracket.name}, bracket.winner.player.name)
        for bracket in report.brackets
        if bracket.winner is not None and is_secondary(bracket.flight)
    ]


def get_tables(report: EventReport) -> list[PrintTable]:
    """Return every table of a report, in order, without empty ones."""
    tables = [
        *(_standings_table(section, report) for section in report.standings.sections),
        *report.prizes,
        *map(_ratings_table, report.rating_lists),
        *map(_season_table, report.seasons),
        _statistics_table(report.statistics),
        *(table for bracket in report.brackets for table in _result_tables(bracket)),
        _records_table(report),
    ]
    return [table for table in tables if table.rows]


def name_first_place(winners: Sequence[StandingsLine]) -> str:
    """Return the title of the winner, of those who share first place, or of the winners of several fields."""
    if len(winners) < 2:
        return _("Winner")
    return _("Shared first place") if winners[0].place_to > 1 else _("Winners")


def _names(lines: Iterable[StandingsLine]) -> str:
    return ", ".join(line.entry.player.name for line in lines)


def _place(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _standings_table(section: StandingsSection, report: EventReport) -> PrintTable:
    default_title = _("Final standings") if report.standings.is_final else _("Places decided so far")
    title = section.name or default_title
    if section.table is not None:
        return _ranked_table(title, section.table)
    rows = tuple((_place(line.place_from, line.place_to), line.entry.player.name) for line in section.lines)
    return PrintTable(title, ((_("Place"), LEFT), (_("Player"), LEFT)), rows, " ".join(section.notes))


def _ranked_table(title: str, table: FlightTable) -> PrintTable:
    columns = (
        (_("Place"), LEFT),
        (_("Player"), LEFT),
        *((name, RIGHT) for name, _meaning in table.columns),
    )
    rows = tuple(
        (
            _place(line.place, line.last),
            line.entry.player.name,
            *(figure.text for figure in line.figures),
        )
        for line in table.lines
    )
    return PrintTable(title, columns, rows)


def _ratings_table(rating_list: RatingListMoves) -> PrintTable:
    """Return the ratings before and after the event; every line adds up as it is shown.

    What other events changed in between has a column of its own, where they did.
    """
    has_others = any(abs(move.other) >= SMALLEST_SHOWN / 2 for move in rating_list.moves)
    columns = (
        (_("Player"), LEFT),
        (_("Before"), RIGHT),
        (_("Change in this event"), RIGHT),
        *(((_("Change in other events meanwhile"), RIGHT),) if has_others else ()),
        (_("After"), RIGHT),
    )
    rows = tuple(tuple(_rating_cells(move, has_others=has_others)) for move in rating_list.moves)
    is_first = rating_list.name == FIRST_RATING_LIST
    title = _("Ratings") if is_first else _("Ratings: %(list)s") % {"list": rating_list.name}
    return PrintTable(title, columns, rows)


def _rating_cells(move: EventRatingMove, *, has_others: bool) -> Iterator[str]:
    before, after = round(move.before, 1), round(move.after, 1)
    other = round(move.other, 1) if has_others else 0.0
    yield move.player.name
    yield _decimal(before)
    # Not the rounded change itself: that could miss the sum by one in the last digit.
    yield _signed(round(after - before - other, 1))
    if has_others:
        yield _signed(other)
    yield _decimal(after)


def _season_table(points: SeasonPoints) -> PrintTable:
    rows = tuple((player.name, format_points(total)) for player, total in points.lines)
    title = _("Season points: %(season)s") % {"season": points.season.name}
    return PrintTable(title, ((_("Player"), LEFT), (_("Points"), RIGHT)), rows)


def _statistics_table(statistics: EventStatistics) -> PrintTable:
    rows = tuple((label, text) for label, text in statistic_rows(statistics) if text)
    columns = ((_("Statistics"), LEFT), (_("Value"), LEFT))
    return PrintTable(_("Statistics"), columns, rows if statistics.matches else ())


def statistic_rows(statistics: EventStatistics) -> Iterator[tuple[str, str]]:
    """Yield every figure with its label; the text is empty where it is unknown."""
    yield _("Matches played"), str(statistics.played)
    yield _("Points played"), str(statistics.points)
    mean = statistics.mean_minutes
    facts = {"minutes": round(mean or 0), "count": statistics.timed}
    timed = _("%(minutes)s min (%(count)s timed)") % facts
    yield _("Average match time"), timed if mean is not None else ""
    if statistics.longest is not None:
        minutes = _("%(minutes)s min") % {"minutes": statistics.longest.minutes}
        yield _("Longest match"), f"{result_text(statistics.longest.match)} · {minutes}"
    if statistics.closest is not None:
        yield _("Closest match"), result_text(statistics.closest)
    if statistics.upset is not None:
        gap = _("%(points)s rating points") % {"points": _decimal(statistics.upset.gap)}
        yield _("Biggest upset"), f"{result_text(statistics.upset.match)} · {gap}"
    if statistics.games:
        yield _("Games recorded"), str(statistics.games)
        yield _("Gammons"), str(statistics.gammons)
        yield _("Backgammons"), str(statistics.backgammons)
        yield _("Games with a turned cube"), str(statistics.doubled)
        yield _("Highest cube"), str(statistics.highest_cube)


def result_text(match: Match) -> str:
    """Return a result in one line, the winner first: "Anna 7–5 Bruno"."""
    scores = (match.white_score, match.black_score)
    names = (match.white.name, match.black.name)
    if match.winner == "black":
        scores, names = scores[::-1], names[::-1]
    ending = "" if match.ending == Ending.PLAYED.value else f" ({get_label(match.ending)})"
    score = f"{scores[0]}–{scores[1]}" if match.is_contested else "–"
    return f"{names[0]} {score} {names[1]}{ending}"


def _result_tables(bracket: Bracket) -> Iterator[PrintTable]:
    """Yield the results and byes of each round; with a column of endings if a match was not played out."""
    columns = ((_("Player"), LEFT), (_("Result"), LEFT), (_("Player"), LEFT), (_("Ending"), LEFT))
    for bracket_round in bracket.rounds:
        name = round_heading(
            bracket_round.number, bracket_round.winners, bracket_round.losers, bracket_round.best
        )
        rows = (*map(_result_row, bracket_round.settled), *_list_byes(bracket_round))
        column_count = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
        yield PrintTable(
            f"{bracket.name} · {name}", columns[:column_count], tuple(row[:column_count] for row in rows)
        )


def _result_row(cell: Cell) -> Row:
    white, black = cell.seats
    names = [seat.entry.player.name if seat.entry else "–" for seat in cell.seats]
    score = "" if white.score is None else f"{white.score}–{black.score}"
    return names[0], score, names[1], _describe_ending(cell)


def _list_byes(bracket_round: BracketRound) -> Iterator[Row]:
    """Yield who had no opponent in a round: a bye of the bracket, or one of a round paired on its own."""
    for cell in bracket_round.every:
        if cell.state == BYE:
            yield from ((seat.entry.player.name, "", "", _("bye")) for seat in cell.seats if seat.entry)
    for bye in bracket_round.byes:
        yield bye.entry.player.name, "", "", str(BYES[bye.kind])


def _describe_ending(cell: Cell) -> str:
    """Return how a match that was not played out ended, and who won it, which its score does not tell."""
    if cell.ending in ("", Ending.PLAYED.value):
        return ""
    facts = {"ending": get_label(cell.ending)}
    for seat in cell.seats:
        if seat.has_won and seat.entry is not None:
            return _("%(ending)s (winner: %(name)s)") % {**facts, "name": seat.entry.player.name}
    return facts["ending"]


def _records_table(report: EventReport) -> PrintTable:
    rows = tuple(
        (f"{record.match.white.name} – {record.match.black.name}", get_label(record.status))
        for record in report.records
        if record.match is not None
    )
    return PrintTable(_("Match files"), ((_("Match"), LEFT), (_("Verdict"), LEFT)), rows)


def _decimal(amount: float) -> str:
    return number_format(round(amount, 1), decimal_pos=1)


def _signed(amount: float) -> str:
    return f"{'+' if amount >= 0 else '−'}{_decimal(abs(amount))}"
