"""Spellings of one person, and the public form of a name."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

STRICTNESS_ORDER = "full", "initial", "code"
PAIR_SEPARATOR = " / "
LONGEST_NAME = 120
LONGEST_PAIR = 2 * LONGEST_NAME + len(PAIR_SEPARATOR)


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


def map_canonical_players(merges: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    """Who shows for whom after merges (kept, absorbed) in their order; whoever is alone is left out.

    A merge takes in everybody who was one with the absorbed one by then, and shows the face of the kept one.
    """
    canonical: dict[int, int] = {}
    for kept_key, absorbed in merges:
        canonical_key, absorbed_key = canonical.get(kept_key, kept_key), canonical.get(absorbed, absorbed)
        for player in [
            absorbed_key,
            *(player for player, previous in canonical.items() if previous == absorbed_key),
        ]:
            canonical[player] = canonical_key
        canonical[canonical_key] = canonical_key
    return canonical


def map_canonical_pairs(
    pairs: Mapping[int, tuple[int, int]], canonical: Mapping[int, int]
) -> Mapping[int, int]:
    """Which pair shows for which, where persons show as `shown`; a pair that is alone is left out.

    Pairs are one when their members are. The one whose members show for themselves stands for them, or else
    the oldest.
    """
    alike: dict[frozenset[int], list[int]] = {}
    for pair in sorted(pairs):
        alike.setdefault(frozenset(canonical.get(member, member) for member in pairs[pair]), []).append(pair)
    canonical_pairs = {
        pair for pair, two in pairs.items() if all(canonical.get(member, member) == member for member in two)
    }
    return {
        pair: next((key for key in together if key in canonical_pairs), together[0])
        for together in alike.values()
        if len(together) > 1
        for pair in together
    }


def get_strictest_choice(choices: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The most careful of several (shown, code name), the first among equals."""
    return max(choices, key=lambda choice: STRICTNESS_ORDER.index(choice[0]))


def get_shown_name(full_name: str, shown: str, code_name: str) -> str:
    """The name everybody may read: "Anna Maria Bianchi", "Anna B." or the code name. One word stays as it is.

    "Bianchi, Anna" is told by its comma.
    """
    if shown == Shown.CODE:
        return code_name
    if shown == Shown.FULL:
        return full_name
    last, comma, first = full_name.partition(",")
    names = [*first.split(), *last.split()] if comma and first.strip() else full_name.split()
    if len(names) < 2:
        return full_name
    initial = names[len(first.split())] if comma and first.strip() else names[-1]
    return f"{names[0]} {initial[0]}."


def format_pair_name(first: str, second: str) -> str:
    """What a pair is called: "Anna Rossi / Bruno Bianchi"."""
    return f"{first}{PAIR_SEPARATOR}{second}"
