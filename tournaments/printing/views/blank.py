"""Sheets with nobody's name on them, to go on by hand: brackets, crosstables, score sheets."""

from django.utils.translation import gettext

from tournaments.phrases import round_name
from tournaments.printing.pdf import crosstables, posters, score_sheets
from tournaments.printing.pdf.lists import Column
from tournaments.printing.pdf.pages import Head, Page, Paper
from tournaments.printing.pdf.trees import PrintedBracket, PrintedMatch, PrintedSeat

BRACKETS = (8, 16, 32, 64)
GROUPS = (4, 5, 6, 8, 10)


def bracket(size: int, paper: Paper, head: Head) -> list[Page]:
    """An empty knockout of so many lines, a power of two."""
    return posters.bracket_pages(_tree(size), paper, head)


def group(size: int, paper: Paper, head: Head) -> list[Page]:
    """An empty crosstable of so many players."""
    columns = tuple(Column(name) for name in (gettext("Won"), gettext("Points"), gettext("Place")))
    cross = crosstables.Cross(
        title=gettext("Group"),
        names=("",) * size,
        cells=(("",) * size,) * size,
        columns=columns,
        figures=(("",) * len(columns),) * size,
    )
    return crosstables.crosstable_pages((cross,), paper, head)


def score_sheet(title: str, paper: Paper) -> list[Page]:
    """Two empty score sheets on one page."""
    heads = (gettext("Game"), gettext("Cube"), gettext("How it was won"), gettext("White"), gettext("Black"))
    sheet = score_sheets.ScoreSheetForm(
        title=title,
        facts=(gettext("Round"), gettext("Table"), gettext("Match to")),
        sides=(gettext("White"), gettext("Black")),
        columns=tuple(Column(head) for head in heads),
        sign=gettext("Signature"),
    )
    return score_sheets.score_sheet_pages(sheet, paper)


def _tree(size: int) -> PrintedBracket:
    count = size.bit_length() - 1
    bouts = {
        _label(number, place): PrintedMatch(
            number, (_seat(number, 2 * place), _seat(number, 2 * place + 1)), _label(number, place)
        )
        for number in range(count)
        for place in range(size >> (number + 1))
    }
    rounds = tuple(_round(size, number) for number in range(count))
    return PrintedBracket(rounds, bouts, _label(count - 1, 0), crown=gettext("Winner"))


def _seat(number: int, place: int) -> PrintedSeat:
    return PrintedSeat(source=_label(number - 1, place)) if number else PrintedSeat()


def _label(number: int, place: int) -> str:
    return f"{number + 1}-{place + 1}"


def _round(size: int, number: int) -> str:
    winners = size >> (number + 1)
    return round_name(number + 1, (1, winners), (winners + 1, 2 * winners))
