"""Tables of persons, in text files and workbooks: members, and entries with columns. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from matches.names import is_bye
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, FileCells, list_sheet_names
from tournaments.exchange.lists.form_answers import read_two_people, settle_partners
from tournaments.exchange.lists.own_columns import assign_own_columns
from tournaments.exchange.lists.person_rows import (
    RowContext,
    fold_text,
    make_context,
    read_person,
    read_written_name,
    settle_payment_columns,
)
from tournaments.exchange.lists.person_sheets import choose_person_sheet
from tournaments.exchange.lists.reading import (
    CHOSEN_SHEET,
    DAY_FIRST,
    ENTRIES,
    LEAVE_OUT,
    MONTH_FIRST,
    OPEN,
    TAKE,
    Interview,
    LineRefusal,
    ListReading,
    PassedOver,
    PersonRow,
)
from tournaments.exchange.lists.same_people import settle_same_people
from tournaments.exchange.lists.tables import (
    ListTable,
    find_reason_to_pass,
    list_other_columns,
    list_passed_rows,
)
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import find_date_order
from tournaments.exchange.lists.written_names import NameOrder, is_name

NAMELESS, BYE, HIDDEN, LEFT_OUT, BESIDE = "nameless", "bye", "hidden", "left_out", "other_sheet"
TEST_TERMS = make_tokens("test testing prova essai probe prueba deneme proba testperson")
SPECTATORS = make_tokens(
    "spectator zuschauer spettatore spectateur espectador tilskuer seyirci visitor guest gast"
)
DATE_ROLES = (headings.BORN, headings.BIRTH_YEAR, headings.JOINED, headings.LEFT, headings.PAID_UNTIL)
# The choice of hidden rows as people who have not left.
AS_PRESENT = "as_present"
# The choice of all sections of a sheet.
ALL_SECTIONS = "all"


@dataclass(slots=True)
class PersonsFound:
    """What the rows of the tables have given so far."""

    persons: list[PersonRow] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)
    refusals: list[LineRefusal] = field(default_factory=list)
    name_orders: dict[int, NameOrder] = field(default_factory=dict)


def read_person_tables(file: FileCells, kind: str, interview: Interview, today: date) -> ListReading:
    """Return the persons of a file with columns."""
    sheet, candidates = choose_person_sheet(file, kind, interview)
    if not candidates:
        return _refuse_nameless(file, kind, interview)
    tables = _choose_tables(candidates, interview)
    tables = [settle_payment_columns(assign_own_columns(table, interview)) for table in tables]
    orders = _find_orders(tables, interview, (*DATE_ROLES, headings.PAID_ON))
    outcome = PersonsFound()
    for other in (one for one in file.sheets if one.name != sheet and one.rows):
        outcome.passed.append(PassedOver(0, other.name, BESIDE, sheet=other.name))
    for table in tables:
        outcome.passed += list_passed_rows(table, tables[0])
        context = make_context(table, orders, today, interview)
        for row in table.rows:
            _read_row(context, row, kind, outcome)
    persons, repeated = settle_same_people(
        outcome.persons, interview, later_counts=any(headings.TIMESTAMP in table.roles for table in tables)
    )
    persons = settle_partners(persons, interview) if kind == ENTRIES else persons
    first = tables[0] if tables else None
    return ListReading(
        kind=kind,
        persons=tuple(_drop_number(person) if kind == ENTRIES else person for person in persons),
        questions=interview.questions,
        passed_over=tuple(sorted((*outcome.passed, *repeated), key=lambda one: one.line)),
        refusals=tuple(outcome.refusals),
        sheet=sheet,
        sheets=list_sheet_names(file),
        heading_row=first.heading.line if first and first.heading else 0,
        columns=_describe_columns(first),
        other_columns=list_other_columns(tables, first),
        name_orders=outcome.name_orders,
        encoding=file.encoding,
        separator=file.separator,
    )


def _choose_tables(tables: list[ListTable], interview: Interview) -> list[ListTable]:
    """Return the tables of a sheet to take: all of them, unless only one is chosen."""
    if len(tables) < 2 or not any(table.title for table in tables):
        return tables
    titles = tuple(table.title or table.heading_texts[0] for table in tables)
    lines = tuple(table.heading.line for table in tables if table.heading)
    facts = {str(number): title for number, title in enumerate(titles, start=1)}
    selected = interview.ask(
        "sections",
        lines=lines,
        facts=facts,
        choices=(ALL_SECTIONS, *dict.fromkeys(titles)),
        guess=ALL_SECTIONS,
    )
    return [table for table, title in zip(tables, titles, strict=True) if selected in (ALL_SECTIONS, title)]


def _find_orders(
    tables: Sequence[ListTable], interview: Interview, roles: Sequence[str]
) -> Mapping[str, str]:
    """Return the order of day and month in the columns of each of these roles; asks if nothing decides it.

    The dates of a column decide for it, else those of the other columns, of the whole file, and the headings.
    """
    texts = list(_list_dates(tables, roles))
    orders = {role: find_date_order(text for text, _line, one in texts if one == role) for role in roles}
    unclear = [one for one in texts if not orders[one[2]] and not find_date_order([one[0]])]
    if not unclear:
        return orders
    order = find_date_order(text for text, _line, _role in texts) or interview.file_date_order
    languages = headings.find_languages([text for table in tables for text in table.heading_texts])
    if not order and languages and languages[0] != "en":
        order = DAY_FIRST
    order = order or interview.ask(
        "date_order",
        lines=tuple(dict.fromkeys(line for _text, line, _role in unclear)),
        facts={
            "example": unclear[0][0],
            "columns": ",".join(sorted({role for _text, _line, role in unclear})),
        },
        choices=(DAY_FIRST, MONTH_FIRST),
        guess=OPEN,
    )
    return {role: own_order or order for role, own_order in orders.items()}


def _list_dates(tables: Sequence[ListTable], roles: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the texts of the columns of dates, each with its row and the role of its column."""
    for table in tables:
        places = [(place, role) for place, role in enumerate(table.roles) if role in roles]
        for row in table.rows:
            for place, role in places:
                if isinstance(cell := row.get(place), str) and cell:
                    yield cell, row.line, role


def _read_row(context: RowContext, row: CellRow, kind: str, outcome: PersonsFound) -> None:
    """Add the person of a row, or why it makes none."""
    reason, sheet = find_reason_to_pass(row, context.table), context.table.sheet.name
    if reason or row.texts == context.table.heading_texts:
        outcome.passed.append(PassedOver(row.line, row.text, reason or "headings", sheet=sheet))
        return
    if row.is_hidden and not _takes_hidden(context):
        outcome.passed.append(PassedOver(row.line, row.text, HIDDEN, sheet=sheet))
        return
    as_written = read_written_name(context, row)
    if not any(map(str.isalpha, as_written.name)):
        _read_nameless(context, row, outcome)
        return
    if is_bye(as_written.name):
        outcome.passed.append(PassedOver(row.line, row.text, BYE, sheet=sheet))
        return
    if not _asks_to_take(context, row, as_written.name, kind):
        outcome.passed.append(PassedOver(row.line, row.text, LEFT_OUT, sheet=sheet))
        return
    people = read_two_people(context, row, as_written)
    if as_written.order and not people:
        outcome.name_orders[row.line] = as_written.order
    persons = people or [read_person(context, row, as_written)]
    outcome.persons += [_mark_hidden(person, row, context.interview) for person in persons]


def _takes_hidden(context: RowContext) -> bool:
    lines = tuple(row.line for row in context.table.rows if row.is_hidden)
    choices = (LEAVE_OUT, TAKE, AS_PRESENT)
    return context.interview.ask("hidden_rows", lines=lines, choices=choices, guess=LEAVE_OUT) != LEAVE_OUT


def _mark_hidden(person: PersonRow, row: CellRow, interview: Interview) -> PersonRow:
    """Return a person of a hidden row as one who has left, unless the answer takes them like the others."""
    is_former = row.is_hidden and interview.get_answer("hidden_rows") != AS_PRESENT
    return replace(person, active=False) if is_former else person


def _read_nameless(context: RowContext, row: CellRow, outcome: PersonsFound) -> None:
    """Add a row without the name of a person: a firm or an account becomes a question."""
    firm, tag = context.get_text(row, headings.FIRM), context.get_text(row, headings.TAG)
    name_cells = [context.get_text(row, role) for role in headings.NAME_ROLES]
    if firm or tag:
        answer = context.interview.ask(
            "no_person" if firm else "only_tag",
            place=str(row.line),
            lines=(row.line,),
            facts={"name": firm or tag},
            choices=(LEAVE_OUT, TAKE),
            guess=LEAVE_OUT if firm else TAKE,
        )
        if answer == TAKE:
            as_written = read_written_name(context, row)._replace(name=firm or tag, order=None)
            outcome.persons.append(read_person(context, row, as_written))
            return
        outcome.passed.append(PassedOver(row.line, row.text, LEFT_OUT))
    elif any(name_cells):
        outcome.refusals.append(
            LineRefusal("name_without_letters", row.line, " ".join(filter(None, name_cells)))
        )
    else:
        outcome.passed.append(PassedOver(row.line, row.text, NAMELESS))


def _asks_to_take(context: RowContext, row: CellRow, name: str, kind: str) -> bool:
    """Ask about a row that is perhaps no person of the list; return whether it is to be taken."""
    code, guess = "", TAKE
    venue = context.get_text(row, headings.VENUE)
    if fold_text(name) in TEST_TERMS:
        code, guess = "test_row", LEAVE_OUT
    elif fold_text(venue) in SPECTATORS:
        code, guess = "spectator", LEAVE_OUT
    elif not is_name(name):
        code = "name_unclear"
    if not code:
        return True
    facts = {"name": name, "text": venue or row.text}
    answer = context.interview.ask(
        code, place=str(row.line), lines=(row.line,), facts=facts, choices=(TAKE, LEAVE_OUT), guess=guess
    )
    return answer == TAKE


def _drop_number(person: PersonRow) -> PersonRow:
    """Return an entry without the number of the row."""
    return replace(person, number="", position="")


def _describe_columns(table: ListTable | None) -> tuple[tuple[str, str], ...]:
    if table is None:
        return ()
    texts = [*table.heading_texts, *("",) * len(table.roles)]
    return tuple(zip(texts, table.roles, strict=False))


def _refuse_nameless(file: FileCells, kind: str, interview: Interview) -> ListReading:
    """Return the refusal of a file without a column of names, with the headings that it has."""
    names = list_sheet_names(file)
    answer = interview.get_answer(CHOSEN_SHEET)
    filled = [one for one in file.sheets if one.rows]
    sheet = next((one for one in filled if one.name == answer and answer), next(iter(filled), None))
    row = sheet.rows[0] if sheet else CellRow(0, ())
    refusal = LineRefusal(
        "no_name_column" if sheet else "list_empty", row.line, ", ".join(filter(None, row.texts))
    )
    return ListReading(
        kind=kind,
        refusals=(refusal,),
        questions=interview.questions,
        columns=tuple((text, "") for text in row.texts),
        sheet=sheet.name if sheet else "",
        sheets=names,
        encoding=file.encoding,
        separator=file.separator,
    )
