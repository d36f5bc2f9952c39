"""Which column of a record is which player: names are compared first, the score decides when they do not."""

import unicodedata
from difflib import SequenceMatcher

Names = tuple[str, str]
Score = tuple[int, int]
CLEAR = 0.25
# Below this two names only happen to share letters, as Alice and Fabio do.
RELATED = 0.6


def likeness(one: str, other: str) -> float:
    """How alike two spellings of a name are, from 0 to 1; order of words, case and accents do not matter."""
    first, second = plain(one), plain(other)
    if not first or not second:
        return 0.0
    if (
        first == second
        or set(first.split()) <= set(second.split())
        or set(second.split()) <= set(first.split())
    ):
        return 1.0
    return SequenceMatcher(None, first, second).ratio()


def is_swapped_by_names(record: Names, seats: Names) -> bool | None:
    """Whether the record names the players the other way round than they sit; None when names do not tell."""
    straight = _related(record[0], seats[0]) + _related(record[1], seats[1])
    crossed = _related(record[0], seats[1]) + _related(record[1], seats[0])
    return crossed > straight if abs(straight - crossed) >= CLEAR else None


def is_swapped_by_score(record: Score | None, seats: Score | None) -> bool:
    """Whether only the crossed reading of the record gives the score that stands."""
    return record is not None and seats is not None and record != seats and record == seats[::-1]


def _related(one: str, other: str) -> float:
    found = likeness(one, other)
    return found if found >= RELATED else 0.0


def plain(name: str) -> str:
    """A name as it is compared: its words without case, accents and punctuation, in the order of letters."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(
        letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter)
    )
    return " ".join(sorted(kept.split()))
