"""Season tables and rating lists as tables for spreadsheets."""

from fractions import Fraction

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.exchange.sheets import Cell, Sheet
from tournaments.models import RatingList, Season
from tournaments.queries import clubs
from tournaments.queries.clubs import StandingsRow
from tournaments.queries.nights import Night


def season_sheet(club_season: Season) -> Sheet:
    """The table of a season with a column for every evening."""
    table = clubs.get_standings(club_season)
    headings = [_("Place"), _("Player"), _("Points"), _("Won"), _("Lost"), _("Tournaments")]
    headings += [
        f"{localtime(night.starts_at).date().isoformat()} {title_of(night)}" for night in table.evenings
    ]
    names = dict(enumerate(table.rules.divisions, start=1))
    if names:
        headings.insert(0, _("Division"))
    rows: list[list[Cell]] = [
        [*([names.get(row.division, "")] if names else []), *_season_cells(row)] for row in table.rows
    ]
    return Sheet(club_season.name, headings, rows)


def rating_sheet(rating_list: RatingList) -> Sheet:
    """A rating list."""
    headings = [
        _("Place"),
        _("Player"),
        _("Rating"),
        _("Provisional"),
        _("Rating change"),
        _("Matches"),
        _("Experience"),
    ]
    rows: list[list[Cell]] = [
        [
            row.place,
            row.player.name,
            _exact(row.rating),
            int(row.is_provisional),
            _exact(row.delta),
            row.matches,
            row.experience,
        ]
        for row in clubs.rating_table(rating_list)
    ]
    return Sheet(rating_list.name, headings, rows)


def _season_cells(row: StandingsRow) -> list[Cell]:
    cells: list[Cell] = [row.place, row.player.name, _exact(row.total), row.won, row.lost]
    cells.append(sum(cell is not None for cell in row.cells))
    return [*cells, *(_exact(cell.total) if cell else None for cell in row.cells)]


def title_of(night: Night) -> str:
    """The name of what a column of a season table counts."""
    return night.name or _("Casual matches")


def _exact(amount: float) -> Fraction:
    return Fraction(round(amount * 10_000), 10_000)
