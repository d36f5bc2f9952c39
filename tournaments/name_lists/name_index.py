"""Names of a list, indexed by their parts to find similar ones. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Set

from matches.first_names import FirstNameIndex
from matches.names import MAX_SHARING, are_similar, fold_name, get_variants, latinise
from matches.short_names import ShortNameIndex


class NameIndex:
    """Names indexed by their parts, so that a name is compared only with similar candidates."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: list[tuple[str, str, str]] = []
        self._numbers_by_token: defaultdict[str, set[int]] = defaultdict(set)
        self._by_trace: defaultdict[str, list[int]] = defaultdict(list)
        self._short_names = ShortNameIndex[int]({})
        self._first_names = FirstNameIndex[int]({})
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a name by its spelling and its Latin lookalike spelling."""
        key = fold_name(name)
        for spelling in _spellings(name):
            self._add(name, key, spelling)

    def _add(self, name: str, key: str, spelling: str) -> None:
        number = len(self._names)
        self._names.append((name, key, spelling))
        self._short_names.add(number, spelling)
        self._first_names.add(number, name)
        for token in set(spelling.split()):
            self._numbers_by_token[token].add(number)
            for trace in get_variants(token):
                self._by_trace[trace].append(number)

    def near(self, name: str) -> tuple[str, ...]:
        """Return the names, in order, which contain or resemble a name, or of which it is a short form.

        A name with another form of the first name resembles it: "Jon Rossi" and "Jonathan Rossi".
        """
        key = fold_name(name)
        numbers = {number for spelling in _spellings(name) for number in self._like(spelling, name)}
        numbers.update(self._short_names.find_full_names(name))
        numbers.update(self._first_names.find_other_forms(name))
        names = (self._names[number] for number in sorted(numbers))
        return tuple(dict.fromkeys(other for other, other_key, _ in names if other_key != key))

    def _like(self, spelling: str, name: str) -> set[int]:
        tokens = spelling.split()
        longer = (
            set.intersection(*(self._numbers_by_token.get(token, set()) for token in tokens))
            if tokens
            else set()
        )
        return longer | {number for number in self._sharing(tokens) if self._is_similar(name, number)}

    def _sharing(self, tokens: Iterable[str]) -> set[int]:
        """Return the numbers of names that share a part, exactly or but for one letter."""
        sharing_numbers: set[int] = set()
        for trace in {trace for token in tokens for trace in get_variants(token)}:
            numbers = self._by_trace.get(trace, ())
            if len(numbers) <= MAX_SHARING:
                sharing_numbers.update(numbers)
        return sharing_numbers

    def _is_similar(self, name: str, number: int) -> bool:
        other, key, spelling = self._names[number]
        return are_similar(name, other) and not self._is_of_several(spelling, {key, fold_name(name)})

    def _is_of_several(self, spelling: str, keys: Set[str]) -> bool:
        """Return whether a name of one part, such as "Anna", is in longer names than these (keys)."""
        if " " in spelling:
            return False
        numbers = self._numbers_by_token.get(spelling, set())
        return any(" " in self._names[number][2] and self._names[number][1] not in keys for number in numbers)


def _spellings(name: str) -> set[str]:
    """Return a name folded, and folded after replacing lookalike letters of other scripts by Latin ones."""
    return {fold_name(name), fold_name(latinise(name))}
