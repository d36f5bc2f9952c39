"""Names pasted into the entry box, with details such as club and rating beside them. Pure."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from io import StringIO
from typing import Any

from matches.names import (
    LONGEST_NAME,
    PAIR_SEPARATOR,
    fold_name,
    is_bye,
    put_first_name_first,
)
from tournaments import countries
from tournaments.name_lists.column_kinds import beside_surnames, get_column_kind
from tournaments.name_lists.details import CLUB, COUNTRY, DETAILS, RATING, DetailKind, EntryDetails
from tournaments.name_lists.entry_box import (
    ALONE,
    TOGETHER,
    Box,
    LineStatus,
    make_box,
    split_mark,
)
from tournaments.name_lists.line_cells import FIGURES, SEPARATORS, means_nobody, rating_of, split_line, tidy
from tournaments.name_lists.line_labels import NEW_PERSON, OTHER_PERSON, PERSON, read_label, split_label
from tournaments.name_lists.listed_payments import PAID, PRICE, ReadPayment, read_payment
from tournaments.name_lists.name_columns import compose_name, find_name_places
from tournaments.name_lists.name_headings import FIRST, NAME, SURNAME
from tournaments.name_lists.name_index import NameIndex

LISTED = re.compile(r"^(\d{1,3})\s*[.):\-]?$")
MOST_LISTED = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars(EntryDetails):
    """Details of a line; `unread` are cells that were not recognised, `unknown_label` the label of one.

    `is_another`: the line means another person than the one of this name who is entered. `person` says which
    one of several of the name: "new", or the code of the player. `price` and `payment` are for the cash desk.
    """

    unread: tuple[str, ...] = ()
    unknown_label: str = ""
    is_another: bool = False
    person: str = ""
    price: str = ""
    paid: str = ""
    paid_by: str = ""
    unread_paid: str = ""
    paid_on: date | None = None

    @property
    def of_entry(self) -> EntryDetails:
        """The details that the entry has."""
        return EntryDetails(**{detail.name: getattr(self, detail.name) for detail in fields(EntryDetails)})

    @property
    def payment(self) -> ReadPayment:
        """What is paid."""
        return ReadPayment(self.paid, self.paid_by, self.unread_paid, self.paid_on)


NOTHING = Particulars()


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of a list: its number from 1, name and details."""

    number: int
    name: str
    about: Particulars = NOTHING


def parse_rows(
    lines: Iterable[tuple[int, str]],
    is_known: Callable[[str], bool],
    is_marked_name: Callable[[str], bool] = means_nobody,
) -> list[EntryLine]:
    """Parse the lines of a list, without blank ones and headings.

    `is_known` returns whether the club has a player of that name, `is_marked_name` whether what is in
    brackets behind a name tells one from another.
    """
    cut = [(number, split_line(text, is_marked_name)) for number, text in lines]
    cut = [(number, cells) for number, cells in cut if any(cells)]
    heads = _heads(cut[0][1]) if cut else ()
    if heads:
        return [_by_heads(number, cells, heads) for number, cells in cut[1:]]
    bare = [(number, _without_number(cells, len(cut))) for number, cells in cut]
    candidates = [(cells, _first_name(cells)) for _, cells in bare]
    places = find_name_places(candidates, is_name=_is_name, is_known=is_known)
    return [_by_sight(number, cells, at) for (number, cells), at in zip(bare, places, strict=True)]


def write_particulars(name: str, about: Particulars) -> str:
    """Return a line that parses to this name and these details."""
    details = {kind: str(getattr(about, kind) or "") for kind in DETAILS}
    details[PERSON] = OTHER_PERSON if about.is_another else about.person
    details |= {PRICE: about.price, PAID: about.payment.text}
    return write_line(name, details, about.unread)


def write_line(name: str, details: Mapping[str, str], unread: Sequence[str] = ()) -> str:
    """Return a line of this name with labelled details."""
    cells = [name, *(f"{kind}: {value}" for kind, value in details.items() if value), *unread]
    if len(cells) == 1 and any(sign in name for sign in SEPARATORS):
        cells.append("")
    return "; ".join(_quoted(cell) for cell in cells)


def mark_person(line: str, person: str, label: str = PERSON) -> str:
    """Return a line that says which person of its name it means: "other", "new" or the code of a player."""
    separator = next((sign for sign in SEPARATORS if sign in line), ";")
    return f"{line}{separator} {label}: {person}"


def _quoted(cell: str) -> str:
    line = StringIO()
    csv.writer(line, delimiter=";", lineterminator="").writerow([cell, ""])
    return line.getvalue().removesuffix(";")


def _without_number(cells: list[str], lines: int) -> list[str]:
    """Return a line without its list number."""
    number_match = LISTED.match(cells[0])
    is_number = number_match is not None and int(number_match[1]) <= max(lines, MOST_LISTED)
    return cells[1:] if is_number and any(cells[1:]) else cells


def _heads(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the column kinds of a heading line; an unknown column is ""."""
    kinds = beside_surnames([get_column_kind(cell) for cell in cells])
    if not {NAME, SURNAME} & set(kinds) or (len(cells) > 1 and sum(map(bool, kinds)) < 2):
        return ()
    return tuple(kinds)


def _by_heads(number: int, cells: Sequence[str], heads: Sequence[str]) -> EntryLine:
    details: dict[str, str] = {}
    for kind, cell in zip(heads, cells, strict=False):
        if kind and cell and kind not in details:
            details[kind] = cell
    name = compose_name(details.get(NAME, ""), details.get(FIRST, ""), details.get(SURNAME, ""))
    name = put_first_name_first(name)
    return EntryLine(number, name, _about(details, [cell for cell in cells[len(heads) :] if cell]))


def _is_name(cell: str) -> bool:
    """Return whether a cell could be a name: letters, and no code, figure or label."""
    has_letters = any(letter.isalpha() for letter in cell)
    return has_letters and not split_label(cell) and not countries.by_code(cell)


def _by_sight(number: int, cells: Sequence[str], at: int) -> EntryLine:
    details: dict[str, str] = {}
    plain, unread = list[str](), list[str]()
    for place, cell in enumerate(cells):
        if place == at or not cell:
            continue
        kind, value = read_label(cell) or _cell_kind(cell)
        if kind and kind not in details:
            details[kind] = value
        elif kind == PAID:
            details[PAID] += f" {value}"
        elif labelled := None if kind else split_label(cell):
            # Never the club, which everybody can read. A known label without a value says nothing.
            unread += [] if labelled.is_known and not labelled.value else [cell]
        else:
            plain.append(cell)
    if CLUB not in details and plain and any(letter.isalpha() for letter in plain[0]):
        details[CLUB] = plain.pop(0)
    name = details.pop(NAME, "") or (cells[at] if at < len(cells) else "")
    return EntryLine(number, put_first_name_first(name), _about(details, [*plain, *unread]))


def _first_name(cells: Sequence[str]) -> int:
    """Return the first column that can be a name, preferably not a country."""
    able = [place for place, cell in enumerate(cells) if _is_name(cell)]
    sure = [place for place in able if not countries.by_name(cells[place])]
    isread_label_name = any((read_label(cell) or ("",))[0] == NAME for cell in cells)
    return len(cells) if isread_label_name else next(iter((*sure, *able)), 0)


def _cell_kind(cell: str) -> tuple[str, str]:
    if rating_of(cell):
        return RATING, cell
    if countries.by_code(cell) or countries.by_name(cell):
        return COUNTRY, cell
    return "", cell


def _about(details: Mapping[str, str], rest: Sequence[str]) -> Particulars:
    values = {kind: _read_detail(kind, details[kind]) for kind in DETAILS if kind in details}
    unread = [details[kind] for kind, value in values.items() if not value]
    person, is_another = details.get(PERSON, ""), details.get(PERSON) == OTHER_PERSON
    return Particulars(
        **values,
        unread=(*rest, *unread),
        unknown_label=_find_unknown_label(rest),
        is_another=is_another,
        person="" if is_another else person,
        price=details.get(PRICE, ""),
        **read_payment(details.get(PAID, ""))._asdict(),
    )


def _find_unknown_label(cells: Iterable[str]) -> str:
    labelled_cells = filter(None, map(split_label, cells))
    return next((labelled.label for labelled in labelled_cells if not labelled.is_known), "")


def _read_detail(kind: str, cell: str) -> Any:
    """Return the value of a detail, "" or 0 if the cell cannot be read."""
    detail = DETAILS[kind]
    if detail.kind == DetailKind.COUNTRY:
        return countries.code_of(cell)
    if detail.kind == DetailKind.NUMBER:
        return rating_of(cell)
    return cell if detail.can_be(cell) else ""


LONGEST = LONGEST_NAME
SLASH = PAIR_SEPARATOR.strip()


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """One parsed line of the entry box: `name`, matched member (id), similar names.

    `about` are the details given after the name. A pair has its two players as `members` and no id of its
    own. `sits` are those of the line who are in another entry or line. `has_other_details`: the name is twice
    in the list, with other details. `is_surname_alone`: what was read as the club may be the first name.
    `choices` are the members of whom the line must name one, each with the `person` that says so. `written`
    is the name as it was written, if its parts are in another order than those of the member.
    """

    number: int
    name: str
    standing: LineStatus
    player: int | None = None
    near: tuple[str, ...] = ()
    members: tuple["MatchedLine", ...] = ()
    sits: tuple[str, ...] = ()
    about: Particulars = NOTHING
    has_other_details: bool = False
    is_surname_alone: bool = False
    choices: tuple[tuple[str, int], ...] = ()
    written: str = ""

    @property
    def text(self) -> str:
        """Return the line so that it is parsed to the same values."""
        return write_particulars(self.written or self.name, self.about)

    @property
    def figure(self) -> str:
        """Return the part of the name that resembles a rating, "" if none."""
        return next((name_part for name_part in self.name.split() if FIGURES.match(name_part)), "")

    @property
    def is_doubtful(self) -> bool:
        """Return whether it needs a check: it would be entered, or two people may share its name."""
        doubts = (self.near, self.figure, self.is_surname_alone, self.written, self.about.unread_paid)
        return self.has_other_details or (self.is_taken and any(doubts))

    @property
    def needs_choice(self) -> bool:
        """Return whether somebody has to decide: it cannot be entered as it is, or may mean somebody else."""
        doubts = (self.near, self.figure, self.is_surname_alone)
        return self.is_wrong or self.has_other_details or (self.is_taken and any(doubts))

    @property
    def asks_person(self) -> bool:
        """Return whether it can say which person it means: of several, or beside the one entered."""
        return bool(self.choices or self.sits)

    @property
    def may_be_another(self) -> bool:
        """Return whether it is left out although it may mean another person of the same name."""
        left_out = {LineStatus.ENTERED, LineStatus.REPEATED, LineStatus.WITHDRAWN}
        return self.standing in left_out and not self.members and not self.about.person

    @property
    def text_with_first_name(self) -> str:
        """Return the line if what was read as the club is the first name."""
        return write_particulars(f"{self.about.club} {self.name}", replace(self.about, club=""))

    @property
    def is_taken(self) -> bool:
        """Return whether entering the box enters this line."""
        return self.standing in {LineStatus.MEMBER, LineStatus.NEW}

    @property
    def is_wrong(self) -> bool:
        """Return whether this line prevents the whole box from being entered."""
        return self.standing in {
            LineStatus.TOO_LONG,
            LineStatus.SITS,
            LineStatus.NOT_TWO,
            LineStatus.NOT_TAKEN,
            LineStatus.NAMESAKES,
            LineStatus.UNKNOWN_LABEL,
        }


def read(
    text: str,
    members: Mapping[int, str],
    entered: Iterable[int] = (),
    paired: Mapping[int, int] | None = None,
    elsewhere: Sequence[str] = (),
    codes: Mapping[str, int] | None = None,
    marked_names: Mapping[str, int] | None = None,
    places: Mapping[int, Collection[str]] | None = None,
) -> tuple[MatchedLine, ...]:
    """Parse pasted text to lines, without blank ones. "Anna Rossi / Bruno Bianchi" is a pair.

    After a name may follow its details, in any order.

    `members` are the players of the club (id -> name), `entered` the ids that play alone in the event and
    `paired` those that play in a pair, with its entry number. Leading numbers and bullets are removed, spaces
    normalised. A name equal to a member's, ignoring case, accents and punctuation, is that member. Of several
    members of one name the line must say which one by a code; `codes` are those of the namesakes, and
    `marked_names` their names with what tells them apart, folded, as lists of events show them. Similar or
    contained names are listed in `near`; such lines are not refused. The parts of a member's name in another
    order are that member, unless the line says "person: new". Of namesakes the one of the town or club of the
    line is meant; `places` are those that are known of members.
    """
    index = NameIndex([*members.values(), *elsewhere])
    box = make_box(members, entered, paired or {}, index, marked_names or {}, places or {})
    reader = _LineReader(box, codes or {})
    rows = parse_rows(
        enumerate(text.splitlines(), start=1),
        lambda name: fold_name(tidy(name)) in box.ids,
        lambda name: box.has_distinction(tidy(name)),
    )
    entry_lines = [line for line in map(reader.read_row, rows) if line is not None]
    clubs = Counter(line.about.club for line in entry_lines)
    return tuple(
        replace(line, is_surname_alone=_is_surname_alone(line) and clubs[line.about.club] == 1)
        for line in map(_mark_unknown_label, entry_lines)
    )


def _mark_unknown_label(line: MatchedLine) -> MatchedLine:
    has_unknown_label = line.is_taken and bool(line.about.unknown_label)
    return replace(line, standing=LineStatus.UNKNOWN_LABEL) if has_unknown_label else line


def _is_surname_alone(line: MatchedLine) -> bool:
    """Return whether a line is a single name and, as its only detail, what can be a first name."""
    club = line.about.club
    is_two_names = len(line.name.split()) == 1 and 0 < len(club.split()) <= 2
    return is_two_names and line.about == Particulars(club=club) and club.replace(" ", "").isalpha()


def _line(number: int, players: Sequence[str], box: Box, about: Particulars) -> MatchedLine:
    name = PAIR_SEPARATOR.join(players)
    if any(len(player) > LONGEST for player in players):
        return MatchedLine(number, name, LineStatus.TOO_LONG)
    if len(players) > 2 or "" in players or len(set(map(fold_name, players))) < len(players):
        return MatchedLine(number, name, LineStatus.NOT_TWO)
    standing, sits = box.standing(players)
    first_details = box.details.get(frozenset(map(fold_name, players)), about)
    if standing is LineStatus.REPEATED and about != first_details:
        return MatchedLine(number, name, standing, has_other_details=True)
    halves = tuple(_half(number, player, box) for player in players)
    if len(halves) == 1:
        near = halves[0].near if standing is LineStatus.NEW else ()
        return MatchedLine(number, name, standing, halves[0].player, near, sits=sits)
    near = tuple(dict.fromkeys(near_name for half in halves for near_name in half.near))
    return MatchedLine(number, name, standing, near=near, members=halves, sits=sits)


@dataclass(slots=True)
class _LineReader:
    """Reads the lines of a list one after the other; `codes` are those of members with namesakes."""

    box: Box
    codes: Mapping[str, int]

    def read_row(self, row: EntryLine) -> MatchedLine | None:
        """Return the line of a row; None without a name."""
        players = [tidy(part) for part in tidy(row.name).split(SLASH)]
        if not any(players):
            return None
        if len(players) == 1 and is_bye(players[0]):
            return MatchedLine(row.number, players[0], LineStatus.BYE, about=row.about)
        written, is_other = players, row.about.is_another or row.about.person == NEW_PERSON
        players = players if is_other else [self.box.put_in_order(player) for player in players]
        is_readable = all(players) and all(len(player) <= LONGEST for player in players)
        line = self._read_namesake(row, players) if is_readable else None
        line = line or self._offer_others(
            replace(_line(row.number, players, self.box, row.about), about=row.about)
        )
        self.box.add(players, row.about)
        return line if players == written else replace(line, written=PAIR_SEPARATOR.join(written))

    def _read_namesake(self, row: EntryLine, players: Sequence[str]) -> MatchedLine | None:
        """Return a line that says which person it means, or has to say so; None for any other."""
        if len(players) == 2 and (row.about.is_another or row.about.person == NEW_PERSON):
            return self._read_pair_of_others(row, players)
        chosen = self._find_chosen(row.about, players)
        if len(players) == 1 and (chosen or row.about.person == NEW_PERSON):
            return self._read_chosen(row, players[0], next(iter(chosen.values()), None))
        if len(players) == 1 and row.about.is_another:
            others = self.box.find_others(players[0])
            is_clear, first = len(others) < 2, next(iter(others), None)
            return self._read_chosen(row, players[0], first) if is_clear else self._ask(row, players, others)
        line = self._read_of_place(row, players[0]) if len(players) == 1 and not chosen else None
        unclear = [player for player in players if fold_name(player) not in chosen]
        choices = next(filter(None, map(self.box.find_choices, unclear)), [])
        if line is None and choices:
            line = self._ask(row, players, choices)
        if line is not None or not chosen:
            return line
        # Somebody chosen by the code is in no earlier line of the name, unless that has the same code.
        seats = {**self.box.seats, **dict.fromkeys(self.box.others, (TOGETHER, 0))}
        people = self.box.people - chosen.keys()
        box = replace(self.box, ids={**self.box.ids, **chosen}, people=people, seats=seats)
        self.box.others.update(chosen.values())
        return replace(_line(row.number, players, box, row.about), about=row.about)

    def _read_of_place(self, row: EntryLine, name: str) -> MatchedLine | None:
        """Return the line of the member of the stated town or club, or one that asks if all are of others."""
        member = self.box.find_member_of_place(name, row.about.club)
        if member is not None:
            return self._read_chosen(row, name, member)
        needs_question = self.box.are_all_elsewhere(name, row.about.club)
        return self._ask(row, [name], self.box.list_free_namesakes(name)) if needs_question else None

    def _read_pair_of_others(self, row: EntryLine, players: Sequence[str]) -> MatchedLine:
        """Return a pair; those of it who have an entry already are other people of the name, or new."""
        halves: list[MatchedLine] = []
        for player in players:
            is_seated = self.box.is_seated(player)
            others = self.box.find_others(player) if is_seated and row.about.is_another else []
            if len(others) > 1:
                return self._ask(row, players, others)
            if not is_seated:
                halves.append(_half(row.number, player, self.box))
                continue
            self.box.others.update(others)
            standing = LineStatus.MEMBER if others else LineStatus.NEW
            halves.append(MatchedLine(row.number, player, standing, next(iter(others), None)))
        is_known = all(half.player is not None for half in halves)
        return MatchedLine(
            row.number,
            PAIR_SEPARATOR.join(players),
            LineStatus.MEMBER if is_known else LineStatus.NEW,
            members=tuple(halves),
            about=row.about,
        )

    def _offer_others(self, line: MatchedLine) -> MatchedLine:
        """Return a line whose player has another entry with the other people of the name who can be meant.

        Beside one of several namesakes who is entered, that one can be meant, too.
        """
        name = line.sits[0] if line.sits else line.name
        is_left_out = line.may_be_another and PAIR_SEPARATOR not in name
        others = self.box.find_others(name) if line.sits or is_left_out else []
        if others and is_left_out:
            others = [self.box.ids[fold_name(name)], *others]
        code_of = {member: code for code, member in self.codes.items()}
        return replace(line, choices=tuple((code_of.get(member, ""), member) for member in others))

    def _find_chosen(self, about: Particulars, players: Sequence[str]) -> dict[str, int]:
        """Return the members whose codes a line of these players gives, by folded name.

        The code counts for a name with a distinction in brackets too, even if that is not the current one.
        """
        members = [self.codes[code] for code in about.person.split() if code in self.codes]
        return {
            fold_name(player): member
            for player in players
            for member in members
            if any(
                member in self.box.namesakes.get(fold_name(name), ())
                for name in (player, self.box.put_in_order(split_mark(player)[0]))
            )
        }

    def _read_chosen(self, row: EntryLine, name: str, player: int | None) -> MatchedLine:
        if player is None:
            return MatchedLine(row.number, name, LineStatus.NEW, about=row.about)
        standing = LineStatus.REPEATED if player in self.box.others else LineStatus.MEMBER
        if player in self.box.seats:
            standing = LineStatus.ENTERED if self.box.seats[player][0] == ALONE else LineStatus.SITS
        self.box.others.add(player)
        sits = (name,) if standing is LineStatus.SITS else ()
        return MatchedLine(row.number, name, standing, player, sits=sits, about=row.about)

    def _ask(self, row: EntryLine, players: Sequence[str], members: Iterable[int]) -> MatchedLine:
        """Return a line that has to say which of these members it means."""
        code_of = {member: code for code, member in self.codes.items()}
        given = [code for code in row.about.person.split() if code in self.codes]
        choices = tuple((" ".join([*given, code_of.get(member, "")]), member) for member in members)
        about = replace(row.about, person="", is_another=False)
        name = PAIR_SEPARATOR.join(players)
        return MatchedLine(row.number, name, LineStatus.NAMESAKES, about=about, choices=choices)


def _half(number: int, name: str, box: Box) -> MatchedLine:
    key = fold_name(name)
    player = box.ids.get(key)
    if player is not None:
        return MatchedLine(number, name, LineStatus.MEMBER, player)
    return MatchedLine(number, name, LineStatus.NEW, near=box.names.near(name))
