"""Rating lists as sheets of a workbook."""

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.models import RatingList
from tournaments.ratings.queries import rating_tables


def rating_sheet(rating_list: RatingList) -> Sheet:
    """Return a rating list as a spreadsheet."""
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
            None if row.is_provisional else row.place,
            row.player.name,
            to_fraction(row.rating),
            int(row.is_provisional),
            to_fraction(row.delta),
            row.matches,
            row.experience,
        ]
        for row in rating_tables.rating_table(rating_list)
    ]
    return Sheet(rating_list.name, headings, rows)


def to_fraction(amount: float) -> Fraction:
    """Return a number as spreadsheets write it, to four decimals."""
    return Fraction(round(amount * 10_000), 10_000)
