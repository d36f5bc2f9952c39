"""The encoding of a text file, guessed from the letters it gives."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
MAX_NAMES = 2_000
# Sequences of UTF-8, which text of one byte per letter has only by chance, and its lone bytes.
_UTF_8_LETTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
# Words with a letter beyond ASCII, as bytes; every encoding below has ASCII in its lower half.
_NAME_BYTES = re.compile(rb"[A-Za-z']*[\x80-\xff][A-Za-z'\x80-\xff]*")
# Punctuation that stands between or around names. Other signs within a name speak against an encoding.
_BETWEEN_NAMES = re.compile("[’‘“”«»–—…•°ºª®™©§´'\N{NO-BREAK SPACE}]+")
_BEFORE_WORDS = "„‚‹›"


@dataclass(frozen=True, slots=True)
class _Language:
    """The letters of the names of a language; `cost` is greater for one that few lists are in."""

    name: re.Pattern[str]
    cost: int = 1


def _language(letters: str, *patterns: str, cost: int = 1) -> _Language:
    return _Language(re.compile(f"(?:{'|'.join((f'[a-z{letters}]', *patterns))})+"), cost)


# A French è is never last and an Italian one always is; neither follows these vowels. A Portuguese õ
# precedes an e. So names of central Europe that were read as western ones fit none of these.
_WESTERN = (
    _language("äöüßé"),
    _language("àâçéêëîïôùûüœ", "(?<![aeo])è(?=[a-z])"),
    _language("àéìòù", "(?<![aei])è$"),
    _language("áéíñóúü"),
    _language("àçéíïòóúü", "è(?=[a-z])"),
    _language("ãáàâçéêíóôú", "õ(?=e)"),
    _language("øåéö", "æ(?=[a-zøå])"),
    _language("åäöé"),
    _language("éëïöü"),
    _language("äõöüšž", cost=2),
    _language("áðéíóúýþö", "æ(?=[a-z])", cost=3),
)
_CENTRAL = tuple(
    map(
        _language,
        ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "äöüßé"),
    )
)
_BALTIC = tuple(map(_language, ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž")))
# A Russian or Bulgarian name has vowels; a Greek ς is last. So neither passes for the other.
_CYRILLIC = (_Language(re.compile("(?=.*[аеиоуыэюяёєії])(?!.*[бвгджзйклмнпрстфхцчшщьъ]{5})[а-яѐ-џґ]+")),)
_GREEK = (_Language(re.compile("(?:(?!ς)[ά-ώΐ])+ς?")),)
# In the order of preference, each with the languages it is used for and a penalty for being rare.
_ENCODINGS: Sequence[tuple[str, Sequence[_Language], int]] = (
    ("cp1252", _WESTERN, 0),
    ("cp1250", _CENTRAL, 1),
    ("cp1254", (_language("âçğıîöşü"),), 1),
    ("cp1251", _CYRILLIC, 1),
    ("cp1253", _GREEK, 1),
    ("cp1257", _BALTIC, 1),
    ("mac_roman", _WESTERN, 1),
    ("cp850", _WESTERN, 2),
)
_MISFIT_PENALTY = 3
_MOST_LANGUAGES = 3


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The text of a file, its encoding, and whether its letters can be those that were written."""

    text: str
    encoding: str
    is_certain: bool


def decode_text(data: bytes, declared: str = "") -> DecodedText:
    """Return the text of a file, by its byte-order mark, as UTF-8, or as declared, else by its letters.

    The text has a replacement character only if the file itself has one, or is damaged UTF-8 or UTF-16;
    `is_certain` is False then, and where no encoding gives names of any known language.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            return DecodedText(text, encoding, REPLACEMENT not in text)
    for encoding in filter(None, ("utf-8", declared)):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return DecodedText(text, encoding, REPLACEMENT not in text)
    letters = len(_UTF_8_LETTER.findall(data))
    if letters and letters >= len(_HIGH_BYTE.findall(_UTF_8_LETTER.sub(b"", data))):
        return DecodedText(data.decode("utf-8", errors="replace"), "utf-8", is_certain=False)
    return _decode_by_letters(data)


def _decode_by_letters(data: bytes) -> DecodedText:
    names = list(dict.fromkeys(_NAME_BYTES.findall(data)))[:MAX_NAMES]
    best = DecodedText(data.decode("latin-1"), "latin-1", is_certain=False)
    lowest_cost: int | None = None
    for encoding, languages, rarity in _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        misfits, language_cost = _judge_names([name.decode(encoding) for name in names], languages)
        cost = misfits * _MISFIT_PENALTY + language_cost + rarity
        if lowest_cost is None or cost < lowest_cost:
            lowest_cost = cost
            best = DecodedText(text, encoding, is_certain=misfits * 2 <= len(names))
    return best


def _judge_names(names: Sequence[str], languages: Sequence[_Language]) -> tuple[int, int]:
    """Return how many names fit no language, and the cost of the languages that the others need."""
    misfits = 0
    fitting: set[frozenset[int]] = set()
    for part in chain.from_iterable(map(_split_name, names)):
        fits = _get_fitting_languages(part, languages)
        if fits:
            fitting.add(fits)
        else:
            misfits += 1
    return misfits, _cost_of_languages(fitting, languages)


def _get_fitting_languages(name: str, languages: Sequence[_Language]) -> frozenset[int]:
    """Return the numbers of the languages that a name can be of; a capital within small letters fits none."""
    capitals = (letter.isupper() and not letter.isascii() for letter in name[1:])
    if any(
        is_capital and following.islower() for is_capital, following in zip(capitals, name[2:], strict=False)
    ):
        return frozenset()
    small = name.replace("İ", "i").lower()
    return frozenset(number for number, language in enumerate(languages) if language.name.fullmatch(small))


def _split_name(name: str) -> Iterator[str]:
    """Yield the parts of a name that have a letter beyond ASCII."""
    for part in _BETWEEN_NAMES.split(name):
        text = part.strip(_BEFORE_WORDS)
        if not text.isascii() and any(map(str.isalpha, text)):
            yield text


def _cost_of_languages(fitting: set[frozenset[int]], languages: Sequence[_Language]) -> int:
    """Return the cost of the cheapest languages of which each set has one."""
    if not fitting:
        return 0
    numbers = range(len(languages))
    costs = [
        sum(languages[number].cost for number in chosen)
        for count in range(1, _MOST_LANGUAGES + 1)
        for chosen in combinations(numbers, count)
        if all(not fits.isdisjoint(chosen) for fits in fitting)
    ]
    return min(costs, default=_MOST_LANGUAGES + 1)
