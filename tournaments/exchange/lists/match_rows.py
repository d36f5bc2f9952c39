"""Rows of a table of results: what each says of its match, before it is decided who won. Pure."""

import re
from dataclasses import dataclass, field
from datetime import date

from matches.names import fold_name
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, CellValue, show_cell
from tournaments.exchange.lists.match_scores import MatchDraft
from tournaments.exchange.lists.reading import LEAVE_OUT, MONTH_FIRST, OPEN, Interview
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.title_days import read_title_date
from tournaments.exchange.lists.written_dates import read_date
from tournaments.exchange.lists.written_names import read_player, split_bracket
from tournaments.exchange.lists.written_numbers import read_whole_number
from tournaments.exchange.lists.written_scores import (
    WrittenScore,
    find_length,
    read_points,
    read_score,
    read_won_signs,
)
from tournaments.exchange.lists.written_winners import SURE, Marks, find_marks, fold_mark, is_of_ticks

FIRST_PLAYER = frozenset(("1", "one", "white", "a", "home", "player 1", "player1"))
SECOND_PLAYER = frozenset(("2", "two", "black", "b", "away", "player 2", "player2"))
SECOND_WON = "second_won"


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What all rows of a table of results share."""

    table: ListTable
    order: str
    score_order: str
    takes_times: bool
    day: date | None
    length: int | None
    interview: Interview
    has_signs: bool = False
    has_ticks: bool = False
    winner_marks: Marks = field(default_factory=dict)
    result_marks: Marks = field(default_factory=dict)

    def get(self, row: CellRow, role: str) -> CellValue:
        """Return the cell of a role; "" without such a column."""
        column = self.table.get_column(role)
        cell = "" if column is None else row.get(column)
        return cell.strip() if isinstance(cell, str) else cell

    def get_text(self, row: CellRow, role: str) -> str:
        """Return the cell of a role as a text on one line."""
        return show_cell(self.get(row, role))

    def ask_about_unmarked(self) -> str:
        """Ask about the rows without a mark where those that the first player won have one."""
        rows = [row for row in self.table.rows if is_unmarked(self, row)]
        if not rows:
            return OPEN
        return self.interview.ask(
            "unmarked",
            place=self.table.sheet.name,
            lines=tuple(row.line for row in rows),
            choices=(SECOND_WON, LEAVE_OUT),
            guess=OPEN,
        )


def make_match_context(
    table: ListTable, order: str, score_order: str, interview: Interview, *, takes_times: bool
) -> MatchContext:
    """Return the context of the rows of a table, with what its marks mean."""
    winners = list_texts(table, headings.WINNER)
    return MatchContext(
        table=table,
        order=order,
        score_order=score_order,
        takes_times=takes_times,
        day=table.day or read_title_date(table.text_above, table.sheet.name, interview),
        length=find_length(table.text_above),
        interview=interview,
        has_signs=is_by_signs(table),
        has_ticks=headings.ONE in table.roles and is_of_ticks(winners),
        winner_marks=find_marks(winners),
        result_marks=find_marks(list_texts(table, headings.RESULT)),
    )


def list_texts(table: ListTable, role: str) -> list[str]:
    """Return the filled cells of a column, without those of totals and headings below it."""
    column = table.get_column(role)
    if column is None:
        return []
    rows = (row for row in table.rows if row.texts != table.heading_texts and has_players(table, row))
    return [text for row in rows if (text := show_cell(row.get(column)))]


def has_players(table: ListTable, row: CellRow) -> bool:
    """Return whether a row has both players, as totals and footnotes have not."""
    columns = [column for column, role in enumerate(table.roles) if role in (headings.ONE, headings.OTHER)]
    return len(columns) < 2 or all(show_cell(row.get(column)) for column in columns)


def is_unmarked(context: MatchContext, row: CellRow) -> bool:
    """Return whether a row with both players has neither a mark nor a score."""
    roles = (headings.WINNER, headings.RESULT, headings.SCORE_ONE, headings.SCORE_OTHER, headings.ENDING)
    return has_players(context.table, row) and not any(context.get_text(row, role) for role in roles)


def is_by_signs(table: ListTable) -> bool:
    """Return whether the results are signs such as 1 - 0 and + - -, and no points."""
    column = table.get_column(headings.RESULT)
    if column is None or headings.LENGTH in table.roles:
        return False
    texts = [
        text for row in table.rows if (text := show_cell(row.get(column))) and any(map(str.isdigit, text))
    ]
    sign_texts = [text for text in texts if read_won_signs(text) is not None or "½" in text]
    return bool(texts) and len(sign_texts) == len(texts)


def read_day(context: MatchContext, row: CellRow) -> tuple[date | None, str]:
    """Return the day of a row, else that of the title, and the text of a cell that is no date."""
    cell = context.get(row, headings.DATE)
    day = read_date(cell, context.order) or (context.day if cell == "" else None)
    return day, "" if day or cell == "" else show_cell(cell)


def make_draft(context: MatchContext, row: CellRow, names: tuple[str, str]) -> MatchDraft:
    """Return what a row with these two players says of their match."""
    as_written = _read_written_score(context, row)
    day, unread_day = read_day(context, row)
    won = read_won_signs(context.get_text(row, headings.RESULT)) if context.has_signs else None
    remark = context.get_text(row, headings.ENDING) or context.get_text(row, headings.NOTE)
    if won is not None:
        as_written = WrittenScore(code="" if won[1] else "walkover")
    is_marked_one = context.result_marks.get(fold_mark(context.get_text(row, headings.RESULT)))
    named_winner = names[won[0]] if won else _read_winner(context, row, names)
    if won is None and is_marked_one is not None:
        as_written = WrittenScore()
        named_winner = named_winner or names[0 if is_marked_one else 1]
    return MatchDraft(
        line=row.line,
        one=names[0],
        other=names[1],
        as_written=as_written,
        length=_read_length(context.get(row, headings.LENGTH), context.length),
        named_winner=named_winner,
        remark=remark,
        day=day,
        unread_day=unread_day,
        event=context.get_text(row, headings.EVENT),
        round=read_whole_number(context.get(row, headings.ROUND)),
        sheet=context.table.sheet.name,
        block=context.table.block,
    )


def _read_length(cell: CellValue, of_title: int | None) -> int | None:
    """Return the length of a cell, such as 7 or "7 points", else that of the title; 0 if it is none."""
    text = show_cell(cell).strip("-–— ")
    if not text:
        return of_title
    figures = re.findall(r"\d+", text)
    return int(figures[0][:4]) if len(figures) == 1 else 0


def _read_written_score(context: MatchContext, row: CellRow) -> WrittenScore:
    table = context.table
    if headings.RESULT in table.roles:
        as_written = read_score(context.get(row, headings.RESULT))
        if as_written.code == "date" and as_written.score and context.score_order == MONTH_FIRST:
            return as_written._replace(score=as_written.score[::-1])
        if (as_written.code == "date" and context.score_order == OPEN) or (
            as_written.code == "time" and not context.takes_times
        ):
            return as_written._replace(score=None)
        return as_written
    one, one_code = read_points(context.get(row, headings.SCORE_ONE))
    other, other_code = read_points(context.get(row, headings.SCORE_OTHER))
    code = one_code or other_code
    if one is None or other is None:
        return WrittenScore(code=code or ("half" if (one, other) != (None, None) else ""))
    return WrittenScore((one, other), code=code)


def _read_winner(context: MatchContext, row: CellRow, names: tuple[str, str]) -> str:
    """Return the player whom the row names as winner; "?" with what it says if it is neither."""
    if headings.LOSER in context.table.roles and headings.ONE not in context.table.roles:
        return names[0]
    text = context.get_text(row, headings.WINNER)
    if not text:
        return names[1] if context.has_ticks and is_unmarked(context, row) else ""
    is_marked_one = context.winner_marks.get(fold_mark(text))
    if context.winner_marks is not SURE and is_marked_one is not None:
        return names[0 if is_marked_one else 1]
    if text.casefold() in FIRST_PLAYER or text.casefold() in SECOND_PLAYER:
        return names[0] if text.casefold() in FIRST_PLAYER else names[1]
    winner = fold_name(read_player(text))
    fits = [name for name in names if fold_name(name) == winner]
    if not fits:
        plain = fold_name(split_bracket(read_player(text))[0])
        fits = [name for name in names if fold_name(split_bracket(name)[0]) == plain]
    if not fits:
        fits = [name for name in names if set(winner.split()) <= set(fold_name(name).split())]
    if not fits and is_marked_one is not None:
        fits = [names[0 if is_marked_one else 1]]
    return fits[0] if len(fits) == 1 else f"?{text}"
