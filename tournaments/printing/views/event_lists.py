"""Lists of an event on paper: entries to check in, standings, results, and tables of feature apps."""

from collections.abc import Sequence

from django.utils.translation import gettext

from matches.phrases import get_label
from tournaments.models import Entry
from tournaments.phrases import round_name
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.views.draw_sheets import table_block
from tournaments.queries.brackets import Bracket, Cell
from tournaments.registry import PrintTable

BOX = "☐"


def check_in_blocks(entry_rows: Sequence[Entry]) -> list[Block]:
    """Who is entered, in the order of names, with boxes to tick at the door."""
    columns = [Column(gettext("No."), is_right=True), Column(gettext("Name"))]
    extra = [
        (name, head)
        for name, head in (
            ("club", gettext("Club")),
            ("country", gettext("Country")),
            ("rating", gettext("Rating")),
        )
        if any(getattr(entry, name) for entry in entry_rows)
    ]
    columns += [Column(head, is_right=name == "rating") for name, head in extra]
    columns += [Column(gettext("Check in")), Column(gettext("Paid")), Column(gettext("Notes"), is_wide=True)]
    rows = tuple(
        (
            str(entry.number),
            entry.player.name,
            *(str(getattr(entry, name) or "") for name, _ in extra),
            BOX,
            BOX,
            entry.get_status_display() if entry.status != "entered" else "",
        )
        for entry in sorted(entry_rows, key=lambda entry: entry.player.name.casefold())
    )
    return [Block("", tuple(columns), rows)]


def standings_blocks(entry_rows: Sequence[Entry], brackets: Sequence[Bracket]) -> list[Block]:
    """The table of every flight that has one, and the places reached."""
    blocks = [block for bracket in brackets for block in table_block(bracket)]
    reached = sorted(
        (entry for entry in entry_rows if entry.place_from),
        key=lambda entry: (entry.place_from or 0, entry.number),
    )
    if reached:
        columns = (Column(gettext("Place"), is_right=True), Column(gettext("Name")))
        rows = tuple((places_text(entry), entry.player.name) for entry in reached)
        blocks.append(Block(gettext("Places"), columns, rows, is_folded=True))
    return blocks or [Block(gettext("No places yet."))]


def places_text(entry: Entry) -> str:
    """The places an entry has reached, as short as they are written."""
    first, last = entry.place_from, entry.place_to
    return f"{first}" if first == last else f"{first}–{last}"


def results_blocks(brackets: Sequence[Bracket]) -> list[Block]:
    """Every result, flight by flight and round by round, the winner first."""
    blocks = []
    columns = (
        Column(gettext("Winner")),
        Column(gettext("Result"), is_right=True),
        Column(gettext("Loser")),
        Column(""),
    )
    for bracket in brackets:
        for part in bracket.rounds:
            title = f"{bracket.name} · {round_name(part.number, part.winners, part.losers, part.best)}"
            rows = tuple(_result(cell) for cell in part.settled)
            if rows:
                blocks.append(Block(title, columns, rows))
    return blocks or [Block(gettext("No results yet."))]


def _result(cell: Cell) -> tuple[str, ...]:
    first, second = sorted(cell.seats, key=lambda seat: not seat.has_won)
    names = [seat.entry.player.name if seat.entry else "" for seat in (first, second)]
    if cell.match and cell.match.ending != "played":
        return (names[0], "", names[1], get_label(cell.match.ending))
    score = f"{first.score}–{second.score}" if first.score is not None else ""
    return (names[0], score, names[1], "")


def feature_table_block(table: PrintTable) -> Block:
    """A table of a feature app."""
    columns = tuple(
        Column(head, is_right=how == "right", is_wide=how == "wide") for head, how in table.columns
    )
    return Block(table.title, columns, table.rows)
