"""Short names of people: a surname with initials, such as "Rossi G." or "A.M. Cossutta", or a part alone."""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from matches.names import NAME_SUFFIXES, fold_name, sort_name_parts
from matches.plain_letters import strip_accents

Key = TypeVar("Key", bound=Hashable)

HINT = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
TOKEN = re.compile(r"[^\W_]+\.?")
# A part with a dot behind it is shortened if it has at most this many letters: "Th." and "Giov.".
LONGEST_SHORTENED = 4
# What tells father and son apart in lists, beside the usual suffixes.
GENERATIONS = NAME_SUFFIXES | {"sen", "senior", "jun", "junior"}


class NameParts(NamedTuple):
    """The whole parts of a name and the shortened ones, folded, without hints in brackets."""

    whole: tuple[str, ...]
    shortened: tuple[str, ...]


def split_short_name(name: str) -> NameParts:
    """Return the parts of a name: "Rossi G. (sen.)" has the whole part "rossi" and the shortened one "g"."""
    whole: list[str] = []
    shortened: list[str] = []
    tokens = TOKEN.findall(strip_accents(HINT.sub("", name)).casefold())
    for token in tokens:
        letters = token.rstrip(".")
        if letters in GENERATIONS and len(tokens) > 1:
            continue
        has_few_letters = len(letters) == 1 or (letters != token and len(letters) <= LONGEST_SHORTENED)
        is_short = has_few_letters and letters.isalpha()
        (shortened if is_short else whole).append(letters)
    return NameParts(tuple(whole), tuple(shortened))


class ShortNameIndex(Generic[Key]):
    """Names by their parts, to find those of which another name is a short form."""

    def __init__(self, names: Mapping[Key, str]) -> None:
        self._tokens: dict[Key, tuple[str, ...]] = {}
        self._names: dict[Key, str] = {}
        self._keys_by_token: defaultdict[str, dict[Key, None]] = defaultdict(dict)
        for key, name in names.items():
            self.add(key, name)

    def add(self, key: Key, name: str) -> None:
        """Add a name under its key."""
        self._names[key] = fold_name(name)
        self._tokens[key] = tuple(sort_name_parts(HINT.sub("", name)).split())
        for token in self._tokens[key]:
            self._keys_by_token[token][key] = None

    def find_full_names(self, name: str) -> list[Key]:
        """Return the keys of the names of which this one can be a short form, in their order.

        Each of its parts is a part of the name or the beginning of another one, in any order, and it has
        fewer letters. A name of initials only is no short form.
        """
        parts = split_short_name(name)
        if not parts.whole:
            return []
        by_token = [self._keys_by_token.get(token, {}) for token in parts.whole]
        folded = fold_name(name)
        return [
            key
            for key in min(by_token, key=len)
            if all(key in keys for keys in by_token)
            and self._names[key] != folded
            and is_short_form(parts, self._tokens[key])
        ]


def is_short_form(parts: NameParts, tokens: Iterable[str]) -> bool:
    """Return whether a name of these parts can be a short form of a name with these folded parts."""
    remaining = Counter(tokens)
    remaining.subtract(parts.whole)
    if min(remaining.values(), default=0) < 0:
        return False
    others = list(remaining.elements())
    shortened = sorted(parts.shortened, key=len, reverse=True)
    is_shorter = sum(map(len, shortened)) < sum(map(len, others))
    return is_shorter and _fit_beginnings(shortened, others)


def _fit_beginnings(shortened: list[str], tokens: list[str]) -> bool:
    """Return whether each of the shortened parts is the beginning of a part of its own."""
    if not shortened:
        return True
    first, rest = shortened[0], shortened[1:]
    return any(
        token.startswith(first) and _fit_beginnings(rest, [*tokens[:place], *tokens[place + 1 :]])
        for place, token in enumerate(tokens)
    )
