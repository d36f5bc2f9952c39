"""A pseudo translation: every sentence in brackets and two fifths longer. Text outside brackets is
untranslated."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from django.utils.translation import trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR, DjangoTranslation

OPENS, CLOSES = "⟦", "⟧"
SPOKEN = (
    "title",
    "aria-label",
    "alt",
    "placeholder",
    "content",
    "data-text-live",
    "data-text-stale",
    "data-text-offline",
)
INLINE = {"b", "strong", "i", "em", "a", "span", "small", "time", "abbr", "code", "br"}
SILENT = {"kbd", "script", "style", "pre", "code", "textarea", "svg"}
WITHOUT_END = {
    "input",
    "meta",
    "link",
    "br",
    "img",
    "hr",
    "path",
    "wbr",
    "base",
    "col",
    "use",
    "circle",
    "rect",
}
# Placeholders and tags inside sentences stay as they are.
UNCHANGED = re.compile(r"(%\([^)]*\)[a-z]|%%|\{[^}]*\}|<[^>]*>|&[a-z]+;)")
# Addresses and file names.
NAMED = re.compile(r"\S*[/@]\S*|\S+\.(?:csv|xlsx|json|pdf|mat|txt|zip|ics)\b")
LONG_TERM = re.compile(r"[^\W\d_]{4,}")


def pseudo(sentence: str) -> str:
    """The pseudo translation of a sentence."""
    parts = (
        part if UNCHANGED.fullmatch(part) else LONG_TERM.sub(_longer, part)
        for part in UNCHANGED.split(sentence)
    )
    return f"{OPENS}{''.join(parts)}{CLOSES}"


def _longer(re_match: re.Match[str]) -> str:
    return re_match[0] + re_match[0][: -(-len(re_match[0]) * 2 // 5)]


class Pseudo(DjangoTranslation):
    """A translation catalogue that replaces the English one."""

    def __init__(self) -> None:
        super().__init__("en")

    def gettext(self, message: str) -> str:
        """The pseudo translation of a message, without its context."""
        return pseudo(message.rsplit(CONTEXT_SEPARATOR, maxsplit=1)[-1]) if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The pseudo translation of the singular or the plural."""
        return self.gettext(msgid1 if n == 1 else msgid2)


TRANSLATIONS: dict[str, DjangoTranslation] = trans_real._translations


class _Reader(HTMLParser):
    """Collects the text of a page and of its attributes, without scripts, styles and quotations."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.aloud: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._block, self._spoken = 0, -1

    @property
    def _is_silent(self) -> bool:
        return any(is_silent for _, is_silent in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self._block += tag not in INLINE
        # An element with its own language is a quotation: a rule, the name of a language.
        is_silent = (
            tag in SILENT
            or (tag != "html" and "lang" in attributes)
            or attributes.get("property") in {"og:image", "og:type"}
            or "http-equiv" in attributes
        )
        if not (
            self._is_silent or is_silent or attributes.get("name") in {"viewport", "robots", "twitter:card"}
        ):
            self.aloud += [value for name in SPOKEN if (value := attributes.get(name))]
        if tag not in WITHOUT_END:
            self._open.append((tag, is_silent))

    def handle_endtag(self, tag: str) -> None:
        self._block += tag not in INLINE
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._is_silent:
            return
        # A sentence may contain inline elements: it continues until its block ends.
        if self._block == self._spoken and self.said:
            self.said[-1] += f" {data}"
        else:
            self.said.append(data)
        self._spoken = self._block


def escaped(page: str, known_terms: Iterable[str]) -> set[str]:
    """The terms of a page outside all brackets, without those in `known_terms`."""
    reader = _Reader()
    reader.feed(page)
    texts = (NAMED.sub(" ", _outside(text)) for text in (*reader.said, *reader.aloud))
    return {term for text in texts for term in LONG_TERM.findall(text)} - set(known_terms)


def _outside(text: str) -> str:
    depth, letters = 0, []
    for letter in text:
        depth += (letter == OPENS) - (letter == CLOSES)
        letters.append(" " if depth > 0 or letter == CLOSES else letter)
    return "".join(letters)


def terms_of(texts: Iterable[object]) -> Iterator[str]:
    """Every term of the texts with four letters or more."""
    for text in texts:
        yield from LONG_TERM.findall(str(text))
