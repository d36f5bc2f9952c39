"""An example file of each kind of list, to fill in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, RESULTS, SEASON
from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.messages.details import DETAIL_TITLES
from tournaments.name_lists.details import CLUB, COUNTRY, RATING
from tournaments.web.csv_files import make_csv_response

PEOPLE = ("Anna Rossi", "Bruno Bianchi", "Carla Verdi", "Dario Neri")
# Others are left empty.
EXAMPLE_DETAILS: dict[str, Cell] = {CLUB: "Roma", COUNTRY: "ITA", RATING: 1712}
# By kind: the headings, and the rows below them.
EXAMPLES: dict[str, tuple[tuple[str | Promise, ...], list[list[Cell]]]] = {
    MEMBERS: (
        (_("First name"), _("Surname"), _("Member number"), _("Date of birth"), _("E-mail")),
        [
            ["Anna", "Rossi", "101", "1980-03-14", "anna@example.org"],
            ["Bruno", "Bianchi", "102", "1975-11-02", ""],
        ],
    ),
    ENTRIES: (
        (_("Name"), *DETAIL_TITLES.values()),
        [
            ["Anna Rossi", *(EXAMPLE_DETAILS.get(name, "") for name in DETAIL_TITLES)],
            ["Bruno Bianchi", *("" for _name in DETAIL_TITLES)],
        ],
    ),
    RESULTS: (
        # A spreadsheet makes a date of 7-5: the scores have a column each.
        (_("Date"), _("Player 1"), _("Player 2"), _("Score 1"), _("Score 2"), _("Match length")),
        [
            ["2025-01-14", PEOPLE[0], PEOPLE[1], 7, 5, 7],
            ["2025-01-14", PEOPLE[2], PEOPLE[3], 3, 7, 7],
        ],
    ),
    SEASON: (
        (_("Name"), "2025-01-14", "2025-01-28", "2025-02-11", _("Total")),
        [[PEOPLE[0], 10, 6, "", 16], [PEOPLE[1], 4, "", 10, 14]],
    ),
}


@require_safe
def show_example(request: HttpRequest, kind: str) -> HttpResponse:
    """Download the example of a kind of list, with headings in the language of the page."""
    if kind not in EXAMPLES:
        raise Http404
    heads, rows = EXAMPLES[kind]
    return make_csv_response(Sheet(kind, list(map(str, heads)), rows), kind)
