"""What the columns of a list of persons are by the cells below the headings, and by the sheet. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, SheetCells, show_cell
from tournaments.exchange.lists.member_numbers import NumberGuess
from tournaments.exchange.lists.person_rows import FORMER, fold_text
from tournaments.exchange.lists.reading import Interview
from tournaments.exchange.lists.tables import Guess, ListTable
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import read_year
from tournaments.exchange.lists.written_numbers import read_yes_no
from tournaments.name_lists.listed_payments import read_payment
from tournaments.name_lists.payment_terms import LETTERS, WAY_TERMS, fold_terms, is_unpaid, read_method

YEAR_HEADINGS = make_tokens("year anno jahr annee ano ar yil")
PAID_TERMS = make_tokens(
    "paid bezahlt gezahlt pagato pagata pagado pagada paye payee regle reglee betalt odendi versato versata "
    "saldato saldata"
)
FEWEST_METHODS = 2
# Of columns that can have ways of payment.
VAGUE_ROLES = (headings.IGNORED, headings.STATUS, headings.NOTE)
METHOD_TERMS = frozenset().union(*WAY_TERMS.values())


def make_guess(sheet: SheetCells) -> Guess:
    """Return what settles the numbers of members and the way of payment for the tables of a sheet."""
    guess_numbers = NumberGuess()

    def guess(roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
        hidden = sheet.hidden_columns
        return _find_method_column(_find_paid_column(guess_numbers(roles, rows), rows, hidden), rows, hidden)

    return guess


def _find_paid_column(
    roles: tuple[str, ...], rows: Sequence[CellRow], hidden_columns: frozenset[int]
) -> tuple[str, ...]:
    """Return the roles with a column that says who has paid as such: unknown, or "Iscrizione" above "pagato".

    One of marks alone may be of anything; a cell has to speak of a payment.
    """
    if not {headings.PAID, headings.FEE}.isdisjoint(roles):
        return roles
    for column, role in enumerate(roles):
        if role not in (headings.IGNORED, headings.JOINED) or column in hidden_columns:
            continue
        texts = [text for row in rows if (text := show_cell(row.get(column)))]
        if any(map(_speaks_of_payment, texts)) and all(map(_can_be_payment, texts)):
            return (*roles[:column], headings.PAID, *roles[column + 1 :])
    return roles


def _speaks_of_payment(text: str) -> bool:
    folded = fold_terms(text)
    return is_unpaid(folded) or not PAID_TERMS.isdisjoint(LETTERS.findall(folded))


def _can_be_payment(text: str) -> bool:
    return read_yes_no(text) is not None or read_payment(text).unread_paid == ""


def _find_method_column(
    roles: tuple[str, ...], rows: Sequence[CellRow], hidden_columns: frozenset[int]
) -> tuple[str, ...]:
    """Return the roles with the first column of nothing but ways of payment as theirs.

    Its heading is unknown, or says as little as "Type" and "Notes".
    """
    if headings.METHOD in roles:
        return roles
    for column, role in enumerate(roles):
        if role not in VAGUE_ROLES or column in hidden_columns:
            continue
        texts = [text for row in rows if (text := show_cell(row.get(column)))]
        if len(texts) >= FEWEST_METHODS and all(map(_is_method, texts)):
            return (*roles[:column], headings.METHOD, *roles[column + 1 :])
    return roles


def _is_method(text: str) -> bool:
    """Return whether a text names a way of payment and nothing else."""
    terms = LETTERS.findall(fold_terms(text))
    return bool(read_method(text)) and not any(map(str.isdigit, text)) and METHOD_TERMS.issuperset(terms)


def find_year_of_leaving(table: ListTable, interview: Interview) -> ListTable:
    """Return a table with a column "Year" as that of leaving if it is one of former members."""
    is_of_former = any(FORMER.search(fold_text(text)) for text in (table.sheet.name, table.title))
    given_answer = interview.get_columns(table.sheet.name, table.heading_texts)
    if not is_of_former or given_answer or headings.LEFT in table.roles:
        return table
    for column, heading in enumerate(table.heading_texts):
        years = [show_cell(row.get(column)) for row in table.rows if show_cell(row.get(column))]
        is_of_years = bool(years) and all(read_year(text) for text in years)
        if headings.fold_heading(heading) in YEAR_HEADINGS and is_of_years:
            roles = (*table.roles[:column], headings.LEFT, *table.roles[column + 1 :])
            return replace(table, roles=roles)
    return table
