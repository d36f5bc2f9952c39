"""Where the table of a list begins and what its columns are: as found, and as chosen by the user. Pure."""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.reading import TABLE, ListReading

# The last row in which a table can begin, below a title.
MAX_START = 20


@dataclass(frozen=True, slots=True)
class Grid:
    """The texts of a sheet: rows of equal width, without blank ones, and their numbers in the file."""

    sheet: str
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]

    @property
    def first_line(self) -> int:
        """Return the number of the first row."""
        return self.lines[0]

    @property
    def numbered_rows(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the rows with their numbers."""
        return list(zip(self.lines, self.rows, strict=True))

    def get_row(self, line: int) -> tuple[str, ...]:
        """Return the row of this number."""
        return self.rows[bisect_left(self.lines, line)]

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.rows[0]) if self.rows else 0


def make_grid(cells: FileCells, reading: ListReading) -> Grid:
    """Return the texts of the sheet that was read."""
    filled = [sheet for sheet in cells.sheets if sheet.rows]
    sheet = next((one for one in filled if one.name == reading.sheet), filled[0])
    rows = tuple((*row.texts, *("",) * (sheet.width - len(row.cells))) for row in sheet.rows)
    return Grid(sheet.name, rows, tuple(row.line for row in sheet.rows))


def find_start(reading: ListReading, answers: Mapping[str, str], grid: Grid) -> int:
    """Return the row in which the table begins: that of its headings, the chosen one, else the first."""
    selected = answers.get("heading_row", "")
    start = reading.heading_row or (int(selected) if selected.isdecimal() else 0)
    return start if start in grid.lines else grid.first_line


def name_table(grid: Grid, start: int) -> str:
    """Return the answer that says of which table the chosen columns or heading row are."""
    return f"{start}!{grid.sheet}"


def list_roles(reading: ListReading, grid: Grid, offered: Sequence[str]) -> tuple[str, ...]:
    """Return the role of every column as a form shows it: "" for those that the form does not offer."""
    outcome = [role for _heading, role in reading.columns][: grid.width]
    displayed = [role if role in offered else "" for role in outcome]
    return (*displayed, *("",) * (grid.width - len(displayed)))


def list_unused(reading: ListReading, used: Collection[str]) -> list[str]:
    """Return the headings of columns of which nothing is stored; those of another sheet with its name."""
    unused = [heading for heading, role in reading.columns if heading and (not role or role not in used)]
    others = (
        f"{heading} ({sheet})" if sheet != reading.sheet else heading
        for sheet, heading, role in reading.other_columns
        if heading and (not role or role not in used)
    )
    return list(dict.fromkeys((*unused, *others)))


def compare_roles(
    reading: ListReading, grid: Grid, offered: Sequence[str], selected: Sequence[str], start: int
) -> dict[str, str]:
    """Return the answers that make these the columns, none if they are as found.

    A column whose role the form cannot show keeps it unless it is given another one. Without any headings
    that are known, those of the row `start` are stated by the roles.
    """
    displayed = list_roles(reading, grid, offered)
    if tuple(selected) == displayed:
        return {}
    outcome = [role for _heading, role in reading.columns][: grid.width]
    outcome += [""] * (grid.width - len(outcome))
    merged = [
        old if role == offered_role else role
        for role, offered_role, old in zip(selected, displayed, outcome, strict=True)
    ]
    answers = {"columns": ",".join(merged), TABLE: name_table(grid, start)}
    if reading.refusals and not reading.heading_row:
        answers["heading_row"] = str(start)
    return answers
