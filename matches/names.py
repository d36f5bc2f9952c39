"""Names of players: equality and similarity, canonical spellings after merges, the public form of a name."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from itertools import combinations

from matches.plain_letters import strip_accents

Names = tuple[str, str]
Score = tuple[int, int]
# The two orders of a record's names must differ by this much for the names to decide.
MIN_DIFFERENCE = 0.25
# Names less similar than this share letters only by chance, as Alice and Fabio do.
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
    share = _compare_sorted(sort_name_parts(one), sort_name_parts(other))
    if share == 1 or (one.isascii() and other.isascii()):
        return share
    return max(share, _compare_sorted(sort_name_parts(latinise(one)), sort_name_parts(latinise(other))))


def latinise(name: str) -> str:
    """Replace Cyrillic and Greek letters by indistinguishable Latin ones, for comparison only."""
    return name if name.isascii() else unicodedata.normalize("NFKD", name).translate(LATIN)


def _compare_sorted(first: str, second: str) -> float:
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
    """Whether the record names the players in reverse order; None if the names do not decide it."""
    orders = [tuple(map(fold_name, names)) for names in (record, record[::-1], seats)]
    if orders[2] in orders[:2] and orders[0] != orders[1]:
        # They are spelled alike, however similar they are to each other.
        return orders[1] == orders[2]
    straight = _compare_similar(record[0], seats[0]) + _compare_similar(record[1], seats[1])
    crossed = _compare_similar(record[0], seats[1]) + _compare_similar(record[1], seats[0])
    return crossed > straight if abs(straight - crossed) >= MIN_DIFFERENCE else None


def is_swapped_by_score(record: Score | None, seats: Score | None) -> bool:
    """Whether the record gives the current score only when its columns are swapped."""
    return record is not None and seats is not None and record != seats and record == seats[::-1]


def _compare_similar(one: str, other: str) -> float:
    share = compare_names(one, other)
    return share if share >= MIN_LIKENESS else 0.0


def sort_name_parts(name: str) -> str:
    """Return a name for comparison: its parts sorted, without case, accents and punctuation."""
    letters = strip_accents(name).casefold()
    letters_only = "".join(letter if letter.isalnum() else " " for letter in letters)
    return " ".join(sorted(letters_only.split()))


def fold_name(name: str) -> str:
    """Return a name without case, accents and punctuation; a list takes equal ones as one player.

    The order of the tokens counts, unlike in `sort_name_parts`.
    """
    plain = strip_accents(name).casefold()
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split()) or name


def get_sort_key(name: str) -> tuple[str, str]:
    """Return the key by which lists of names are sorted: "Łukasz" stands among the names with L."""
    return strip_accents(name).casefold(), name


def make_search_pattern(letters: str) -> str:
    """Return a regular expression, for any database, of names that contain these letters when folded."""
    folded = fold_name(letters)
    pattern, place = "", 0
    while place < len(folded):
        pair, letter = folded[place : place + 2], folded[place]
        if len(pair) == 2 and pair in _get_spellings():
            pattern += f"(?:{_any_of(pair[0])}{_any_of(pair[1])}|[{_get_spellings()[pair]}])"
            place += 2
        else:
            pattern += _any_of(letter)
            place += 1
    return pattern


def _any_of(letter: str) -> str:
    if letter == " ":
        return r"\W+"
    spellings = _get_spellings().get(letter, "")
    return f"[{letter}{spellings}]" if letter.isalnum() else re.escape(letter)


@cache
def _get_spellings() -> Mapping[str, str]:
    """Return the accented letters of each plain letter, and of pairs such as "ae"."""
    spellings: defaultdict[str, str] = defaultdict(str)
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        letter = chr(code)
        plain = strip_accents(letter).casefold()
        if letter.isalpha() and plain.isascii() and len(plain) <= 2:
            spellings[plain] += letter
    return dict(spellings)


# Merge suggestions are unsolicited, so only very similar names are suggested.
PAIR_MIN_LIKENESS = 0.88
# Tokens of at most this many letters are compared only as they are, without variants.
SHORT_LENGTH = 3
# Names that share only a token with more names than this (a common first name) are not compared.
MAX_SHARING = 30

KeyPair = tuple[int, int]


def are_similar(one: str, other: str) -> bool:
    """Return whether two names may be one person's.

    This is the only rule for it: of the lists of members, entries and results, of the entry box, and of the
    suggestions of duplicate players. Order, case and accents do not matter, a part that is missing neither,
    and figures have to be the same.
    """
    return _measure_likeness(one, other) >= PAIR_MIN_LIKENESS


def _measure_likeness(one: str, other: str) -> float:
    """Return the similarity of two names, 0 for those with different figures."""
    return compare_names(one, other) if get_digits(one) == get_digits(other) else 0.0


def find_similar_pairs(names: Mapping[int, str]) -> list[KeyPair]:
    """Return pairs of keys whose names are similar (`are_similar`), most similar first, lower key first.

    A name of one token is paired only if it fits exactly one longer name: "Anna" in a club with two Annas may
    be either. Names with different digits are never paired. To limit the work, only names that share a token,
    or a token that differs by one letter, are compared, and only tokens that at most `MAX_SHARING` names
    have.
    """
    tokens = {key: sort_name_parts(name).split() for key, name in names.items()}
    shares = {
        (one, other): _measure_likeness(names[one], names[other])
        for one, other in _get_candidate_pairs(names)
    }
    similar_pairs = [pair for pair, share in shares.items() if share >= PAIR_MIN_LIKENESS]
    ambiguous_keys = _get_ambiguous_keys(similar_pairs, tokens)
    results = [pair for pair in similar_pairs if not ambiguous_keys.intersection(pair)]
    return sorted(results, key=lambda pair: (-shares[pair], pair))


def _get_candidate_pairs(names: Mapping[int, str]) -> set[KeyPair]:
    keys_by_text: defaultdict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        spellings = {sort_name_parts(name), sort_name_parts(latinise(name))}
        tokens = {token for spelling in spellings for token in spelling.split()}
        for text in {*spellings, *(variant for token in tokens for variant in get_variants(token))}:
            keys_by_text[text].append(key)
    groups = (keys for keys in keys_by_text.values() if len(keys) <= MAX_SHARING)
    return {pair for keys in groups for pair in combinations(sorted(keys), 2)}


def get_variants(token: str) -> Iterator[str]:
    """Return the token and, if it is long enough, its variants with one letter removed."""
    yield token
    if len(token) > SHORT_LENGTH:
        yield from (token[:place] + token[place + 1 :] for place in range(len(token)))


def get_digits(name: str) -> str:
    """Return the digits of a name; names with different digits are different people ("Anna 2")."""
    return "".join(letter for letter in name if letter.isdigit())


def _get_ambiguous_keys(similar_pairs: Iterable[KeyPair], tokens: Mapping[int, list[str]]) -> set[int]:
    """Return the keys of single-token names that are part of several longer names."""
    fits: defaultdict[int, int] = defaultdict(int)
    for one, other in similar_pairs:
        for short, long in ((one, other), (other, one)):
            fits[short] += len(tokens[short]) == 1 < len(tokens[long])
    return {key for key, count in fits.items() if count > 1}


# Choices of `Shown`, the one that hides the most of a name last.
STRICTNESS_ORDER = "full", "initial", "code"
PAIR_SEPARATOR = " / "
LONGEST_NAME = 120
LONGEST_PAIR = 2 * LONGEST_NAME + len(PAIR_SEPARATOR)
# The longest distinction of a person, and of a pair: those of both members, separated by a character that no
# name contains, or "" if neither has one.
LONGEST_DISTINCTION = 40
DISTINCTION_SEPARATOR = "\n"
LONGEST_PAIR_DISTINCTION = 2 * LONGEST_DISTINCTION + len(DISTINCTION_SEPARATOR)
LONGEST_SHOWN_NAME = LONGEST_PAIR + 2 * (LONGEST_DISTINCTION + len(" ()"))


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
    """Map the keys of merged players to the key of their canonical player.

    `merges` are (remaining, absorbed) keys in the order of the merges. A merge includes every player that was
    merged with the absorbed one before; the canonical player of the remaining one is kept. Players that were
    never merged are left out.
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
    """Map the keys of pairs with the same two persons to the key of their canonical pair.

    `pairs` are the keys of the two members, `canonical` the result of `map_canonical_players`. Canonical is
    the pair whose members are canonical, else the oldest. A pair that no other equals is left out.
    """
    equal_pairs: dict[frozenset[int], list[int]] = {}
    for pair in sorted(pairs):
        equal_pairs.setdefault(frozenset(canonical.get(member, member) for member in pairs[pair]), []).append(
            pair
        )
    canonical_pairs = {
        pair
        for pair, members in pairs.items()
        if all(canonical.get(member, member) == member for member in members)
    }
    return {
        pair: next((key for key in group if key in canonical_pairs), group[0])
        for group in equal_pairs.values()
        if len(group) > 1
        for pair in group
    }


def get_strictest_choice(choices: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return the (shown, code name) choice that hides the most of a name; the first of equal ones."""
    return max(choices, key=lambda choice: STRICTNESS_ORDER.index(choice[0]))


def add_distinction(name: str, distinction: str) -> str:
    """Return a name followed by what tells its bearer from another of that name: "Anna Rossi (Roma)".

    In the name of a pair it follows the member it is of: "Anna Rossi (Roma) / Bo Jensen".
    """
    if DISTINCTION_SEPARATOR in distinction:
        return _change_members(name, distinction, add_distinction)
    return f"{name} ({distinction})" if distinction else name


def remove_distinction(name: str, distinction: str) -> str:
    """Return a name without its distinction, as it was before `add_distinction`."""
    if DISTINCTION_SEPARATOR in distinction:
        return _change_members(name, distinction, remove_distinction)
    return name.removesuffix(add_distinction("", distinction))


def format_pair_distinction(first: str, second: str) -> str:
    """Return the distinction of a pair from those of its members; empty if neither has one."""
    return f"{first}{DISTINCTION_SEPARATOR}{second}" if first or second else ""


def _change_members(name: str, distinction: str, change: Callable[[str, str], str]) -> str:
    (first, _, second), (first_mark, _, second_mark) = (
        name.partition(PAIR_SEPARATOR),
        distinction.partition(DISTINCTION_SEPARATOR),
    )
    return format_pair_name(change(first, first_mark), change(second, second_mark))


def get_shown_name(full_name: str, shown: str, code_name: str, distinction: str = "") -> str:
    """Return the public name: "Anna Maria Bianchi", "Anna B." or the code name.

    The first two are followed by the distinction, if there is one; a code name is of one person only.
    """
    return code_name if shown == Shown.CODE else add_distinction(_shorten_name(full_name, shown), distinction)


def _shorten_name(full_name: str, shown: str) -> str:
    """Return the full name, or first name and initial: "Anna B.", and with particles "Carla De L.".

    A single name stays as it is; a comma marks the surname first, as in "Bianchi, Anna".
    """
    first_names, surname = split_name(full_name)
    if shown == Shown.FULL or not first_names:
        return full_name
    parts = surname.split()
    main_place = next(
        (place for place, part in enumerate(parts[:-1]) if not is_particle(part)), len(parts) - 1
    )
    main_part = parts[main_place]
    joined_particle = JOINED_PARTICLE.match(main_part)
    prefix = joined_particle[0] if joined_particle else ""
    initial = next(filter(str.isalnum, main_part[len(prefix) :]), main_part[0])
    return " ".join((first_names.split()[0], *parts[:main_place], f"{prefix}{initial}."))


# Words before a surname that belong to it, as in "De Luca" and "van der Berg", without apostrophes.
SURNAME_PARTICLES = frozenset(
    (
        *("abu", "af", "al", "am", "av", "ben", "bin", "da", "dagli", "dai", "dal", "dall", "dalla"),
        *("dalle", "dallo", "das", "de", "degli", "dei", "del", "dell", "della", "delle", "dello", "dem"),
        *("den", "der", "des", "di", "do", "dos", "du", "el", "ibn", "il", "la", "las", "le", "li", "lo"),
        *("los", "mac", "mc", "ní", "nic", "ó", "op", "saint", "san", "sant", "santa", "st", "st.", "te"),
        *("ten", "ter", "uí", "van", "vander", "vom", "von", "zu", "zum", "zur"),
    )
)
# A single letter is a particle with its apostrophe only: "John D. Rockefeller" has a middle initial.
ELIDED_PARTICLES = frozenset(("d'", "l'", "o'", "'s", "'t"))
JOINED_PARTICLE = re.compile(r"(?i:[dlo]|dall|dell|sant)['’](?=\w)|Mc(?=[A-Z])")


def get_surname(name: str) -> str:
    """Return the surname of a full name: the last part with its particles and its suffix, if any.

    "Carla De Luca" gives "De Luca", "Bianchi, Anna" gives "Bianchi", "Sam Davis Jr." gives "Davis Jr.". A
    single name stays as it is, and so does one with a mere initial, "Anna B.".
    """
    surname = split_name(name)[1]
    return name if SHORTENED_NAME.search(name) else surname


SHORTENED_NAME = re.compile(r" (?:\w+['’]|Mc)?\w\.$")


def get_initials(name: str) -> str:
    """Return the initials of a player, "CD" of "Carla De Luca", or of the surnames of a pair; two at most."""
    members = name.split(PAIR_SEPARATOR)
    parts = [get_surname(member) for member in members] if len(members) > 1 else split_name(name)
    letters = [next(filter(str.isalnum, part), "").upper() for part in parts]
    return "".join(letters[:2])


def get_surnames(public_name: str) -> str:
    """Return the surname of a player, or both surnames of a pair, for narrow lines.

    The distinction of a namesake stays behind it: "Rossi (Roma)".
    """
    return PAIR_SEPARATOR.join(map(_get_distinct_surname, public_name.split(PAIR_SEPARATOR)))


def get_short_names(one: Names, other: Names) -> Names:
    """Return the shortest names that tell two opponents apart, each given by full name and distinction.

    They are the surnames; of two of one surname the full names; of two of one full name those with their
    distinctions. The surnames if nothing tells them apart.
    """
    surnames = get_surnames(one[0]), get_surnames(other[0])
    choices = (surnames, (one[0], other[0]), (add_distinction(*one), add_distinction(*other)))
    return next((names for names in choices if names[0] != names[1]), surnames)


def _get_distinct_surname(name: str) -> str:
    plain_name, parenthesis, distinction = name.rpartition(" (") if name.endswith(")") else (name, "", "")
    return f"{get_surname(plain_name or name)}{parenthesis}{distinction}"


def split_name(name: str) -> Names:
    """Return the first names and the surname; a single name is a surname."""
    last, comma, first = (part.strip() for part in name.partition(","))
    natural_name = put_first_name_first(name)
    if comma and natural_name == f"{first} {last}":
        return first, last
    parts = natural_name.split()
    start = len(parts) - 1
    if start > 0 and parts[start].casefold().strip(".") in NAME_SUFFIXES:
        start -= 1
    while start > 1 and is_particle(parts[start - 1]):
        start -= 1
    return " ".join(parts[: max(start, 0)]), " ".join(parts[max(start, 0) :])


def is_particle(part: str) -> bool:
    """Return whether a part of a name is a particle of the surname, such as "de" or "van"."""
    plain_part = part.casefold().replace("’", "'")
    return plain_part.strip("'") in SURNAME_PARTICLES or plain_part in ELIDED_PARTICLES


# What lists write where a player has no opponent.
BYE_WORDS = frozenset(
    (
        "bye",
        "the bye",
        "a bye",
        "freilos",
        "spielfrei",
        "riposo",
        "turno di riposo",
        "exempt",
        "libre",
        "vrij",
    )
)
# What may follow a comma without being a first name.
NAME_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"))


def is_bye(name: str) -> bool:
    """Return whether a list means a bye, and no person, by this name: "bye", "Freilos" or a dash."""
    text = " ".join(name.casefold().split()).strip("()[]*. ")
    return text in BYE_WORDS or (bool(text) and not text.strip("-–—"))


def put_first_name_first(name: str) -> str:
    """Return a name in natural order: "Rossi, Anna" is "Anna Rossi", and "Davis, Jr." is "Davis Jr."."""
    last, comma, first = (part.strip() for part in name.partition(","))
    if not comma or not first or not last or "," in first:
        return name
    is_suffix = first.casefold().strip(".") in NAME_SUFFIXES
    return f"{last} {first}" if is_suffix else f"{first} {last}"


def format_pair_name(first: str, second: str) -> str:
    """Return the name of a pair: "Anna Rossi / Bruno Bianchi"."""
    return f"{first}{PAIR_SEPARATOR}{second}"
