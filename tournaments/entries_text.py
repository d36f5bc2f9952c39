"""Names pasted into the entry box, read line by line and compared with whom the club knows. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.):\-\t]\s*|^\s*\d{1,3}\s+(?=\S)")
BULLET = re.compile(r"^\s*[-*•–]\s*")
NEAR = 0.86
LONGEST = 120


class Standing(StrEnum):
    """What a line means."""

    MEMBER = "member"
    NEW = "new"
    ENTERED = "entered"
    REPEATED = "repeated"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the box: `name` as it would be entered, the member it is (his id), look-alikes by name."""

    number: int
    name: str
    standing: Standing
    player: int | None = None
    near: tuple[str, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether entering the box enters this line."""
        return self.standing in {Standing.MEMBER, Standing.NEW}


def read(
    text: str, members: Mapping[int, str], entered: Iterable[int] = (), elsewhere: Sequence[str] = ()
) -> tuple[Line, ...]:
    """The lines of a pasted text, blank ones left out.

    `members` are the players the club knows (id -> name) and `entered` the ids already in the event.
    Leading numbers and bullets go, spaces are tidied. A name equal to a member's but for case, accents and
    punctuation is that member. Names that look like another one carry it in `near`; they are not refused.
    """
    known = {folded(name): player for player, name in members.items()}
    already, seen = set(entered), set[str]()
    found: list[Line] = []
    names = [*members.values(), *elsewhere]
    for number, raw in enumerate(text.splitlines(), start=1):
        name = tidy(raw)
        if name:
            found.append(_line(number, name, known, already, seen, [*names, *(line.name for line in found)]))
            seen.add(folded(name))
    return tuple(found)


def tidy(raw: str) -> str:
    """A name without its list number, bullet, stray spaces and control characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in raw.replace("\t", " "))
    return " ".join(BULLET.sub("", NUMBERED.sub("", printable)).split())


def folded(name: str) -> str:
    """A name as it is compared: without case, accents, punctuation and order of blanks."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)
    )
    return (
        " ".join("".join(letter if letter.isalnum() else " " for letter in plain.casefold()).split()) or name
    )


def _line(
    number: int, name: str, known: Mapping[str, int], already: set[int], seen: set[str], names: Sequence[str]
) -> Line:
    key = folded(name)
    player = known.get(key)
    if len(name) > LONGEST:
        return Line(number, name, Standing.TOO_LONG)
    if key in seen:
        return Line(number, name, Standing.REPEATED, player)
    if player is not None:
        return Line(number, name, Standing.ENTERED if player in already else Standing.MEMBER, player)
    return Line(number, name, Standing.NEW, near=_near(key, names))


def _near(key: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(name for name in names if key != folded(name) and _looks_like(key, folded(name)))
    )


def _looks_like(one: str, other: str) -> bool:
    if sorted(one.split()) == sorted(other.split()):
        return True
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR and matcher.ratio() >= NEAR
