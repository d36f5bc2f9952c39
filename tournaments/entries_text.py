"""Names pasted into the entry box, read line by line and compared with whom the club knows. Pure."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum

from matches.name_similarity import latinise
from matches.namesakes import MAX_SHARING, get_digits, get_variants
from matches.spellings import LONGEST_NAME, PAIR_SEPARATOR
from tournaments import particulars_text
from tournaments.particulars_text import NOTHING, Particulars

NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.):\-\t]\s*|^\s*\d{1,3}\s+(?=\S)")
BULLET = re.compile(r"^\s*[-*•–]\s*")
NEAR = 0.86
LONGEST = LONGEST_NAME
SLASH = PAIR_SEPARATOR.strip()
ALONE, TOGETHER = "alone", "together"


class Standing(StrEnum):
    """What a line means."""

    MEMBER = "member"
    NEW = "new"
    ENTERED = "entered"
    REPEATED = "repeated"
    TOO_LONG = "too_long"
    SITS = "elsewhere"
    NOT_TWO = "not_two"
    NOT_TAKEN = "not_taken"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the box: `name` as it would be entered, the member it is (his id), look-alikes by name.

    `about` is what stands beside the name.
    The line of a pair has its two as `members` and no id of its own. `sits` are those of the line who sit
    in another entry or line.
    """

    number: int
    name: str
    standing: Standing
    player: int | None = None
    near: tuple[str, ...] = ()
    members: tuple["Line", ...] = ()
    sits: tuple[str, ...] = ()
    about: Particulars = NOTHING

    @property
    def text(self) -> str:
        """The line written so that it is read the same again."""
        return particulars_text.written(self.name, self.about)

    @property
    def figure(self) -> str:
        """What stands in the name and looks like a rating; nothing where no word does."""
        return next(
            (name_part for name_part in self.name.split() if particulars_text.FIGURES.match(name_part)), ""
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether it would be entered and is better looked at before."""
        return self.is_taken and bool(self.near or self.figure)

    @property
    def is_taken(self) -> bool:
        """Whether entering the box enters this line."""
        return self.standing in {Standing.MEMBER, Standing.NEW}

    @property
    def is_wrong(self) -> bool:
        """Whether nothing is entered before this line is written otherwise."""
        return self.standing in {Standing.TOO_LONG, Standing.SITS, Standing.NOT_TWO, Standing.NOT_TAKEN}


class _NameIndex:
    """Names by their words, so that a name is compared with those it may be like and not with all."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: list[tuple[str, str, str]] = []
        self._by_word: defaultdict[str, set[int]] = defaultdict(set)
        self._by_trace: defaultdict[str, list[int]] = defaultdict(list)
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """One more name to compare with, as it is spelled and as it looks."""
        key = folded(name)
        for spelling in _spellings(name):
            self._add(name, key, spelling)

    def _add(self, name: str, key: str, spelling: str) -> None:
        number = len(self._names)
        self._names.append((name, key, spelling))
        for token in set(spelling.split()):
            self._by_word[token].add(number)
            for trace in get_variants(token):
                self._by_trace[trace].append(number)

    def near(self, name: str) -> tuple[str, ...]:
        """The names, in their order, of which a name is a part, or which it looks like."""
        key = folded(name)
        numbers = {number for spelling in _spellings(name) for number in self._like(spelling)}
        names = (self._names[number] for number in sorted(numbers))
        return tuple(dict.fromkeys(other for other, other_key, _ in names if other_key != key))

    def _like(self, spelling: str) -> set[int]:
        tokens = spelling.split()
        longer = set.intersection(*(self._by_word.get(token, set()) for token in tokens)) if tokens else set()
        return longer | {number for number in self._sharing(tokens) if self._looks_like(spelling, number)}

    def _sharing(self, tokens: Iterable[str]) -> set[int]:
        """The names with one of these words, or with one but for one letter."""
        sharing_numbers: set[int] = set()
        for trace in {trace for token in tokens for trace in get_variants(token)}:
            numbers = self._by_trace.get(trace, ())
            if len(numbers) <= MAX_SHARING:
                sharing_numbers.update(numbers)
        return sharing_numbers

    def _looks_like(self, key: str, number: int) -> bool:
        other = self._names[number][2]
        matcher = SequenceMatcher(None, key, other, autojunk=False)
        return (
            get_digits(key) == get_digits(other)
            and matcher.real_quick_ratio() >= NEAR
            and matcher.quick_ratio() >= NEAR
            and matcher.ratio() >= NEAR
        )


@dataclass(slots=True)
class _Box:
    """Whom a line is compared with: members by folded names, who sits in the event, the lines before."""

    ids: Mapping[str, int]
    names: _NameIndex
    seats: Mapping[int, tuple[str, int]]
    lines: set[frozenset[str]] = field(default_factory=set)
    people: set[str] = field(default_factory=set)

    def add(self, players: Sequence[str]) -> None:
        """One more line."""
        keys = frozenset(map(folded, players))
        self.lines.add(keys)
        self.people |= keys
        for player in players:
            self.names.add(player)

    def standing(self, players: Sequence[str]) -> tuple[Standing, tuple[str, ...]]:
        """What a line of these players means, and who of them sits elsewhere."""
        keys = frozenset(map(folded, players))
        if keys in self.lines:
            return Standing.REPEATED, ()
        seats = [self.seats.get(self.ids.get(folded(name), 0)) for name in players]
        if set(seats) == {seats[0]} and seats[0] is not None and seats[0][0] == _kind(players):
            return Standing.ENTERED, ()
        sits = tuple(
            name for name, seat in zip(players, seats, strict=True) if seat or folded(name) in self.people
        )
        if sits:
            return Standing.SITS, sits
        return (Standing.MEMBER if all(key in self.ids for key in keys) else Standing.NEW), ()


def read(
    text: str,
    members: Mapping[int, str],
    entered: Iterable[int] = (),
    paired: Mapping[int, int] | None = None,
    elsewhere: Sequence[str] = (),
) -> tuple[Line, ...]:
    """The lines of a pasted text, blank ones left out. "Anna Rossi / Bruno Bianchi" is a pair.

    Beside a name may stand club, country, rating and family, as `particulars_text` reads them.

    `members` are the players the club knows (id -> name), `entered` the ids that play alone in the event and
    `paired` those that play in a pair, with the number of its entry. Leading numbers and bullets go, spaces
    are tidied. A name equal to a member's but for case, accents and punctuation is that member. Names that
    look like another one, or like a part of it, carry it in `near`; they are not refused.
    """
    ids = {folded(name): player for player, name in members.items()}
    seats = {player: (ALONE, player) for player in entered}
    seats |= {player: (TOGETHER, number) for player, number in (paired or {}).items()}
    box = _Box(ids, _NameIndex([*members.values(), *elsewhere]), seats)
    entry_lines: list[Line] = []
    rows = particulars_text.rows(
        enumerate(text.splitlines(), start=1), lambda name: folded(tidy(name)) in ids
    )
    for row in rows:
        players = [tidy(part) for part in tidy(row.name).split(SLASH)]
        if any(players):
            entry_lines.append(replace(_line(row.number, players, box), about=row.about))
            box.add(players)
    return tuple(entry_lines)


def fitting(lines: Iterable[Line], *, pairs: bool) -> tuple[Line, ...]:
    """The lines of an event that takes only pairs, or only single players; the other kind is wrong."""
    return tuple(
        replace(line, standing=Standing.NOT_TAKEN) if line.is_taken and bool(line.members) != pairs else line
        for line in lines
    )


def tidy(raw: str) -> str:
    """A name without its list number, bullet, stray spaces and control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in raw.replace("\t", " "))
    return " ".join(BULLET.sub("", NUMBERED.sub("", printable)).split())


def folded(name: str) -> str:
    """A name as it is compared: without case, accents, punctuation and order of blanks."""
    plain = name if name.isascii() else _without_accents(name)
    return (
        " ".join("".join(letter if letter.isalnum() else " " for letter in plain.casefold()).split()) or name
    )


def _spellings(name: str) -> set[str]:
    """A name folded, and folded as it looks where other scripts have letters like the Latin ones."""
    return {folded(name), folded(latinise(name))}


def _without_accents(name: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)
    )


def _line(number: int, players: Sequence[str], box: _Box) -> Line:
    name = PAIR_SEPARATOR.join(players)
    if any(len(player) > LONGEST for player in players):
        return Line(number, name, Standing.TOO_LONG)
    if len(players) > 2 or "" in players or len(set(map(folded, players))) < len(players):
        return Line(number, name, Standing.NOT_TWO)
    standing, sits = box.standing(players)
    halves = tuple(_half(number, player, box) for player in players)
    if len(halves) == 1:
        near = halves[0].near if standing is Standing.NEW else ()
        return Line(number, name, standing, halves[0].player, near, sits=sits)
    near = tuple(dict.fromkeys(near_name for half in halves for near_name in half.near))
    return Line(number, name, standing, near=near, members=halves, sits=sits)


def _half(number: int, name: str, box: _Box) -> Line:
    key = folded(name)
    player = box.ids.get(key)
    if player is not None:
        return Line(number, name, Standing.MEMBER, player)
    return Line(number, name, Standing.NEW, near=box.names.near(name))


def _kind(players: Sequence[str]) -> str:
    return ALONE if len(players) == 1 else TOGETHER
