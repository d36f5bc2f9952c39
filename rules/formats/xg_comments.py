"""The comments in eXtreme Gammon's files: one rich text a line, read as plain text."""

from __future__ import annotations

import re

MOST_COMMENTS, LONGEST = 5_000, 20_000

_TOKEN = re.compile(
    r"\\'([0-9a-fA-F]{2})|\\u(-?\d{1,5}) ?\??|\\([a-z]{1,32})(-?\d{1,10})? ?|\\(.)|([{}])", re.S
)
# Groups that hold no text: tables of fonts and colours, and whatever a reader may skip.
_SILENT = {"fonttbl", "colortbl", "stylesheet", "info", "generator"}
_BREAKS = {"par": "\n", "line": "\n", "tab": "\t"}


def read_comments(data: bytes) -> list[str]:
    """The comments in order; the numbers in the records count them from 0."""
    lines = data.decode("cp1252", errors="ignore").split("\r\n")[:MOST_COMMENTS]
    return [plain_text(line[:LONGEST].replace("\x01\x02", "\n")) for line in lines]


def plain_text(text: str) -> str:
    """The plain text of a rich text; other text is returned as it is."""
    if not text.lstrip().startswith("{\\rtf"):
        return text.strip()
    texts: list[str] = []
    depth, silent_from, end = 0, 0, 0
    for token in _TOKEN.finditer(text):
        letter, code, control, _, escaped, brace = token.groups()
        if not silent_from:
            texts.append(text[end : token.start()].replace("\n", ""))
        end = token.end()
        depth += {"{": 1, "}": -1}.get(brace or "", 0)
        if brace == "}" and depth < silent_from:
            silent_from = 0
        elif not silent_from and (control in _SILENT or escaped == "*"):
            silent_from = depth
        elif not silent_from:
            texts.append(_format_token(letter, code, control, escaped))
    return "".join(texts).strip()


def _format_token(letter: str | None, code: str | None, control: str | None, escaped: str | None) -> str:
    if letter:
        return bytes.fromhex(letter).decode("cp1252", errors="ignore")
    if code:
        return chr(int(code) % 0x10000)
    return _BREAKS.get(control or "", "") if control else escaped or ""
