"""Names of persons as people write them: order of first name and surname, titles, nicknames, suffixes."""

import re
from typing import NamedTuple

from matches.names import NAME_SUFFIXES, is_particle
from matches.plain_letters import strip_accents
from tournaments.exchange.lists.token_sets import make_tokens

TITLES = make_tokens(
    "dr prof mr mrs ms miss mx sir dame herr frau hr fr m mme mlle sig sigra dott dottssa ing avv rag "
    "sr sra srta don dona bay bayan ir mag dipling mgr rev phdr"
)
# Titles that are also first names or initials, unless a dot follows.
DOTTED_TITLES = make_tokens("m fr don hr sr ir mag rag ing")
NICKNAME = re.compile(r"\s*[\"“„«']([^\"”“»']{2,30})[\"”“»'](?=\s|$)\s*")
HANDLE = re.compile(r"^(?=.*[_\d])[\w.\-]+$|^[a-z][a-z0-9]*[._\-][a-z0-9]+$")
# Behind a name, and the sign before a number: (41), [2], (#41), (no. 41), (Leeds).
BRACKET = re.compile(r"\s*[(\[]\s*([^()\[\]]{1,30}?)\s*[)\]]\s*$")
# Behind one part of a name, what tells people of one name apart: "Vito figlio", "Vito jr.", "Vito 1958".
GENERATION = re.compile(
    r"^([^\W\d_a-z][^\W\d_]+)\s+(padre|figlio|madre|figlia|nonno|nipote|father|son|mother|daughter|"
    r"vater|sohn|mutter|tochter|pere|père|fils|fille|hijo|hija|"
    r"[JSjs]r\.?|[Jj]un\.?|[Ss]en\.?|[Jj]unior|[Ss]enior|(?:19|20)\d\d)$"
)
# The same in brackets, with the short forms of Italian and English lists: "Rossi Vito (p)".
GENERATION_MARKS = {
    **dict.fromkeys(("p", "padre", "father", "vater", "pere", "madre", "mother", "mutter", "mere"), "parent"),
    **dict.fromkeys(
        ("f", "figlio", "figlia", "son", "daughter", "sohn", "tochter", "fils", "fille"), "child"
    ),
    **dict.fromkeys(("hijo", "hija"), "child"),
    **dict.fromkeys(("sr", "snr", "sen", "senior", "elder"), "elder"),
    **dict.fromkeys(("jr", "jnr", "jun", "junior", "younger"), "younger"),
}
NUMBER_SIGN = re.compile(r"^(?:#|n[o.r°º]*\.?)\s*(?=\d)", re.IGNORECASE)
MOST_TOKENS, SURE_CAPITALS = 7, 3


class NameOrder(NamedTuple):
    """The two readings of a name, by which part is the surname: the usual one of its row, and the other.

    `answer` chooses the other one, `is_other` says that it was chosen, `is_asked` that nobody can be sure.
    """

    usual: str
    other: str
    answer: str
    is_other: bool = False
    is_asked: bool = False


class WrittenName(NamedTuple):
    """A name to store, with its parts as far as the text tells them, and its other reading."""

    name: str
    first: str = ""
    last: str = ""
    title: str = ""
    nickname: str = ""
    order: NameOrder | None = None


def read_name(text: str) -> WrittenName:
    """Return the name of a cell: "Young, Derek", "HOLT Peter", "Dr. Alan Whitcombe" in natural order.

    What stands in brackets behind it stays there: "Brown, David (Otley)" is David Brown (Otley).
    """
    plain, bracket = _take_bracket(" ".join(text.split()).strip(" ,;"))
    written = _read_plain_name(plain)
    return written._replace(name=f"{written.name}{bracket}")


def _take_bracket(text: str) -> tuple[str, str]:
    """Return a name and what is in brackets behind it, with the brackets and a space before them."""
    plain, mark = split_bracket(text)
    return (plain.strip(" ,;"), text[len(plain) :]) if mark else (text, "")


def _read_plain_name(text: str) -> WrittenName:
    plain, nickname = _take_nickname(text)
    title, plain = _take_title(plain)
    last, comma, first = (part.strip() for part in plain.partition(","))
    if comma and first and last:
        return _join(first, last, title, nickname)
    first, last = _split_capitals(plain)
    if first and last:
        return _join(first, last, title, nickname)
    return WrittenName(plain, "", "", title, nickname)


def turn_name(name: str) -> WrittenName:
    """Return a name whose surname comes first in natural order: "De Luca Anna Maria" is Anna Maria De Luca.

    The surname is the first part, with the particles before it; what is in brackets stays behind the name.
    """
    plain, bracket = _take_bracket(name)
    tokens = plain.split()
    count = next((place for place, token in enumerate(tokens) if not is_particle(token)), 0) + 1
    turned = _join(" ".join(tokens[count:]), " ".join(tokens[:count]), "", "")
    return turned._replace(name=f"{turned.name}{bracket}")


def join_name(first: str, last: str) -> WrittenName:
    """Return a name from a cell of first names and one of surnames; either may have a title or be empty."""
    plain_first, first_bracket = _take_bracket(" ".join(first.split()))
    plain_last, last_bracket = _take_bracket(" ".join(last.split()))
    title, plain_first = _take_title(plain_first)
    last_title, plain_last = _take_title(plain_last)
    plain_first, nickname = _take_nickname(plain_first)
    if "," in plain_last and not plain_first:
        return read_name(f"{plain_last}{last_bracket}")
    joined = _join(plain_first, plain_last, title or last_title, nickname)
    return joined._replace(name=f"{joined.name}{last_bracket or first_bracket}")


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a person: letters, few tokens, no figure, address or link."""
    tokens = text.split()
    if not tokens or len(tokens) > MOST_TOKENS or re.search(r"[\d@:?!=<>]|https?|www\.", text):
        return False
    letters = sum(letter.isalpha() for letter in text)
    return letters >= 2 and letters * 2 >= len(text.replace(" ", ""))


def is_handle(text: str) -> bool:
    """Return whether a name is rather that of an account, such as derek_y."""
    return " " not in text and HANDLE.match(text) is not None


def split_bracket(name: str) -> tuple[str, str]:
    """Return a name and what stands in brackets behind it, "" without any: "David Brown (41)".

    It is what tells the player from another one of the name, or the number of a seed.
    """
    match = BRACKET.search(name)
    if match is None or not match.start():
        return name, ""
    return name[: match.start()].strip(), NUMBER_SIGN.sub("", match[1])


def get_generation(mark: str) -> str:
    """Return the generation that a mark means, the same for "(f)" and "(figlio)"; "" for other marks."""
    return GENERATION_MARKS.get(strip_accents(mark.casefold()).strip(" ."), "")


def read_player(text: str) -> str:
    """Return the name of a player with what is in brackets behind it, without the sponsor before a bar.

    A mark behind a first name or surname alone is put in brackets.
    """
    plain, mark = split_bracket(text.rpartition("|")[2].strip())
    if not mark and (match := GENERATION.match(plain)):
        plain, mark = match[1], match[2].rstrip(".")
    name = read_name(plain).name
    return f"{name} ({mark})" if name and mark else name


def capitalise_name(name: str) -> str:
    """Return a name of several tokens with capitals if it is typed without any: bettina keller-rossi."""
    if name != name.casefold() or " " not in name or is_handle(name):
        return name
    return re.sub(r"(^|[\s\-'’])(\w)", lambda match: match[1] + match[2].upper(), name)


def is_in_capitals(name: str) -> bool:
    """Return whether a name of several tokens has capitals only."""
    tokens = name.split()
    return (
        len(tokens) > 1
        and all(len(token) == 1 or is_capital_token(token) for token in tokens)
        and any(len(token.strip(".")) > 2 for token in tokens)
    )


def lower_capitals(name: str) -> str:
    """Return a name in capitals with only the first letter of each part large: Siobhan O'Neill-Brennan."""
    lowered = re.sub(r"(^|[\s\-'’])(\w)", lambda match: match[1] + match[2].upper(), name.lower())
    return re.sub(r"\bMc(\w)", lambda match: "Mc" + match[1].upper(), lowered)


def _join(first: str, last: str, title: str, nickname: str) -> WrittenName:
    tokens = first.split()
    suffix = ""
    if len(tokens) > 1 and _is_suffix(tokens[-1]):
        suffix, first = tokens[-1], " ".join(tokens[:-1])
    elif first and _is_suffix(first):
        return WrittenName(f"{last} {first}", "", "", title, nickname)
    name = " ".join(filter(None, (first, last, suffix)))
    return WrittenName(name, first, last, title, nickname)


def _is_suffix(token: str) -> bool:
    return token.casefold().strip(".") in NAME_SUFFIXES


def _take_title(text: str) -> tuple[str, str]:
    """Return the titles before a name and the name."""
    tokens = text.split()
    taken_count = 0
    while taken_count < len(tokens) - 1:
        folded = strip_accents(tokens[taken_count].casefold()).replace(".", "").replace("-", "")
        is_dotted = tokens[taken_count].endswith(".")
        if (
            folded not in TITLES
            or (folded in DOTTED_TITLES and not is_dotted)
            or len(tokens) - taken_count < 2
        ):
            break
        # "M. Dupont" is a title, but an initial if a first name may follow it: left as it is written.
        if len(folded) == 1 and len(tokens) - taken_count == 2:
            break
        taken_count += 1
    return " ".join(tokens[:taken_count]), " ".join(tokens[taken_count:])


def _take_nickname(text: str) -> tuple[str, str]:
    match = NICKNAME.search(text)
    if match is None or not text[: match.start()].strip():
        return text, ""
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split()), match[1].strip()


def _split_capitals(text: str) -> tuple[str, str]:
    """Return first name and surname if one of them is in capitals, else empty ones."""
    tokens = text.split()
    capitals = [is_capital_token(token) for token in tokens]
    if all(capitals) or not any(capitals):
        return "", ""
    leading = next(place for place, is_capital in enumerate(capitals) if not is_capital)
    if leading and not any(capitals[leading:]) and _is_sure(tokens[:leading]):
        return " ".join(tokens[leading:]), " ".join(tokens[:leading])
    trailing = next(place for place, is_capital in enumerate(capitals[::-1]) if not is_capital)
    if trailing and not any(capitals[:-trailing]) and _is_sure(tokens[-trailing:]):
        if _is_suffix(tokens[-1]):
            return "", ""
        return " ".join(tokens[:-trailing]), " ".join(tokens[-trailing:])
    return "", ""


def is_capital_token(token: str) -> bool:
    """Return whether a part of a name is in capitals."""
    letters = "".join(filter(str.isalpha, token.removeprefix("Mc").removeprefix("Mac")))
    return bool(letters) and letters == letters.upper() and "." not in token


def _is_sure(tokens: list[str]) -> bool:
    return sum(map(str.isalpha, "".join(tokens))) >= SURE_CAPITALS
