"""Season tables and rating lists as tables for spreadsheets and for paper."""

from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.exchange.sheets import Cell, Sheet
from tournaments.models import RatingList, Season
from tournaments.paper.lists import Block, Column
from tournaments.queries import clubs
from tournaments.queries.clubs import RatingRow, StandingsRow
from tournaments.queries.nights import Night

# So many evenings find room beside a table on paper; the latest ones are shown.
ON_PAPER = 8


def season(held: Season) -> Sheet:
    """The table of a season with a column for every evening."""
    table = clubs.standings(held)
    heads = [_("Place"), _("Player"), _("Points"), _("Won"), _("Lost"), _("Evenings")]
    heads += [
        f"{localtime(night.starts_at).date().isoformat()} {title_of(night)}" for night in table.evenings
    ]
    names = dict(enumerate(table.rules.divisions, start=1))
    if names:
        heads.insert(0, _("Division"))
    rows: list[list[Cell]] = [
        [*([names.get(row.division, "")] if names else []), *_season_cells(row)] for row in table.rows
    ]
    return Sheet(held.name, heads, rows)


def season_blocks(held: Season) -> list[Block]:
    """The same for paper, division by division."""
    table = clubs.standings(held)
    first = max(0, len(table.evenings) - ON_PAPER)
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Points"), is_right=True),
        Column(_("Won–lost"), is_right=True),
        *(Column(_day(night), is_right=True) for night in table.evenings[first:]),
    )
    return [
        Block(name, columns, tuple(_paper_row(row, first) for row in rows)) for name, rows in table.divisions
    ]


def ratings(held: RatingList) -> Sheet:
    """A rating list."""
    heads = [
        _("Place"),
        _("Player"),
        _("Rating"),
        _("Provisional"),
        _("Moved"),
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
        for row in clubs.rating_table(held)
    ]
    return Sheet(held.name, heads, rows)


def rating_block(held: RatingList) -> Block:
    """A rating list for paper."""
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Rating"), is_right=True),
        Column(_("Matches"), is_right=True),
        Column(_("Experience"), is_right=True),
    )
    rows = tuple(_rating_row(row) for row in clubs.rating_table(held))
    return Block("", columns, rows, _("* provisional: too few matches yet to tell much."))


def _season_cells(row: StandingsRow) -> list[Cell]:
    cells: list[Cell] = [row.place, row.player.name, _exact(row.total), row.won, row.lost]
    cells.append(sum(cell is not None for cell in row.cells))
    return [*cells, *(_exact(cell.total) if cell else None for cell in row.cells)]


def _paper_row(row: StandingsRow, first: int) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}" if row.place else "–"
    cells = (_short(cell.total) if cell else "" for cell in row.cells[first:])
    return (place, row.player.name, _short(row.total), f"{row.won}–{row.lost}", *cells)


def _rating_row(row: RatingRow) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}"
    name = f"{row.player.name}{' *' if row.is_provisional else ''}"
    rating = number_format(round(row.rating, 1), decimal_pos=1)
    return (place, name, rating, str(row.matches), str(row.experience))


def title_of(night: Night) -> str:
    """The name of what a column of a season table counts."""
    return night.name or _("Casual matches")


def _day(night: Night) -> str:
    return f"{date_format(localtime(night.starts_at), 'j M')} {title_of(night)}"


def _exact(amount: float) -> Fraction:
    return Fraction(round(amount * 10_000), 10_000)


def _short(amount: float) -> str:
    return number_format(round(amount, 1), decimal_pos=0 if float(amount).is_integer() else 1)
