"""Tables of results with a match in each row, on one sheet or on several. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from matches.names import fold_name, is_bye
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.carried_dates import carry_dates
from tournaments.exchange.lists.cross_tables import CrossTable, find_cross_table, read_matches
from tournaments.exchange.lists.days_of_month import complete_days, guess_day_column
from tournaments.exchange.lists.file_cells import (
    CellRow,
    CellValue,
    FileCells,
    SheetCells,
    list_sheet_names,
    show_cell,
)
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.heading_rows import Check
from tournaments.exchange.lists.match_rows import (
    SECOND_WON,
    MatchContext,
    make_draft,
    make_match_context,
    read_day,
)
from tournaments.exchange.lists.match_scores import settle_match
from tournaments.exchange.lists.place_rows import (
    copy_row,
    is_of_places,
    is_place_row,
    read_place,
    read_place_name,
)
from tournaments.exchange.lists.player_columns import find_joined_table, join_player, split_players
from tournaments.exchange.lists.reading import (
    CHOSEN_SHEETS,
    DAY_FIRST,
    LEAVE_OUT,
    MONTH_FIRST,
    OPEN,
    RESULTS,
    TAKE,
    TWO_PEOPLE,
    Interview,
    LineRefusal,
    ListReading,
    MatchOfList,
    PassedOver,
    PlaceOfList,
)
from tournaments.exchange.lists.result_sheets import ask_about_unread_sheets
from tournaments.exchange.lists.score_columns import settle_scores
from tournaments.exchange.lists.side_by_side import split_blocks
from tournaments.exchange.lists.tables import (
    ListTable,
    find_reason_to_pass,
    find_tables,
    leave_out_hidden,
    list_other_columns,
    list_passed_rows,
    override_roles,
)
from tournaments.exchange.lists.written_dates import find_date_order
from tournaments.exchange.lists.written_names import is_handle, is_name, split_bracket
from tournaments.exchange.lists.written_scores import (
    Score,
    is_still_open,
    read_score,
)

BYE, NOT_PLAYED, NO_RESULTS, NO_PLACE = "bye", "not_played", "no_results", "no_place"
BESIDE = "other_sheet"
ALL_SHEETS, UNCLEAR_NAMES = "all", "unclear_names"
# What says how a match ended.
RESULT_ROLES = frozenset(
    (
        headings.RESULT,
        headings.SCORE_ONE,
        headings.SCORE_OTHER,
        headings.WINNER,
        headings.LENGTH,
        headings.ENDING,
        headings.STATE,
        headings.NOTE,
    )
)


@dataclass(slots=True)
class MatchesFound:
    """What the rows of the tables have given so far."""

    results: list[MatchOfList] = field(default_factory=list)
    places: list[PlaceOfList] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)
    refusals: list[LineRefusal] = field(default_factory=list)
    # Texts that may be no names, by the row that has them.
    unclear: list[tuple[int, str, str]] = field(default_factory=list)


def is_of_matches(roles: Sequence[str]) -> bool:
    """Return whether the columns name two players and something of a result."""
    known = set(roles)
    has_loser = headings.WINNER in known and not known.isdisjoint((headings.LOSER, headings.OTHER))
    has_players = headings.OTHER in known and not known.isdisjoint((headings.ONE, headings.NAME))
    has_players = has_players or headings.PLAYERS in known
    return has_loser or (has_players and not known.isdisjoint(RESULT_ROLES))


def read_match_tables(
    file: FileCells, interview: Interview, is_wanted: Check = is_of_matches
) -> ListReading | None:
    """Return the results of the tables of a file; None if it has no such table."""
    tables_by_sheet: dict[str, list[ListTable]] = {}
    cross_tables: dict[str, CrossTable] = {}
    for sheet in file.sheets:
        if not sheet.rows or sheet.is_hidden:
            continue
        tables_by_sheet[sheet.name] = [
            table
            for table in map(_rename_first, _find_blocks(sheet, is_wanted, interview))
            if is_of_matches(table.roles) or is_of_places(table.roles)
        ]
        if not tables_by_sheet[sheet.name] and not interview.get_start(sheet.name):
            cross_table = find_cross_table(sheet)
            joined_table = None if cross_table else find_joined_table(sheet, is_of_matches, interview)
            if cross_table:
                cross_tables[sheet.name] = cross_table
            elif joined_table:
                tables_by_sheet[sheet.name] = [joined_table]
    if not cross_tables and not any(tables_by_sheet.values()):
        return None
    chosen = [sheet for sheet in file.sheets if sheet.rows and interview.get_start(sheet.name)]
    if len(chosen) == 1 and not tables_by_sheet.get(chosen[0].name):
        used = [name for name, tables in tables_by_sheet.items() if tables or name in cross_tables]
        offered = [one.name for one in file.sheets if one.name in (chosen[0].name, *used)]
        _choose_sheets(offered, list_sheet_names(file), interview)
        return _refuse_chosen(file, chosen[0], interview)
    return make_reading(file, tables_by_sheet, interview, cross_tables)


def _correct_roles(roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
    """Return the roles of a table of matches, corrected by the scores and days below the headings."""
    return guess_day_column(settle_scores(roles, rows), rows)


def _find_blocks(sheet: SheetCells, is_wanted: Check, interview: Interview) -> list[ListTable]:
    """Return the tables of a sheet, also those beside each other."""
    return [
        block
        for table in find_tables(sheet, is_wanted, interview, _correct_roles)
        for block in split_blocks(
            table,
            is_wanted,
            has_chosen_columns=bool(interview.get_columns(sheet.name, table.heading_texts)),
        )
    ]


def _refuse_chosen(file: FileCells, sheet: SheetCells, interview: Interview) -> ListReading:
    """Return the refusal of a sheet or a row that was chosen, below which no players are found."""
    line = interview.get_start(sheet.name) or sheet.rows[0].line
    texts = next((row.texts for row in sheet.rows if row.line == line), ())
    chosen_roles = interview.get_columns(sheet.name, texts)
    return ListReading(
        kind=RESULTS,
        refusals=(LineRefusal("no_player_columns", line, ", ".join(filter(None, texts)), sheet.name),),
        questions=interview.questions,
        sheet=sheet.name,
        sheets=list_sheet_names(file),
        columns=tuple(zip(texts, override_roles(find_roles(texts), chosen_roles), strict=False)),
        encoding=file.encoding,
    )


def make_reading(
    file: FileCells,
    tables_by_sheet: Mapping[str, list[ListTable]],
    interview: Interview,
    cross_tables: Mapping[str, CrossTable] = MappingProxyType({}),
) -> ListReading:
    """Return the results of these tables and cross-tables, by name of their sheet."""
    filled = {name for name, tables in tables_by_sheet.items() if any(table.rows for table in tables)}
    used = [name for name in tables_by_sheet if name in filled or name in cross_tables]
    selected = _choose_sheets(used, list_sheet_names(file), interview)
    if selected and not {*selected} & {*used}:
        return _refuse_chosen(file, next(one for one in file.sheets if one.name in selected), interview)
    tables, hidden = leave_out_hidden(
        [table for name in selected for table in tables_by_sheet[name]], interview
    )
    outcome = _read_tables(tables, interview)
    outcome.passed += hidden
    for cross_table in (cross_tables[name] for name in selected if name in cross_tables):
        results, passed = read_matches(cross_table, interview)
        outcome.results, outcome.passed = [*outcome.results, *results], [*outcome.passed, *passed]
    outcome.passed += _list_other_sheets(file, used, selected)
    ask_about_unread_sheets([one for one in file.sheets if one.name not in used], interview)
    first = _find_first(selected, tables, cross_tables)
    roles = first.roles if isinstance(first, ListTable) else ()
    heading = first.heading if first else None
    return ListReading(
        kind=RESULTS,
        results=tuple(outcome.results),
        places=tuple(outcome.places),
        questions=interview.questions,
        passed_over=tuple(outcome.passed),
        refusals=tuple(outcome.refusals),
        sheet=first.sheet.name if first else "",
        sheets=list_sheet_names(file),
        heading_row=heading.line if heading else 0,
        columns=tuple(zip(heading.texts if heading else (), roles, strict=False)),
        other_columns=list_other_columns(tables, first),
        encoding=file.encoding,
        separator=file.separator,
    )


def _list_other_sheets(file: FileCells, used: Sequence[str], selected: Sequence[str]) -> list[PassedOver]:
    return [
        PassedOver(0, name, BESIDE if name in used else NO_RESULTS, sheet=name)
        for name in (sheet.name for sheet in file.sheets if sheet.rows)
        if name not in selected
    ]


def _find_first(
    selected: Sequence[str], tables: Sequence[ListTable], cross_tables: Mapping[str, CrossTable]
) -> ListTable | CrossTable | None:
    """Return the first table or cross-table of the selected sheets."""
    first = next(iter(selected), "")
    return cross_tables.get(first) or next((table for table in tables if table.sheet.name == first), None)


def _read_tables(tables: Sequence[ListTable], interview: Interview) -> MatchesFound:
    outcome = MatchesFound()
    tables = complete_days(tables, interview)
    order = _find_order(tables, interview)
    tables = carry_dates(tables, interview)
    score_order, takes_times = _find_score_order(tables, interview), _takes_times(tables, interview)
    for table in tables:
        outcome.passed += list_passed_rows(table)
        context = make_match_context(table, order, score_order, interview, takes_times=takes_times)
        for row in table.rows:
            _read_row(context, row, outcome)
    _ask_about_handles(outcome.results, interview)
    if outcome.unclear:
        names = ", ".join(dict.fromkeys(name for _line, name, _sheet in outcome.unclear))
        rows = dict.fromkeys((line, sheet) for line, _name, sheet in outcome.unclear)
        lines, sheets = tuple(line for line, _sheet in rows), tuple(sheet for _line, sheet in rows)
        interview.ask(
            UNCLEAR_NAMES,
            lines=lines,
            sheets=sheets,
            facts={"names": names},
            choices=(TAKE, LEAVE_OUT),
            guess=OPEN,
        )
    return outcome


def _rename_first(table: ListTable) -> ListTable:
    """Return a table in which a player's name beside an opponent is the first player."""
    if headings.ONE in table.roles or (headings.WINNER in table.roles and headings.LOSER in table.roles):
        return table
    new_role = {headings.NAME: headings.ONE}
    if headings.NAME not in table.roles and headings.WINNER in table.roles:
        # The winner is the first player.
        new_role = {headings.OTHER: headings.LOSER}
    return replace(table, roles=tuple(new_role.get(role, role) for role in table.roles))


def _choose_sheets(used: Sequence[str], names: Sequence[str], interview: Interview) -> tuple[str, ...]:
    """Return the sheets to read; asks if several of them have results, and any other one can be chosen."""
    answer = interview.get_answer(CHOSEN_SHEETS)
    if len(used) < 2 and answer not in names:
        return tuple(used)
    if len(used) > 1:
        facts = {str(number): name for number, name in enumerate(used, start=1)}
        others = (name for name in names if name not in used)
        choices = (ALL_SHEETS, *used, *others)
        answer = interview.ask(CHOSEN_SHEETS, facts=facts, choices=choices, guess=ALL_SHEETS)
    return tuple(used) if answer == ALL_SHEETS else (answer,)


def _find_order(tables: Sequence[ListTable], interview: Interview) -> str:
    cells = [
        (cell, row.line, table.sheet.name)
        for table in tables
        if (column := table.get_column(headings.DATE)) is not None
        for row in table.rows
        if isinstance(cell := row.get(column), str) and cell
    ]
    order = find_date_order(cell for cell, _line, _sheet in cells) or interview.file_date_order
    if order:
        return order
    languages = headings.find_languages([text for table in tables for text in table.heading_texts])
    if languages and languages[0] != "en":
        return DAY_FIRST
    unclear = [one for one in cells if not find_date_order([one[0]])]
    return interview.ask(
        "date_order",
        lines=tuple(line for _cell, line, _sheet in unclear),
        sheets=tuple(sheet for _cell, _line, sheet in unclear),
        facts={"example": unclear[0][0]},
        choices=(DAY_FIRST, MONTH_FIRST),
        guess=OPEN,
    )


def _find_score_order(tables: Sequence[ListTable], interview: Interview) -> str:
    """Return whether a score that became a date has the day first; asks if a table has such scores."""
    dates = _list_converted(tables, "date")
    if not dates:
        return DAY_FIRST
    example = dates[0][0] or (0, 0)
    return interview.ask(
        "score_dates",
        lines=tuple(line for _score, line, _sheet in dates),
        sheets=tuple(sheet for _score, _line, sheet in dates),
        facts={"day": f"{example[0]}-{example[1]}", "month": f"{example[1]}-{example[0]}"},
        choices=(DAY_FIRST, MONTH_FIRST),
        guess=OPEN,
    )


def _takes_times(tables: Sequence[ListTable], interview: Interview) -> bool:
    """Return whether scores that became times are taken; asks if a table has such scores."""
    times = _list_converted(tables, "time")
    if not times:
        return True
    answer = interview.ask(
        "score_times",
        lines=tuple(line for _score, line, _sheet in times),
        sheets=tuple(sheet for _score, _line, sheet in times),
        facts={"scores": ", ".join(f"{score[0]}-{score[1]}" for score, _line, _sheet in times if score)},
        choices=(TAKE, LEAVE_OUT),
        guess=TAKE,
    )
    return answer == TAKE


def _list_converted(tables: Sequence[ListTable], code: str) -> list[tuple[Score | None, int, str]]:
    """Return the scores that a spreadsheet turned into dates or times, with their rows and sheets."""
    return [
        (as_written.score, row.line, table.sheet.name)
        for table in tables
        if (column := table.get_column(headings.RESULT)) is not None
        for row in table.rows
        if (as_written := read_score(row.get(column))).code == code
    ]


def _read_row(context: MatchContext, row: CellRow, outcome: MatchesFound) -> None:
    sheet = context.table.sheet.name
    cells = copy_row(context.table.roles, row)
    if is_of_places(context.table.roles) or is_place_row(cells):
        _read_place_row(context, row, cells, outcome)
        return
    names = _read_players(context, row)
    reason = _find_reason(context, row, names)
    if reason:
        outcome.passed.append(PassedOver(row.line, row.text, reason, sheet=sheet))
        return
    names = _tell_apart(context, row, names)
    code = _find_fault(names)
    if code == "name_unclear":
        outcome.unclear += [(row.line, name, sheet) for name in names if not _can_be_name(name)]
        answer = context.interview.get_answer(UNCLEAR_NAMES)
        if answer != TAKE:
            if answer == LEAVE_OUT:
                outcome.passed.append(PassedOver(row.line, row.text, "left_out", sheet=sheet))
            return
    elif code:
        outcome.refusals.append(LineRefusal(code, row.line, row.text, sheet))
        return
    draft = make_draft(context, row, names)
    match, refusal = settle_match(draft, context.interview)
    if refusal:
        outcome.refusals.append(LineRefusal(refusal, row.line, row.text, sheet))
    elif match is None:
        outcome.passed.append(PassedOver(row.line, row.text, "left_out", sheet=sheet))
    else:
        outcome.results.append(match)


def _read_place_row(
    context: MatchContext, row: CellRow, cells: dict[str, CellValue], outcome: MatchesFound
) -> None:
    """Add the place of a row, or why it is none."""
    sheet, name = context.table.sheet.name, read_place_name(cells)
    is_heading = row.texts == context.table.heading_texts
    reason = "headings" if is_heading else BYE if is_bye(name) else find_reason_to_pass(row, context.table)
    if not reason and name and not show_cell(cells.get(headings.PLACE, "")):
        reason = NO_PLACE
    if reason:
        outcome.passed.append(PassedOver(row.line, row.text, reason, sheet=sheet))
        return
    day, unread_day = read_day(context, row)
    place, refusal = read_place(row.line, cells, day, sheet)
    if place is None or unread_day:
        code = refusal or "date_unreadable"
        outcome.refusals.append(LineRefusal(code, row.line, row.text, sheet))
    else:
        outcome.places.append(place)


def _read_players(context: MatchContext, row: CellRow) -> tuple[str, str]:
    if headings.PLAYERS in context.table.roles:
        return split_players(context.get_text(row, headings.PLAYERS))
    first_role, second_role = headings.ONE, headings.OTHER
    if headings.ONE not in context.table.roles:
        first_role, second_role = headings.WINNER, headings.LOSER
    texts = [context.get_text(row, role) for role in (first_role, second_role)]
    first_names = [context.get_text(row, role) for role in (headings.ONE_FIRST, headings.OTHER_FIRST)]
    one, other = (
        text if is_bye(text) else join_player(first, text)
        for first, text in zip(first_names, texts, strict=True)
    )
    return one, other


def _find_reason(context: MatchContext, row: CellRow, names: tuple[str, str]) -> str:
    """Return why a row is no match: repeated headings, totals, a footnote, a bye, not played yet."""
    if row.texts == context.table.heading_texts:
        return "headings"
    if any(is_bye(name) for name in names):
        return BYE
    if not all(names):
        reason = find_reason_to_pass(row, replace(context.table, roles=_name_roles(context.table.roles)))
        return reason or ("" if any(names) else "no_players")
    return NOT_PLAYED if _is_not_played(context, row) else ""


def _is_not_played(context: MatchContext, row: CellRow) -> bool:
    """Return whether a row with two players says nothing of a result, or that the match is still open."""
    if is_still_open(context.get_text(row, headings.STATE)):
        return True
    if context.has_ticks and context.ask_about_unmarked() == SECOND_WON:
        return False
    roles = (headings.RESULT, headings.SCORE_ONE, headings.SCORE_OTHER, headings.ENDING, headings.WINNER)
    return headings.LOSER not in context.table.roles and not any(
        context.get_text(row, role) for role in roles
    )


def _name_roles(roles: Sequence[str]) -> tuple[str, ...]:
    return tuple(headings.NAME if role in (headings.ONE, headings.WINNER) else role for role in roles)


def _find_fault(names: tuple[str, str]) -> str:
    if not all(names):
        return "name_missing"
    if fold_name(names[0]) == fold_name(names[1]):
        return "against_oneself"
    return "" if all(map(_can_be_name, names)) else "name_unclear"


def _tell_apart(context: MatchContext, row: CellRow, names: tuple[str, str]) -> tuple[str, str]:
    """Return the players, the second one with a mark if an answer says that they are two of one full name.

    Who each of them is, is a question beside those of the other names.
    """
    if _find_fault(names) != "against_oneself" or " " not in names[0]:
        return names
    block = f":{context.table.block}" if context.table.block else ""
    place = f"{context.table.sheet.name}!{row.line}{block}"
    answer = context.interview.ask(
        "same_person",
        place=place,
        lines=(row.line,),
        sheets=(context.table.sheet.name,),
        facts={"name": names[0], "other_name": names[1]},
        choices=(LEAVE_OUT, TWO_PEOPLE),
        guess=LEAVE_OUT,
    )
    return (names[0], f"{names[1]} (B)") if answer == TWO_PEOPLE else names


def _can_be_name(text: str) -> bool:
    return is_name(split_bracket(text)[0]) or is_handle(text)


def _ask_about_handles(results: Sequence[MatchOfList], interview: Interview) -> None:
    """Ask about names that are rather those of accounts, all at once."""
    names = dict.fromkeys(name for match in results for name in (match.one, match.other) if is_handle(name))
    if names:
        found = [match for match in results if {match.one, match.other} & names.keys()]
        lines, sheets = tuple(match.line for match in found), tuple(match.sheet for match in found)
        facts = {"names": ", ".join(names)}
        interview.ask("handles", lines=lines, sheets=sheets, facts=facts, choices=(TAKE,), guess=TAKE)
