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
from tournaments.name_lists.payment_terms import LETTERS, WAY_TERMS, fold_terms, read_method

YEAR_HEADINGS = make_tokens("year anno jahr annee ano ar yil")
FEWEST_METHODS = 2
METHOD_TERMS = frozenset().union(*WAY_TERMS.values())


def make_guess(sheet: SheetCells) -> Guess:
    """Return what settles the numbers of members and the way of payment for the tables of a sheet."""
    guess_numbers = NumberGuess()

    def guess(roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
        return _find_method_column(guess_numbers(roles, rows), rows, sheet.hidden_columns)

    return guess


def _find_method_column(
    roles: tuple[str, ...], rows: Sequence[CellRow], hidden_columns: frozenset[int]
) -> tuple[str, ...]:
    """Return the roles with the first unknown column of nothing but ways of payment as theirs."""
    if headings.METHOD in roles:
        return roles
    for column, role in enumerate(roles):
        if role or column in hidden_columns:
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
