"""The list of a club's members as a table to download."""

from django.utils.translation import gettext

from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.messages.money import format_fee
from tournaments.models import Club
from tournaments.people.messages import MEMBER_DATA_LABELS
from tournaments.people.queries.member_records import MemberRow, get_member_rows


def make_member_sheet(club: Club, year: int, *, former: bool = False) -> Sheet:
    """Return the current members, or the former ones, with the fee of a year.

    An import of members understands the headings.
    """
    names = ("number", "", "email", "phone", "birth_year", "joined_on", "left_on", "home_club")
    heads = [str(MEMBER_DATA_LABELS[name]) if name else gettext("Name") for name in names]
    own_fields = list(club.member_fields.order_by("pk"))
    heads += [
        gettext("Fee paid (%(year)s)") % {"year": year},
        gettext("Fee due (%(year)s)") % {"year": year},
        gettext("Owes (%(year)s)") % {"year": year},
        *(field.name for field in own_fields),
        str(MEMBER_DATA_LABELS["note"]),
    ]
    title = gettext("Former members") if former else gettext("Members")
    return Sheet(title, heads, [_make_cells(row, year) for row in get_member_rows(club, former=former)])


def _make_cells(row: MemberRow, year: int) -> list[Cell]:
    record, balance = row.record, row.get_balance(year)
    return [
        record.number,
        row.name,
        record.email,
        record.phone,
        record.birth_year,
        row.joined_on.isoformat() if row.joined_on else "",
        row.left_on.isoformat() if row.left_on else "",
        record.home_club,
        format_fee(balance.paid, balance.currency) if balance.has_payment else "",
        format_fee(balance.amount, balance.currency) if balance.amount is not None else "",
        format_fee(balance.to_pay, balance.currency) if balance.to_pay else "",
        *(text for _field, text in row.texts),
        record.note,
    ]
