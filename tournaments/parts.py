"""Drawn parts of pages: what a process holds of them, and how large ones are sent."""

import re
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from secrets import token_hex
from threading import Lock
from time import monotonic
from weakref import WeakValueDictionary

CLASS = re.compile(r'class="([pw]\d+(?: [pw]\d+)*)(?=[ "])')
WORD = re.compile(r"([pw])(\d+)")
SHOWN = {"p": "followed", "w": "leads-on"}
# From where to where a word goes, and the word that is shown instead.
Mark = tuple[int, int, str]


class Part:
    """A part as it was drawn: its `text`, and what of it is `sent`.

    Whatever in it belongs to entry 17 begins its class with "p17", a pairing he has won with "w17".
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def sent(self) -> bytes:
        """Its bytes, made once."""
        return self.text.encode()

    def marked(self, numbers: Collection[int]) -> "Part":
        """The same with everything of these entries marked as followed."""
        if not numbers:
            return self
        told: list[str] = []
        done = 0
        for begins, ends, shown in sorted(mark for number in numbers for mark in self._marks.get(number, ())):
            told += (self.text[done:begins], shown)
            done = ends
        return Part("".join((*told, self.text[done:])))

    @cached_property
    def _marks(self) -> Mapping[int, Sequence[Mark]]:
        """Where the words that stand for an entry are, found once."""
        found: defaultdict[int, list[Mark]] = defaultdict(list)
        # Text has its quotation marks escaped, so that no name can look like a class.
        for words in CLASS.finditer(self.text):
            for word in WORD.finditer(self.text, *words.span(1)):
                found[int(word[2])].append((*word.span(), SHOWN[word[1]]))
        return found


class Large:
    """The large parts of one page, which are neither copied from block to block of it nor encoded again: a
    word nobody knows beforehand stands in their place until the page is sent."""

    def __init__(self) -> None:
        self._word = token_hex(16)
        self._parts: list[Part] = []

    def place_of(self, part: Part) -> str:
        """What stands in the page for a part."""
        self._parts.append(part)
        return self._word

    def sent(self, page: str) -> bytes:
        """The page with its parts, in which they stand in the order they came."""
        first, *rest = page.split(self._word)
        told = (
            piece
            for part, after in zip(self._parts, rest, strict=True)
            for piece in (part.sent, after.encode())
        )
        return b"".join((first.encode(), *told))


NOTHING = (0.0, Part(""))


class Parts:
    """The parts a process holds and whose turn it is to draw one: so many letters in all, the part nobody
    asked for the longest goes first, and none is held for more than so many seconds."""

    def __init__(self, *, letters: int, seconds: float) -> None:
        self._most, self._seconds = letters, seconds
        self._held: OrderedDict[str, tuple[float, Part]] = OrderedDict()
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._lock = Lock()
        self.letters = 0

    def get(self, key: str) -> Part | None:
        """A part that is held, or None."""
        with self._lock:
            until, part = self._held.get(key, NOTHING)
            if until <= monotonic():
                return None
            self._held.move_to_end(key)
            return part

    def put(self, key: str, part: Part) -> None:
        """Hold a part; those nobody asked for the longest go where there is no room."""
        with self._lock:
            self._drop(key)
            self._held[key] = (monotonic() + self._seconds, part)
            self.letters += len(part.text)
            while self.letters > self._most and len(self._held) > 1:
                self._drop(next(iter(self._held)))

    def clear(self) -> None:
        """Hold nothing."""
        with self._lock:
            self._held.clear()
            self.letters = 0

    def turn(self, key: str) -> Lock:
        """What a thread holds while it draws a part."""
        with self._lock:
            return self._turns.setdefault(key, Lock())

    def _drop(self, key: str) -> None:
        _, part = self._held.pop(key, NOTHING)
        self.letters -= len(part.text)
