"""Printouts of a club's members for its managers: the list with contacts, and cards with names."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.messages.money import format_fee
from tournaments.people.messages import MEMBER_DATA_LABELS
from tournaments.people.queries.member_records import MemberRow, get_member_rows
from tournaments.people.views.member_pages import read_year
from tournaments.printing.pdf import lists
from tournaments.printing.pdf.badges import PlayerCard, card_pages
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.views.printouts import page_head, pdf_response, requested_paper
from tournaments.web.decorators import get_managed_club


@login_required
@require_safe
def member_list_pdf(request: HttpRequest, club: str) -> HttpResponse:
    """Return the list of the current members with number, contacts and the fee of a year."""
    managed_club, year = get_managed_club(request, club), read_year(request)
    title = " · ".join((managed_club.name, _("Members")))
    block = _make_block(get_member_rows(managed_club), year)
    pages = lists.list_pages([block], requested_paper(request), page_head(title, ""))
    return pdf_response(pages, title, f"{managed_club.slug}-members")


@login_required
@require_safe
def member_labels_pdf(request: HttpRequest, club: str) -> HttpResponse:
    """Return cards to cut out with the name and the number of each current member."""
    managed_club = get_managed_club(request, club)
    cards = [
        PlayerCard(managed_club.name, row.name, row.record.number) for row in get_member_rows(managed_club)
    ]
    title = " · ".join((managed_club.name, _("Name cards")))
    pages = card_pages(cards, requested_paper(request))
    if not pages:
        pages = lists.list_pages([], requested_paper(request), page_head(title, ""))
    return pdf_response(pages, title, f"{managed_club.slug}-labels")


def _make_block(rows: Sequence[MemberRow], year: int) -> Block:
    columns = (
        Column(str(MEMBER_DATA_LABELS["number"]), is_right=True),
        Column(_("Name")),
        Column(str(MEMBER_DATA_LABELS["phone"])),
        Column(str(MEMBER_DATA_LABELS["email"])),
        Column(_("Fee paid (%(year)s)") % {"year": year}),
        Column(_("Owes (%(year)s)") % {"year": year}, is_right=True),
    )
    cells = tuple(
        (row.record.number, row.name, row.record.phone, row.record.email, *_make_fee_cells(row, year))
        for row in rows
    )
    return Block("", columns, cells)


def _make_fee_cells(row: MemberRow, year: int) -> tuple[str, str]:
    """Return how the fee of a year was paid, and what a member has still to pay."""
    balance = row.get_balance(year)
    if balance.is_exempt and not balance.has_payment:
        return _("exempt"), ""
    paid = format_fee(balance.paid, balance.currency) if balance.is_partly_paid else ""
    to_pay = format_fee(balance.to_pay, balance.currency) if balance.to_pay else ""
    return "✓" if balance.is_paid else paid, to_pay
