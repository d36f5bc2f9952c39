"""Season tables and rating lists of a club for the wall."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Club, RatingList, Season
from tournaments.printing.pdf import lists
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.views.responses import page_head, pdf_response, requested_paper
from tournaments.queries import clubs, exports
from tournaments.queries.club_results import Night
from tournaments.queries.clubs import RatingRow, StandingsRow
from tournaments.views.decorators import public_club_view
from tournaments.views.seasons import get_rating_list, get_season

# So many tournaments find room beside a table on paper; the latest ones are shown.
ON_PAPER = 8


@require_safe
@public_club_view
def season_pdf(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """A season's table for the wall; the evenings stand beside it as far as the paper is wide."""
    club_season = get_season(club, season)
    paper = requested_paper(request)
    blocks = season_blocks(club_season)
    pages = lists.list_pages(blocks, paper, page_head(f"{club.name} · {club_season.name}", ""))
    return pdf_response(pages, f"{club.name} · {club_season.name}", f"{club.slug}-{club_season.slug}")


@require_safe
@public_club_view
def rating_pdf(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """A rating list for the wall."""
    rating_list = get_rating_list(club, number)
    blocks: Sequence[Block] = [rating_block(rating_list)]
    pages = lists.list_pages(
        blocks, requested_paper(request), page_head(f"{club.name} · {rating_list.name}", "")
    )
    return pdf_response(pages, f"{club.name} · {rating_list.name}", f"{club.slug}-ratings-{rating_list.pk}")


def season_blocks(season: Season) -> list[Block]:
    """The same for paper, division by division."""
    table = clubs.get_standings(season)
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


def rating_block(rating_list: RatingList) -> Block:
    """A rating list for paper."""
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Rating"), is_right=True),
        Column(_("Matches"), is_right=True),
        Column(_("Experience"), is_right=True),
    )
    rows = tuple(_rating_row(row) for row in clubs.rating_table(rating_list))
    return Block("", columns, rows, _("* provisional: too few matches to be reliable."))


def _paper_row(row: StandingsRow, first: int) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}" if row.place else "–"
    cells = (_short_number(cell.total) if cell else "" for cell in row.cells[first:])
    return (place, row.player.name, _short_number(row.total), f"{row.won}–{row.lost}", *cells)


def _rating_row(row: RatingRow) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}"
    name = f"{row.player.name}{' *' if row.is_provisional else ''}"
    rating = number_format(round(row.rating, 1), decimal_pos=1)
    return (place, name, rating, str(row.matches), str(row.experience))


def _day(night: Night) -> str:
    return f"{date_format(localtime(night.starts_at), 'j M')} {exports.title_of(night)}"


def _short_number(amount: float) -> str:
    return number_format(round(amount, 1), decimal_pos=0 if float(amount).is_integer() else 1)
