"""Rows of a table of persons: every field that its columns know. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from matches.names import fold_name
from matches.plain_letters import strip_accents
from tournaments import countries
from tournaments.exchange.lists import headings as columns
from tournaments.exchange.lists.birth_cells import BIRTHPLACE, is_of_birthplace, split_birth_cell
from tournaments.exchange.lists.contact_cells import CONTACT_ROLES, list_unstored_contacts, read_contacts
from tournaments.exchange.lists.due_fees import add_amount_due
from tournaments.exchange.lists.file_cells import CellRow, CellValue, ClockCell, show_cell
from tournaments.exchange.lists.name_orders import (
    ColumnOrders,
    get_order_answer,
    settle_orders,
)
from tournaments.exchange.lists.paid_fees import (
    add_payment_details,
    describes_payment,
    find_fee_year,
    read_listed_fee,
    read_money,
)
from tournaments.exchange.lists.reading import (
    DAY_FIRST,
    LEAVE_OUT,
    MONTH_FIRST,
    OPEN,
    TAKE,
    Interview,
    ListedFee,
    PersonRow,
)
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import (
    YEAR_ONLY,
    read_birth_date,
    read_birth_year,
    read_date,
    read_vague_date,
    read_year_of_date,
)
from tournaments.exchange.lists.written_names import (
    WrittenName,
    capitalise_name,
    join_name,
    read_name,
)
from tournaments.exchange.lists.written_numbers import (
    is_mark,
    means_no_rating,
    read_amount,
    read_number,
    read_rating,
    read_yes_no,
)
from tournaments.name_lists.details import TEXTS
from tournaments.name_lists.name_columns import compose_name

FORMER = re.compile(
    r"\b(left|former|resigned|ex|lapsed|inactive|ehemalig\w*|ausgetreten|austritte?|inaktiv|uscit[oaie]|dimess[oaie]|"
    r"dimissionari|cessat[oaie]|ex soci|sorties?|anciens?|demission\w*|parti|bajas?|antiguos?|exsocios?|"
    r"udmeldt\w*|"
    r"utmeldt|tidligere|ayril\w+|cikan\w*|deceased|died|verstorben|gestorben|decedut[oaie]|mort[oaie]|"
    r"deces|decedee?s?|fallecid\w*|afdod|vefat\w*|byli)\b"
)
HONORARY = re.compile(
    r"\b(honou?rary|ehrenmitglied\w*|onorari[oaie]?|d onore|honneur|honoraires?|honor|honorario\w*|"
    r"aeresmedlem\w*|"
    r"onursal)\b"
)
# The details of an entry that are texts as they stand, and of no use for a member.
OTHER_DETAILS = tuple(name for name in TEXTS if name not in (columns.CLUB, columns.COUNTRY))
YEAR_IN_TEXT = re.compile(r"\b((?:19|20)\d\d)\b")
FIGURE_IN_TEXT = re.compile(r"\d[\d.,']*")
YES_MARK = "x"
# A heading of amounts that says that they are paid, such as "importo versato".
SAYS_PAID = re.compile(
    r"\b(paid|received|pagat[oa]|versat[oa]|saldat[oa]|bezahlt|gezahlt|payee?|reglee?|pagad[oa]|betalt|odenen)\b"
)
# In English also the heading of how a match ended.
HOW = "how"
TITLE_CODES = make_tokens("GM IM FM CM WGM WIM WFM WCM NM G1 G2 G3 M1 M2 M3 GMI")


@dataclass(frozen=True, slots=True)
class RowContext:
    """What all rows of a table share: its columns, today, and who answers questions.

    `orders` are those of day and month, by the role of the column.
    """

    table: ListTable
    orders: Mapping[str, str]
    today: date
    interview: Interview
    marked: frozenset[str] = frozenset()
    has_two_people: bool = False
    fee_says_who_paid: bool = False
    day_says_who_paid: bool = False
    name_orders: ColumnOrders = field(default_factory=ColumnOrders)

    def get(self, row: CellRow, role: str) -> CellValue:
        """Return the cell of a role; "" without such a column."""
        column = self.table.get_column(role)
        cell = "" if column is None else row.get(column)
        return cell.strip() if isinstance(cell, str) else cell

    def get_text(self, row: CellRow, role: str) -> str:
        """Return the cell of a role as a text on one line."""
        return show_cell(self.get(row, role))

    def get_order(self, role: str) -> str:
        """Return the order of day and month in the column of a role; that of payments where none is known."""
        return self.orders.get(role, self.orders.get(columns.PAID_ON, DAY_FIRST))

    def has(self, role: str) -> bool:
        """Return whether the table has a column of a role."""
        return role in self.table.roles


def make_context(
    table: ListTable, orders: Mapping[str, str], today: date, interview: Interview
) -> RowContext:
    """Return the context of the rows of a table, with the columns that have marks and are empty otherwise."""
    marked = set()
    for role in (columns.PAID, columns.FEE):
        column = table.get_column(role)
        cells = [row.get(column) for row in table.rows if column is not None]
        filled = [cell for cell in cells if show_cell(cell)]
        texts = [cell for cell in filled if not isinstance(cell, int | float)]
        if texts and all(map(is_mark, texts)):
            marked.add(role)
    fee_says_who_paid = _says_who_paid(table)
    return RowContext(
        table,
        orders,
        today,
        interview,
        frozenset(marked),
        fee_says_who_paid=fee_says_who_paid,
        day_says_who_paid=_has_days_beside_amounts(table),
        name_orders=settle_orders(table, interview),
    )


def settle_payment_columns(table: ListTable) -> ListTable:
    """Return a table of people in which "Date" and "How" are those of the payments that it has.

    A column of days of payment alone says who has paid.
    """
    roles = list(table.roles)
    if not {columns.PAID, columns.FEE}.isdisjoint(roles):
        for number, role in enumerate(table.roles):
            heading = columns.fold_heading(table.heading_texts[number]) if table.heading else ""
            if role == columns.DATE and columns.PAID_ON not in roles:
                roles[number] = columns.PAID_ON
            elif role == columns.ENDING and heading == HOW and columns.METHOD not in roles:
                roles[number] = columns.METHOD
    elif columns.PAID_ON in roles:
        roles[roles.index(columns.PAID_ON)] = columns.PAID
    return replace(table, roles=tuple(roles))


def _says_who_paid(table: ListTable) -> bool:
    """Return whether the column of fees is that of who has paid: the only one, with a mark or a day.

    "Quota 2026" has "x", 40 or the day of the payment, "Quota" alone what is to be paid.
    """
    column = table.get_column(columns.FEE)
    if column is None or columns.PAID in table.roles:
        return False
    cells = [row.get(column) for row in table.rows]
    return any(
        isinstance(cell, date) or describes_payment(cell) or (isinstance(cell, str) and read_yes_no(cell))
        for cell in cells
    )


def _has_days_beside_amounts(table: ListTable) -> bool:
    """Return whether days of payment stand beside a column of amounts whose heading does not say "paid".

    Then the amounts are what is due, and the days say who has paid.
    """
    days, amounts = table.get_column(columns.PAID_ON), table.get_column(columns.FEE)
    if days is None or amounts is None or table.heading is None:
        return False
    has_day = any(show_cell(row.get(days)) for row in table.rows)
    return has_day and not SAYS_PAID.search(columns.fold_heading(table.heading_texts[amounts]))


def read_written_name(context: RowContext, row: CellRow) -> WrittenName:
    """Return the name of a row in its order, from one column or from those of first name and surname."""
    name = context.get_text(row, columns.NAME)
    first, last = context.get_text(row, columns.FIRST), context.get_text(row, columns.LAST)
    whole = compose_name(name, first, last)
    is_of_parts = bool(first and last) and not name and whole != first
    as_written = join_name(first, last) if is_of_parts else read_name(whole)
    if name and first and last and fold_name(whole) == fold_name(f"{first} {last}"):
        as_written = join_name(first, last)
    as_written = as_written._replace(name=capitalise_name(as_written.name))
    answer = get_order_answer(context.interview, row)
    return context.name_orders.settle_order(as_written, row.line, answer)


def read_person(context: RowContext, row: CellRow, as_written: WrittenName) -> PersonRow:
    """Return the person of a row with all that the row says."""
    person = PersonRow(
        line=row.line,
        name=as_written.name,
        first=as_written.first,
        last=as_written.last,
        title=context.get_text(row, columns.TITLE) or as_written.title or _find_title(context, row),
        nickname=context.get_text(row, columns.NICKNAME) or as_written.nickname,
        number=context.get_text(row, columns.NUMBER),
        position=context.get_text(row, columns.POSITION),
        **read_contacts(_get_contact_cells(context, row))._asdict(),
        **_read_life(context, row),
        **_read_fees(context, row),
        listed_fee=_read_listed_fee(context, row),
        club=context.get_text(row, columns.CLUB),
        city=_read_city(context, row),
        country=countries.code_of(context.get_text(row, columns.COUNTRY)),
        rating=_read_rating(context, row),
        performance=read_number(context.get(row, columns.PERFORMANCE)),
        partner=context.get_text(row, columns.PARTNER),
        other_details=tuple((name, text) for name in OTHER_DETAILS if (text := context.get_text(row, name))),
        note=_read_note(context, row),
        own_texts=_list_own_texts(context, row),
        unread=_list_unread(context, row),
        unstored=_list_unstored(context, row),
        is_incomplete=_is_incomplete(context, row),
    )
    if person.nickname == person.name:
        person = replace(person, nickname="")
    return _mark_former(context, row, person)


def _get_contact_cells(context: RowContext, row: CellRow) -> dict[str, str]:
    return {role: context.get_text(row, role) for role in CONTACT_ROLES}


def _read_life(context: RowContext, row: CellRow) -> dict[str, Any]:
    born, birth_order = context.get(row, columns.BORN), context.get_order(columns.BORN)
    year_cell = context.get(row, columns.BIRTH_YEAR)
    # "Born in" stands above whole dates too.
    if born == "" and _is_date(year_cell):
        born, birth_order = year_cell, context.get_order(columns.BIRTH_YEAR)
    if isinstance(born, str):
        born = split_birth_cell(born)[1]
    birth = read_birth_date(born, birth_order, context.today)
    birth_year = (
        None if birth else (read_birth_year(born, context.today) or read_birth_year(year_cell, context.today))
    )
    joined = context.get(row, columns.JOINED)
    joined_on = read_date(joined, context.get_order(columns.JOINED))
    is_unread = born != "" and birth is None and birth_year is None and birth_order != OPEN
    return {
        "birth": birth,
        "birth_year": birth_year,
        "unclear_birth_year": None if birth or birth_year else read_year_of_date(born, context.today),
        "unread_birth": show_cell(born) if is_unread else "",
        "joined": joined_on,
        "vague_joined": None if joined_on else read_vague_date(joined, context.today),
        "left": read_date(context.get(row, columns.LEFT), context.get_order(columns.LEFT)),
        "paid_until": read_date(context.get(row, columns.PAID_UNTIL), context.get_order(columns.PAID_UNTIL)),
    }


def _read_listed_fee(context: RowContext, row: CellRow) -> ListedFee | None:
    """Return what the row says of the membership fee of a year; None if it is not paid."""
    fee, paid = context.get(row, columns.FEE), context.get(row, columns.PAID)
    paid_on, method = context.get(row, columns.PAID_ON), context.get(row, columns.METHOD)
    headings = tuple(zip(context.table.heading_texts, context.table.roles, strict=False))
    year, order = find_fee_year(headings) or 0, context.get_order(columns.PAID_ON)
    is_due_only = context.day_says_who_paid and not (show_cell(paid_on) or show_cell(method))
    if context.fee_says_who_paid and is_due_only and read_amount(fee) is not None:
        return ListedFee(due=read_money(fee), is_unpaid=True)
    if context.fee_says_who_paid:
        listed = read_listed_fee(fee, "", order, year)
    elif context.has(columns.PAID):
        listed = read_listed_fee(paid, fee, order, year)
    else:
        # Who has a day or a method of payment has paid.
        is_paid = show_cell(paid_on) or show_cell(method)
        listed = read_listed_fee(YES_MARK, fee, order, year) if is_paid else None
    listed = _add_amount_due(context, row, listed)
    if listed is None or listed.is_unpaid:
        return listed
    return add_payment_details(listed, paid_on, method, order=order, year=year)


def _add_amount_due(context: RowContext, row: CellRow, listed: ListedFee | None) -> ListedFee | None:
    """Return a fee with what the row says that is due, also in a column beside that of who has paid."""
    texts = [context.get_text(row, role) for role in (columns.PAID, columns.FEE)]
    text = next((one for one in texts if any(map(str.isalpha, one))), "")
    is_beside = context.has(columns.PAID) and not context.fee_says_who_paid
    column = context.table.get_column(columns.FEE) if is_beside else None
    heading = "" if column is None else context.table.heading_texts[column]
    return add_amount_due(listed, text, "" if column is None else row.get(column), heading)


def _read_fees(context: RowContext, row: CellRow) -> dict[str, Any]:
    """Return whether the fee is paid, by a mark, or the amount that was paid."""
    if context.has(columns.PAID_TOTAL):
        amount_due = read_amount(context.get(row, columns.AMOUNT_DUE)) or 0
        total = read_amount(context.get(row, columns.PAID_TOTAL))
        return {"fee_paid": None if total is None else total >= amount_due}
    paid, fee = context.get(row, columns.PAID), context.get(row, columns.FEE)
    is_paid = False if columns.PAID in context.marked and paid == "" else read_yes_no(paid)
    if fee == "" or columns.FEE in context.marked:
        is_paid_by_fee = read_yes_no(fee) if fee != "" else False if columns.FEE in context.marked else None
        return {"fee_paid": is_paid if is_paid is not None else is_paid_by_fee}
    amount = read_amount(fee)
    if amount is None and is_paid is None:
        is_paid = read_yes_no(fee)
    return {"fee_paid": is_paid, "fee_paid_amount": amount}


def _read_rating(context: RowContext, row: CellRow) -> float | None:
    cell = context.get(row, columns.RATING)
    rating = read_rating(cell)
    if context.has_two_people:
        return None
    if rating is not None or not isinstance(cell, str) or not cell or means_no_rating(cell):
        return rating
    return ask_rating(context.interview, row.line, cell)


def ask_rating(interview: Interview, line: int, text: str) -> float | None:
    """Ask about a rating that is not clear; one with a question mark is taken, "about 1500" is not."""
    figure = FIGURE_IN_TEXT.search(text)
    rating = read_rating(figure[0].rstrip(".,")) if figure else None
    if rating is None:
        return None
    is_sure = text.replace(figure[0] if figure else "", "").strip(" ?()") == ""
    answer = interview.ask(
        "rating_unclear",
        place=str(line),
        lines=(line,),
        facts={"text": text, "rating": f"{rating:g}"},
        choices=(TAKE, LEAVE_OUT),
        guess=TAKE if is_sure else LEAVE_OUT,
    )
    return rating if answer == TAKE else None


def _read_note(context: RowContext, row: CellRow) -> str:
    note = context.get(row, columns.NOTE)
    return note if isinstance(note, str) else show_cell(note)


def _read_city(context: RowContext, row: CellRow) -> str:
    """Return the town of a row, also in a column of a field of the club that has such a name."""
    own_fields = context.interview.own_fields
    own_roles = (role for role, name in own_fields.items() if columns.find_role(name) == columns.CITY)
    return next(filter(None, (context.get_text(row, role) for role in (columns.CITY, *own_roles))), "")


def _list_own_texts(context: RowContext, row: CellRow) -> tuple[tuple[str, str], ...]:
    """Return the roles and texts of the cells of fields that the club has defined."""
    own_fields = context.interview.own_fields
    texts = {role: context.get_text(row, role) for role in own_fields if context.has(role)}
    role_of_place = next((role for role, name in own_fields.items() if is_of_birthplace(name)), "")
    if role_of_place and not texts.get(role_of_place):
        texts[role_of_place] = _read_birthplace(context, row)
    return tuple((role, text) for role, text in texts.items() if text)


def _read_birthplace(context: RowContext, row: CellRow) -> str:
    """Return the place that stands beside the date of birth."""
    places = (split_birth_cell(context.get_text(row, role))[0] for role in (columns.BORN, columns.BIRTH_YEAR))
    return next(filter(None, places), "")


def _list_unstored_place(context: RowContext, row: CellRow) -> list[tuple[str, str]]:
    """Return the place of birth if the club has no field for it."""
    has_field = any(map(is_of_birthplace, context.interview.own_fields.values()))
    place = "" if has_field else _read_birthplace(context, row)
    return [(BIRTHPLACE, place)] if place else []


def _list_unread(context: RowContext, row: CellRow) -> tuple[tuple[str, str], ...]:
    """Return the cells of a country or a rating that are none, with their roles."""
    country, rating = context.get_text(row, columns.COUNTRY), context.get_text(row, columns.RATING)
    unread = [(columns.COUNTRY, country)] if country and not countries.code_of(country) else []
    if rating and not any(map(str.isdigit, rating)) and not means_no_rating(rating):
        unread.append((columns.RATING, rating))
    return tuple(unread)


def _list_unstored(context: RowContext, row: CellRow) -> tuple[tuple[str, str], ...]:
    """Return the cells of a member's record that cannot be read or have no place in it, with their roles."""
    readable = {
        columns.BIRTH_YEAR: _is_year_or_date(context.get(row, columns.BIRTH_YEAR), context.today),
        columns.JOINED: _is_open_or_day(context, row, columns.JOINED),
        columns.LEFT: _is_open_or_day(context, row, columns.LEFT) or _says_yes_or_no(context, row),
    }
    texts = ((role, context.get_text(row, role)) for role in readable)
    others = [(role, text) for role, text in texts if text and not readable[role]]
    cells = _get_contact_cells(context, row)
    places = _list_unstored_place(context, row)
    return (*list_unstored_contacts(cells, read_contacts(cells)), *others, *places)


def _is_date(cell: CellValue) -> bool:
    """Return whether a cell is a date of birth, in either order of day and month, perhaps with its place."""
    cell = split_birth_cell(cell)[1] if isinstance(cell, str) else cell
    return any(read_date(cell, order) is not None for order in (DAY_FIRST, MONTH_FIRST))


def _is_year_or_date(cell: CellValue, today: date) -> bool:
    year_cell = split_birth_cell(cell)[1] if isinstance(cell, str) else cell
    return read_birth_year(year_cell, today) is not None or _is_date(cell)


def _is_open_or_day(context: RowContext, row: CellRow, role: str) -> bool:
    """Return whether a cell is a day, or can be one as long as the order of day and month is not answered."""
    cell, order = context.get(row, role), context.get_order(role)
    return order == OPEN or read_date(cell, order) is not None or read_vague_date(cell) is not None


def _says_yes_or_no(context: RowContext, row: CellRow) -> bool:
    """Return whether the cell of those who have left says only whether they have."""
    cell = context.get(row, columns.LEFT)
    return not isinstance(cell, date) and read_yes_no(cell) is not None


def _is_incomplete(context: RowContext, row: CellRow) -> bool:
    """Return whether one of the two columns of the name is empty, and the other has no whole name."""
    if not context.has(columns.FIRST) or not context.has(columns.LAST):
        return False
    first, last = context.get_text(row, columns.FIRST), context.get_text(row, columns.LAST)
    return not (first and last) and " " not in (first or last)


def _find_title(context: RowContext, row: CellRow) -> str:
    """Return a title such as GM in a column without a heading."""
    texts = context.table.heading_texts
    for column, heading in enumerate(texts):
        if not heading and show_cell(row.get(column)).upper() in TITLE_CODES:
            return show_cell(row.get(column))
    return ""


def fold_text(text: str) -> str:
    """Return a text small, without accents and signs, to search tokens in it."""
    return " ".join(re.sub(r"[^\w]+", " ", strip_accents(text.casefold())).split())


def _mark_former(context: RowContext, row: CellRow, person: PersonRow) -> PersonRow:
    """Return a person with the status, and whether they have left: by date, status, note or section."""
    status = context.get_text(row, columns.STATUS)
    section = fold_text(context.table.title)
    if HONORARY.search(section) and not status:
        status = "honorary"
    left_cell = context.get(row, columns.LEFT)
    note = fold_text(person.note)
    note_year = YEAR_IN_TEXT.search(note)
    has_left_by_note = bool(FORMER.match(note)) and (note_year is not None or len(note.split()) == 1)
    has_left = (
        (left_cell != "" and not _is_no(left_cell))
        or bool(FORMER.search(fold_text(status)))
        or bool(FORMER.search(section))
        or has_left_by_note
    )
    changes: dict[str, Any] = {"status": status}
    if has_left:
        changes["active"] = False
        vague = None if person.left else read_vague_date(left_cell, context.today)
        if vague is not None and vague[1] != YEAR_ONLY:
            changes["left"] = vague[0]
        changes["left_year"] = vague[0].year if vague is not None and vague[1] == YEAR_ONLY else None
        if has_left_by_note and note_year and not person.left:
            changes["left_year"] = int(note_year[1])
    elif context.has(columns.LEFT):
        changes["active"] = True
    return replace(person, **changes)


def _is_no(cell: CellValue) -> bool:
    return not isinstance(cell, date | ClockCell) and read_yes_no(cell) is False
