"""Spellings of one person: which of them are one, and how a name is shown to everybody. Pure values."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

STRICTER = "full", "initial", "code"
BETWEEN = " / "
LONGEST_NAME = 120
LONGEST_PAIR = 2 * LONGEST_NAME + len(BETWEEN)


class Kind(StrEnum):
    """Who stands under one name: one or two who sit at a board together, or a team, which sits at several."""

    PERSON = "person"
    PAIR = "pair"
    TEAM = "team"


class Shown(StrEnum):
    """What everybody may read of a person: the full name, first name and initial, or a code name."""

    FULL = "full"
    INITIAL = "initial"
    CODE = "code"


def faces(merges: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    """Who shows for whom after merges (kept, absorbed) in their order; whoever is alone is left out.

    A merge takes in everybody who was one with the absorbed one by then, and shows the face of the kept one.
    """
    shown: dict[int, int] = {}
    for kept, absorbed in merges:
        face, gone = shown.get(kept, kept), shown.get(absorbed, absorbed)
        for player in [gone, *(player for player, old in shown.items() if old == gone)]:
            shown[player] = face
        shown[face] = face
    return shown


def faces_of_pairs(pairs: Mapping[int, tuple[int, int]], shown: Mapping[int, int]) -> Mapping[int, int]:
    """Which pair shows for which, where persons show as `shown`; a pair that is alone is left out.

    Pairs are one when their members are. The one whose members show for themselves stands for them, or else
    the oldest.
    """
    alike: dict[frozenset[int], list[int]] = {}
    for pair in sorted(pairs):
        alike.setdefault(frozenset(shown.get(member, member) for member in pairs[pair]), []).append(pair)
    own = {pair for pair, two in pairs.items() if all(shown.get(member, member) == member for member in two)}
    return {
        pair: next((one for one in together if one in own), together[0])
        for together in alike.values()
        if len(together) > 1
        for pair in together
    }


def strictest(choices: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The most careful of several (shown, code name), the first among equals."""
    return max(choices, key=lambda choice: STRICTER.index(choice[0]))


def shown_name(full_name: str, shown: str, code_name: str) -> str:
    """The name everybody may read: "Anna Maria Bianchi", "Anna B." or the code name. One word stays as it is.

    "Bianchi, Anna" is told by its comma.
    """
    if shown == Shown.CODE:
        return code_name
    if shown == Shown.FULL:
        return full_name
    last, comma, first = full_name.partition(",")
    words = [*first.split(), *last.split()] if comma and first.strip() else full_name.split()
    if len(words) < 2:
        return full_name
    initial = words[len(first.split())] if comma and first.strip() else words[-1]
    return f"{words[0]} {initial[0]}."


def pair_name(first: str, second: str) -> str:
    """What a pair is called: "Anna Rossi / Bruno Bianchi"."""
    return f"{first}{BETWEEN}{second}"
