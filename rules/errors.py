"""Domain errors: a code, the rule behind it, the facts, and an English sentence as their text."""

from __future__ import annotations

from types import UnionType

from .sentences import format_sentence


class Refusal(Exception):  # noqa: N818 - a refusal, not a failure
    """A refusal: `code` names the reason, `law` the law that demands it, `facts` the details.

    This library raises its three kinds only: `Unreadable`, `Illegal` and `Ambiguous`; applications may refuse
    for reasons of their own. `law` is "" when no law of the game is behind it. The codes and the names of
    their facts are listed in `codes.CODES`, `TABLE_CODES` and `LIBRARY_CODES`. `str(refusal)` is an English
    sentence, the code itself where an application refuses with a code of its own. `rule` and `context` are
    other names of `law` and `facts`.
    """

    def __init__(self, code: str, law: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.law = law
        self.facts: dict[str, object] = facts

    @property
    def rule(self) -> str:
        """The id of the rule behind the refusal, as in `laws.LAWS`; "" for none."""
        return self.law

    @property
    def context(self) -> dict[str, object]:
        """The values that belong to the code."""
        return self.facts

    def __str__(self) -> str:
        return format_sentence(self.code, self.facts)

    def __repr__(self) -> str:
        details = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"{type(self).__name__}({self.code!r}, {self.law!r}{details})"


class Unreadable(Refusal):
    """A text that cannot be parsed: facts `line`, `column` (from 1; 0: unknown) and `expected`.

    Of a binary file, `column` is the offset of the byte (from 0); the facts `program` and `field` name the
    program that writes such files and the field in its layout.
    """

    def __init__(
        self, code: str, *, line: int = 0, column: int = 0, expected: str = "", **facts: object
    ) -> None:
        super().__init__(code, "record.readable", line=line, column=column, expected=expected, **facts)


class Illegal(Refusal):
    """An action or value that is impossible or forbidden by a rule of the game."""


class Ambiguous(Refusal):
    """A text with several legal readings; the facts name them."""


def check_type(value: object, kind: type | UnionType, example: str) -> None:
    """Raise TypeError, naming what is expected, for a value of another type."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {example}, not {value!r}")
