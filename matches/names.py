"""Names of players: spellings of one person, the public form of a name, similarity."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import combinations

Names = tuple[str, str]
Score = tuple[int, int]
MIN_DIFFERENCE = 0.25
# Below this two names only happen to share letters, as Alice and Fabio do.
MIN_LIKENESS = 0.6
# Cyrillic and Greek letters, each followed by the Latin one that is indistinguishable: those of names, from
# the table confusables.txt of the Unicode standard (UTS 39).
CONFUSABLE = (
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ӏl "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi νv οo ρp υu"
)
LATIN = {ord(pair[0]): pair[1] for pair in CONFUSABLE.split()}


def compare_names(one: str, other: str) -> float:
    """Return the similarity of two spellings of a name, from 0 to 1.

    Order, case and accents do not matter; letters of different scripts that are indistinguishable are
    equal.
    """
    share = _compare_normalised(normalise_name(one), normalise_name(other))
    if share == 1 or (one.isascii() and other.isascii()):
        return share
    return max(share, _compare_normalised(normalise_name(latinise(one)), normalise_name(latinise(other))))


def latinise(name: str) -> str:
    """Replace Cyrillic and Greek letters by indistinguishable Latin ones, for comparison only."""
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
    """Whether the record names the players in reverse order; None when names do not decide."""
    straight = _get_related_share(record[0], seats[0]) + _get_related_share(record[1], seats[1])
    crossed = _get_related_share(record[0], seats[1]) + _get_related_share(record[1], seats[0])
    return crossed > straight if abs(straight - crossed) >= MIN_DIFFERENCE else None


def is_swapped_by_score(record: Score | None, seats: Score | None) -> bool:
    """Whether only the reversed reading of the record gives the current score."""
    return record is not None and seats is not None and record != seats and record == seats[::-1]


def _get_related_share(one: str, other: str) -> float:
    share = compare_names(one, other)
    return share if share >= MIN_LIKENESS else 0.0


def normalise_name(name: str) -> str:
    """Normalise a name for comparison: sorted tokens without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    letters_only = "".join(
        letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter)
    )
    return " ".join(sorted(letters_only.split()))


# Suggestions are unsolicited, so only very similar names are worth a question.
PAIR_MIN_LIKENESS = 0.88
SHORT_LENGTH = 3
# A token that more names share, such as a first name in a large club, does not justify a comparison.
MAX_SHARING = 30

KeyPair = tuple[int, int]


def find_similar_pairs(names: Mapping[int, str]) -> list[KeyPair]:
    """Return pairs of keys whose names may be one person's, the most similar first, lower key first.

    A single token counts only when it fits exactly one longer name: the Anna of a club with two Annas may
    be either. Different numbers keep two names apart. Only names that share a token, or a token but for one
    letter, are compared, and only tokens that at most `MAX_SHARING` names have.
    """
    tokens = {key: normalise_name(name).split() for key, name in names.items()}
    shares = {
        (one, other): compare_names(names[one], names[other])
        for one, other in _get_candidate_pairs(names)
        if get_digits(names[one]) == get_digits(names[other])
    }
    alike = [two for two, share in shares.items() if share >= PAIR_MIN_LIKENESS]
    alone = _get_ambiguous_keys(alike, tokens)
    results = [two for two in alike if not alone.intersection(two)]
    return sorted(results, key=lambda two: (-shares[two], two))


def _get_candidate_pairs(names: Mapping[int, str]) -> set[KeyPair]:
    sharing: defaultdict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        spellings = {normalise_name(name), normalise_name(latinise(name))}
        tokens = {token for spelling in spellings for token in spelling.split()}
        for trace in {*spellings, *(trace for token in tokens for trace in get_variants(token))}:
            sharing[trace].append(key)
    few = (keys for keys in sharing.values() if len(keys) <= MAX_SHARING)
    return {two for keys in few for two in combinations(sorted(keys), 2)}


def get_variants(token: str) -> Iterator[str]:
    """Return the token and, if it is long enough, its variants with one letter removed."""
    yield token
    if len(token) > SHORT_LENGTH:
        yield from (token[:place] + token[place + 1 :] for place in range(len(token)))


def get_digits(name: str) -> str:
    """The digits of a name: a number tells two names apart."""
    return "".join(letter for letter in name if letter.isdigit())


def _get_ambiguous_keys(alike: Iterable[KeyPair], tokens: Mapping[int, list[str]]) -> set[int]:
    """Return the keys of single-token names that are part of several longer names."""
    fits: defaultdict[int, int] = defaultdict(int)
    for one, other in alike:
        for short, long in ((one, other), (other, one)):
            fits[short] += len(tokens[short]) == 1 < len(tokens[long])
    return {key for key, count in fits.items() if count > 1}


STRICTNESS_ORDER = "full", "initial", "code"
PAIR_SEPARATOR = " / "
LONGEST_NAME = 120
LONGEST_PAIR = 2 * LONGEST_NAME + len(PAIR_SEPARATOR)


class NameKind(StrEnum):
    """What a name stands for: a person, a pair at one board, or a team at several."""

    PERSON = "person"
    PAIR = "pair"
    TEAM = "team"


class Shown(StrEnum):
    """How a person's public name is displayed: full name, first name and initial, or code name."""

    FULL = "full"
    INITIAL = "initial"
    CODE = "code"


def map_canonical_players(merges: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    """Map players to canonical players after merges (remaining, absorbed) in order; others are left out.

    A merge takes in all who were merged with the absorbed player by then, and shows the canonical spelling of
    the remaining one.
    """
    canonical: dict[int, int] = {}
    for remaining_key, absorbed in merges:
        canonical_key, absorbed_key = (
            canonical.get(remaining_key, remaining_key),
            canonical.get(absorbed, absorbed),
        )
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
    """Map pairs to canonical pairs, for the canonical persons given; single pairs are left out.

    Pairs are equal when their members are. Canonical is the one whose members are canonical, or else the
    oldest.
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
    """Return the strictest of several (shown, code name), the first among equals."""
    return max(choices, key=lambda choice: STRICTNESS_ORDER.index(choice[0]))


def get_shown_name(full_name: str, shown: str, code_name: str) -> str:
    """Return the public name: "Anna Maria Bianchi", "Anna B." or the code name.

    A single name stays as it is; a comma marks the surname first, as in "Bianchi, Anna".
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
    """Return the name of a pair: "Anna Rossi / Bruno Bianchi"."""
    return f"{first}{PAIR_SEPARATOR}{second}"
