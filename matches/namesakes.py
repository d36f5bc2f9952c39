"""Which names of a long list may be two spellings of one person. Pure values."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from matches.likeness import likeness, plain

# Nobody asked, so only what is very much alike is worth a question.
NEAR = 0.88
SHORT = 3

Two = tuple[int, int]


def near(names: Mapping[int, str]) -> list[Two]:
    """The keys of names that may be one person's, the most alike first, each two with the lower key first.

    A single word is pointed at only when it fits one longer name alone: the Anna of a club with two Annas
    may be either. A number tells two names apart. The names compared are those that share a word, or a word
    but for one letter.
    """
    words = {key: plain(name).split() for key, name in names.items()}
    found = {
        (one, other): likeness(names[one], names[other])
        for one, other in _worth_a_look(words)
        if _figures(names[one]) == _figures(names[other])
    }
    alike = [two for two, share in found.items() if share >= NEAR]
    alone = _fitting_often(alike, words)
    kept = [two for two in alike if not alone.intersection(two)]
    return sorted(kept, key=lambda two: (-found[two], two))


def _worth_a_look(words: Mapping[int, list[str]]) -> set[Two]:
    sharing: defaultdict[str, list[int]] = defaultdict(list)
    for key, spelled in words.items():
        for trace in {trace for word in spelled for trace in _traces(word)}:
            sharing[trace].append(key)
    return {two for keys in sharing.values() for two in combinations(sorted(keys), 2)}


def _traces(word: str) -> Iterator[str]:
    """The word, and what is left of a longer one without any of its letters."""
    yield word
    if len(word) > SHORT:
        yield from (word[:place] + word[place + 1 :] for place in range(len(word)))


def _figures(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())


def _fitting_often(alike: Iterable[Two], words: Mapping[int, list[str]]) -> set[int]:
    """Single words that are a part of several longer names."""
    fits: defaultdict[int, int] = defaultdict(int)
    for one, other in alike:
        for short, long in ((one, other), (other, one)):
            fits[short] += len(words[short]) == 1 < len(words[long])
    return {key for key, count in fits.items() if count > 1}
