"""Similarity of names, and which player of a match file is which player of the match."""

import unicodedata
from difflib import SequenceMatcher

Names = tuple[str, str]
Score = tuple[int, int]
MIN_DIFFERENCE = 0.25
# Below this two names only happen to share letters, as Alice and Fabio do.
MIN_LIKENESS = 0.6
# Cyrillic and Greek letters, each followed by the Latin one it cannot be told from: those of names, from the
# table confusables.txt of the Unicode standard (UTS 39).
CONFUSABLE = (
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ӏl "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi νv οo ρp υu"
)
LATIN = {ord(pair[0]): pair[1] for pair in CONFUSABLE.split()}


def compare_names(one: str, other: str) -> float:
    """How alike two spellings of a name are, from 0 to 1; order of words, case and accents do not matter.

    Letters of different scripts that look the same are the same.
    """
    share = _compare_normalised(normalise_name(one), normalise_name(other))
    if share == 1 or (one.isascii() and other.isascii()):
        return share
    return max(share, _compare_normalised(normalise_name(latinise(one)), normalise_name(latinise(other))))


def latinise(name: str) -> str:
    """A name with Latin letters for Cyrillic and Greek ones that look the same; to be compared only."""
    return name if name.isascii() else unicodedata.normalize("NFKD", name).translate(LATIN)


def _compare_normalised(first: str, second: str) -> float:
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
    straight = _get_related_share(record[0], seats[0]) + _get_related_share(record[1], seats[1])
    crossed = _get_related_share(record[0], seats[1]) + _get_related_share(record[1], seats[0])
    return crossed > straight if abs(straight - crossed) >= MIN_DIFFERENCE else None


def is_swapped_by_score(record: Score | None, seats: Score | None) -> bool:
    """Whether only the crossed reading of the record gives the score that stands."""
    return record is not None and seats is not None and record != seats and record == seats[::-1]


def _get_related_share(one: str, other: str) -> float:
    share = compare_names(one, other)
    return share if share >= MIN_LIKENESS else 0.0


def normalise_name(name: str) -> str:
    """A name as it is compared: its words without case, accents and punctuation, in the order of letters."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    letters_only = "".join(
        letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter)
    )
    return " ".join(sorted(letters_only.split()))
