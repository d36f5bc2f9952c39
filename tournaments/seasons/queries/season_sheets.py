"""Season tables as sheets of a workbook."""

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.models import Season
from tournaments.ratings.queries.rating_sheets import to_fraction
from tournaments.seasons.queries import season_tables
from tournaments.seasons.queries.season_results import TournamentColumn
from tournaments.seasons.queries.season_tables import StandingsRow


def season_sheet(club_season: Season) -> Sheet:
    """Return a season table with a column for every tournament."""
    table = season_tables.get_standings(club_season)
    headings = [_("Place"), _("Player"), _("Points"), _("Won"), pgettext("matches", "Lost"), _("Tournaments")]
    headings += [
        f"{localtime(column.starts_at).date().isoformat()} {get_column_title(column)}".rstrip()
        for column in table.tournaments
    ]
    names = dict(enumerate(table.rules.divisions, start=1))
    if names:
        headings.insert(0, _("Division"))
    rows: list[list[Cell]] = [
        [*([names.get(row.division, "")] if names else []), *_season_cells(row)] for row in table.rows
    ]
    return Sheet(club_season.name, headings, rows)


def _season_cells(row: StandingsRow) -> list[Cell]:
    cells: list[Cell] = [row.place, row.player.name, to_fraction(row.total), row.won, row.lost]
    cells.append(sum(cell is not None for cell in row.cells))
    return [*cells, *(to_fraction(cell.total) if cell else None for cell in row.cells)]


def get_column_title(column: TournamentColumn) -> str:
    """Return the title of a column of a season table, beside its day; "" if it has none but the day."""
    return "" if column.is_unnamed else column.name or _("Casual matches")
