"""Whether the numbers beside names are those of members, or count the rows. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.exchange.lists.file_cells import CellRow, show_cell
from tournaments.exchange.lists.headings import NAME_ROLES, NUMBER, POSITION

LONGEST_COUNT = 6


@dataclass(slots=True)
class NumberGuess:
    """Takes a column "No." as that of the numbers of members unless it counts the rows of the tables."""

    counted: int = 0

    def __call__(self, roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
        """Return the roles of a table with these rows below its headings."""
        if POSITION not in roles or NUMBER in roles:
            return roles
        column = roles.index(POSITION)
        names = [place for place, role in enumerate(roles) if role in NAME_ROLES]
        texts = [
            show_cell(row.get(column)).strip(".) ")
            for row in rows
            if any(show_cell(row.get(place)) for place in names)
        ]
        numbers = [int(text) for text in texts if text.isdecimal() and len(text) < LONGEST_COUNT]
        if not numbers:
            return roles
        # The next table of a sheet begins anew or goes on.
        if any(numbers == list(range(start, start + len(numbers))) for start in (1, self.counted + 1)):
            self.counted = numbers[-1]
            return roles
        return tuple(NUMBER if role == POSITION else role for role in roles)
