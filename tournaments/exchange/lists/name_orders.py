"""Which part of a name is the surname, where not every row is as the heading says. Pure.

Each name is judged by itself: by members of the name, by first names, and by the order of the others.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from matches.names import NAME_SUFFIXES, fold_name, is_particle, split_name
from tournaments.exchange.lists.file_cells import CellRow, show_cell
from tournaments.exchange.lists.headings import NAME, names_surname_first
from tournaments.exchange.lists.known_first_names import list_first_names
from tournaments.exchange.lists.reading import AS_WRITTEN, TAKE, TURNED, Interview
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.written_names import (
    NameOrder,
    WrittenName,
    get_generation,
    is_name,
    join_name,
    read_name,
    turn_name,
)

# Before the number of a row, the answer that gives the order of its name.
NAME_ORDER = "name_order"
# So many names of one order decide for those that tell nothing, if none is of the other one.
FEWEST_OF_ONE_ORDER = 3
BRACKETED = re.compile(r"\s*[(\[][^()\[\]]{1,30}[)\]]\s*")


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names that are known, folded: whole ones of members, first names, and surnames of members."""

    whole: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()

    def find_order(self, name: str) -> str:
        """Return `TURNED` if the surname comes first, `AS_WRITTEN` if it comes last, "" if nothing tells."""
        is_member, is_turned_member = fold_name(name) in self.whole, fold_name(_turn(name)) in self.whole
        if is_member or is_turned_member:
            return "" if is_member and is_turned_member else AS_WRITTEN if is_member else TURNED
        tokens = [token for token in name.split() if token.casefold().strip(".") not in NAME_SUFFIXES]
        return self._find_order_by_first_names(tokens) or self._find_order_by_surnames(tokens)

    def is_of_member(self, name: str) -> bool:
        """Return whether a member has this name, in either order."""
        return bool({fold_name(name), fold_name(_turn(name))} & self.whole)

    def turn(self, name: str) -> WrittenName:
        """Return a name whose surname comes first in natural order; known first names show where they begin.

        "Garcia Lopez Juan" is Juan Garcia Lopez.
        """
        tokens = name.split()
        place = len(tokens)
        while place > 1 and self._is_first(tokens, place - 1):
            place -= 1
        if place < len(tokens) and not is_particle(tokens[place - 1]):
            return join_name(" ".join(tokens[place:]), " ".join(tokens[:place]))
        return turn_name(name)

    def _is_first(self, tokens: list[str], place: int) -> bool:
        is_of_surname = place > 0 and is_particle(tokens[place - 1])
        return not is_of_surname and fold_name(tokens[place]) in self.first

    def _find_order_by_first_names(self, tokens: list[str]) -> str:
        if is_particle(tokens[0]) and not self._is_first(tokens, 0):
            return TURNED if len(tokens) > 2 else ""
        begins, *rest = (self._is_first(tokens, place) for place in range(len(tokens)))
        if begins != (rest[-1] if begins else any(rest)):
            return AS_WRITTEN if begins else TURNED
        has_particle = len(tokens) > 2 and is_particle(tokens[-2])
        return AS_WRITTEN if has_particle and not any(rest) else ""

    def _find_order_by_surnames(self, tokens: list[str]) -> str:
        begins, ends = fold_name(tokens[0]) in self.last, fold_name(tokens[-1]) in self.last
        return "" if begins == ends else TURNED if begins else AS_WRITTEN


@dataclass(frozen=True, slots=True)
class ColumnOrders:
    """The order of the names of a column that do not tell it by themselves, by the number of the row.

    `doubtful` are the rows whose order nobody can be sure of.
    """

    names: KnownNames = KnownNames()
    by_line: Mapping[int, str] = field(default_factory=dict)
    doubtful: frozenset[int] = frozenset()

    def settle_order(self, written: WrittenName, line: int, answer: str) -> WrittenName:
        """Return the name of a row in its order, by the answer if there is one, with the other reading.

        The name is as it was read, without an order.
        """
        plain, marks = take_marks(written.name)
        if not is_name(plain) or len(plain.split()) < 2 or plain.split()[0].casefold() in NAME_SUFFIXES:
            return written
        usual = self.by_line.get(line, AS_WRITTEN)
        readings = {AS_WRITTEN: written, TURNED: self._exchange(written, plain, marks, line)}
        if line in self.by_line and marks:
            readings[AS_WRITTEN] = written._replace(name=f"{plain}{marks}")
        other = AS_WRITTEN if usual == TURNED else TURNED
        is_other = answer == other
        order = NameOrder(readings[usual].name, readings[other].name, other, is_other, line in self.doubtful)
        return readings[other if is_other else usual]._replace(order=order)

    def _exchange(self, written: WrittenName, plain: str, marks: str, line: int) -> WrittenName:
        if line in self.by_line or (not written.last and self.names.find_order(plain) == TURNED):
            turned = self.names.turn(plain)
        else:
            first, last = (written.first, written.last) if written.last else split_name(plain)
            turned = WrittenName(f"{last} {first}", last, first)
        return written._replace(name=f"{turned.name}{marks}", first=turned.first, last=turned.last)


def take_marks(name: str) -> tuple[str, str]:
    """Return a name without what tells people of one name apart, and that as it is put behind the name.

    It can stand anywhere, in brackets or as a generation: "Rossi (p) Vito", "Rossi Vito padre". "jr" stays.
    """
    marks = [" ".join(match.split()) for match in BRACKETED.findall(name)]
    tokens = BRACKETED.sub(" ", name).split()
    suffixes = [token for token in tokens[1:] if token.casefold().strip(".") in NAME_SUFFIXES]
    generations = [
        token for token in tokens[1:] if len(token) > 1 and get_generation(token) and token not in suffixes
    ]
    if len(tokens) - len(generations) - len(suffixes) < 2:
        generations, suffixes = [], []
    parts = [token for token in tokens if token not in generations and token not in suffixes]
    marks += [f"({token.strip('.')})" for token in generations]
    return " ".join([*parts, *suffixes]), "".join(f" {mark}" for mark in marks)


def settle_orders(table: ListTable, interview: Interview) -> ColumnOrders:
    """Return the order of each name of a table below a heading with the surname first; asks about it.

    Names with a comma or with one part in capitals tell it by themselves.
    """
    column = table.get_column(NAME)
    cells = {} if column is None else {row.line: show_cell(row.get(column)) for row in table.rows}
    names = make_known_names(interview.known_names, cells.values())
    heading = "" if table.heading is None or column is None else table.heading_texts[column]
    if not names_surname_first(heading):
        return ColumnOrders(names)
    open_names = {line: take_marks(read_name(cell).name)[0] for line, cell in cells.items() if _is_open(cell)}
    if not open_names:
        return ColumnOrders(names)
    orders, doubtful = _judge(
        open_names, names, has_capitals=any(map(_has_surname_in_capitals, cells.values()))
    )
    line = next(iter(open_names))
    answer = interview.ask(
        "surname_first",
        lines=tuple(doubtful),
        facts={"heading": heading, "name": open_names[line], "other_name": names.turn(open_names[line]).name},
        choices=(TAKE, TURNED, AS_WRITTEN),
        guess=TAKE,
    )
    if answer != TAKE:
        orders = dict.fromkeys(open_names, answer)
    return ColumnOrders(names, orders, frozenset(doubtful))


def make_known_names(whole_names: Iterable[str], cells: Collection[str]) -> KnownNames:
    """Return what is known of names: those of members, and the first names behind a comma in the list."""
    whole = list(whole_names)
    pairs = [split_name(name) for name in whole]
    before_comma = [read_name(cell) for cell in cells if "," in cell]
    first = [token for names, _surname in pairs for token in names.split()]
    first += [token for one in before_comma for token in one.first.split()]
    return KnownNames(
        frozenset(map(fold_name, whole)),
        list_first_names() | frozenset(map(fold_name, first)),
        frozenset(fold_name(token) for _first, surname in pairs for token in surname.split()),
    )


def get_order_answer(interview: Interview, row: CellRow) -> str:
    """Return the order that was chosen for the name of a row; "" if none was."""
    return interview.get_answer(f"{NAME_ORDER}:{row.line}")


def _judge(
    open_names: Mapping[int, str], names: KnownNames, *, has_capitals: bool
) -> tuple[dict[int, str], list[int]]:
    """Return the order of each name by its row, and the rows that nothing decides for sure.

    One that is written against the heading is doubtful too, unless it is that of a member.
    """
    decided = {line: names.find_order(name) for line, name in open_names.items()}
    certain = [order for order in decided.values() if order] + [TURNED] * has_capitals
    is_of_one_order = len(certain) >= FEWEST_OF_ONE_ORDER and len(set(certain)) == 1
    doubtful = [
        line
        for line, name in open_names.items()
        if not (names.is_of_member(name) and decided[line])
        and (
            decided[line] == AS_WRITTEN
            or (not decided[line] and not (is_of_one_order and certain[0] == TURNED))
        )
    ]
    usual = certain[0] if is_of_one_order else TURNED
    return {line: order or usual for line, order in decided.items()}, doubtful


def _is_open(cell: str) -> bool:
    """Return whether a name of several parts does not say itself which of them is the surname."""
    written = read_name(cell)
    plain = take_marks(written.name)[0]
    return is_name(plain) and len(plain.split()) > 1 and not (written.first or written.last)


def _has_surname_in_capitals(cell: str) -> bool:
    written = read_name(cell)
    return bool(written.last) and "," not in cell and cell.strip().startswith(written.last)


def _turn(name: str) -> str:
    return turn_name(name).name
