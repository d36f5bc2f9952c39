"""Where the table of a list begins and what its columns are: as found, and as chosen by the user. Pure."""

from collections.abc import Mapping, Sequence

from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.reading import ListReading
from tournaments.exchange.spreadsheets import Grid


def make_grid(cells: FileCells, reading: ListReading) -> Grid:
    """Return the texts of the sheet that was read."""
    filled = [sheet for sheet in cells.sheets if sheet.rows]
    sheet = next((one for one in filled if one.name == reading.sheet), filled[0])
    rows = tuple((*row.texts, *("",) * (sheet.width - len(row.cells))) for row in sheet.rows)
    return Grid(rows, lines=tuple(row.line for row in sheet.rows))


def find_start(reading: ListReading, answers: Mapping[str, str], grid: Grid) -> int:
    """Return the row in which the table begins: that of its headings, the chosen one, else the first."""
    selected = answers.get("heading_row", "")
    start = reading.heading_row or (int(selected) if selected.isdecimal() else 0)
    return start if start in grid.lines else grid.first_line


def list_roles(reading: ListReading, grid: Grid, offered: Sequence[str]) -> tuple[str, ...]:
    """Return the role of every column as a form shows it: "" for those that the form does not offer."""
    outcome = [role for _heading, role in reading.columns][: grid.width]
    displayed = [role if role in offered else "" for role in outcome]
    return (*displayed, *("",) * (grid.width - len(displayed)))


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
    answers = {"columns": ",".join(merged)}
    if reading.refusals and not reading.heading_row:
        answers["heading_row"] = str(start)
    return answers
