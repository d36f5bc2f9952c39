"""Search of a list of names for pairs that may be two spellings of one person."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from matches.name_similarity import compare_names, latinise, normalise_name

# Nobody asked, so only what is very much alike is worth a question.
MIN_LIKENESS = 0.88
SHORT_LENGTH = 3
# A word that more names have, as a first name in a large club, does not make two of them worth comparing.
MAX_SHARING = 30

KeyPair = tuple[int, int]


def find_similar_pairs(names: Mapping[int, str]) -> list[KeyPair]:
    """The keys of names that may be one person's, the most alike first, each two with the lower key first.

    A single word is pointed at only when it fits one longer name alone: the Anna of a club with two Annas
    may be either. A number tells two names apart. The names compared are those that share a word, or a word
    but for one letter, which at most `MAX_SHARING` of them have.
    """
    tokens = {key: normalise_name(name).split() for key, name in names.items()}
    shares = {
        (one, other): compare_names(names[one], names[other])
        for one, other in _get_candidate_pairs(names)
        if get_digits(names[one]) == get_digits(names[other])
    }
    alike = [two for two, share in shares.items() if share >= MIN_LIKENESS]
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
    """The word, and what is left of a longer one without any of its letters."""
    yield token
    if len(token) > SHORT_LENGTH:
        yield from (token[:place] + token[place + 1 :] for place in range(len(token)))


def get_digits(name: str) -> str:
    """The digits of a name: a number tells two names apart."""
    return "".join(letter for letter in name if letter.isdigit())


def _get_ambiguous_keys(alike: Iterable[KeyPair], tokens: Mapping[int, list[str]]) -> set[int]:
    """Single words that are a part of several longer names."""
    fits: defaultdict[int, int] = defaultdict(int)
    for one, other in alike:
        for short, long in ((one, other), (other, one)):
            fits[short] += len(tokens[short]) == 1 < len(tokens[long])
    return {key for key, count in fits.items() if count > 1}
