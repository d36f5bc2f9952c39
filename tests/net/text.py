"""Turns an answer into text that can be compared: what is read, linked, printed or filled in."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from io import BytesIO
from zipfile import ZipFile

from django.http import HttpResponse

from tests.tournaments.paper.reading import read_leaves

INVISIBLE = {"script", "style", "template"}
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "em",
    "i",
    "kbd",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "time",
}
# They differ at every request or with every change, whatever the page shows.
CHANGING = {"csrfmiddlewaretoken", "key", "version", "was"}
FIELDS = {"input", "select", "textarea", "button", "option"}
STATES = (
    "checked",
    "selected",
    "disabled",
    "required",
    "readonly",
    "hidden",
    "open",
    "multiple",
    "autofocus",
)
LABELS = ("alt", "aria-label", "title")
SHOWN = ("min", "max", "maxlength", "pattern", "placeholder", "list", "form", "formaction", "datetime")
HEADERS = ("Content-Type", "Content-Disposition", "Location")


class PageText(HTMLParser):
    """Collects a page as lines: texts, [links](with their address), forms with their fields."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line = ""
        self.links: list[str] = []
        self.invisible = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin a line for a block, a link, a form or a field."""
        values = {name: value or "" for name, value in attrs}
        if tag in INVISIBLE:
            self.invisible += 1
        elif tag == "a":
            self.links.append(values.get("href", ""))
            self.line += "["
        elif tag not in INLINE:
            self.end_line()
        if tag == "form":
            self.write(f"<form {values.get('method', 'get').lower()} {values.get('action', '')}>")
        elif tag in FIELDS:
            self.write(_field(tag, values))
        elif tag == "details":
            self.write("<details open>" if "open" in values else "<details>")
        self.line += "".join(f" {{{values[name]}}} " for name in LABELS if values.get(name))

    def handle_endtag(self, tag: str) -> None:
        """End what was begun."""
        if tag in INVISIBLE:
            self.invisible = max(0, self.invisible - 1)
        elif tag == "a" and self.links:
            self.line = f"{self.line.rstrip()}]({self.links.pop()})"
        elif tag not in INLINE:
            self.end_line()
        if tag in {"form", "details"}:
            self.write(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Add a text."""
        if not self.invisible:
            self.line += data

    def write(self, line: str) -> None:
        """Write a line of its own."""
        self.end_line()
        self.lines.append(line)

    def end_line(self) -> None:
        """End the line of text."""
        text = " ".join(self.line.split())
        self.line = ""
        if text:
            self.lines.append(text)


def _field(tag: str, values: dict[str, str]) -> str:
    name = values.get("name", "")
    items = [tag, values.get("type", ""), name]
    if "value" in values:
        items.append("=*" if name in CHANGING else f"={values['value']}")
    items += [f"{key}={values[key]}" for key in SHOWN if key in values]
    items += [state for state in STATES if state in values]
    return f"<{' '.join(filter(None, items))}>"


def text_of(answer: HttpResponse) -> str:
    """Return the status, the headers that say what it is, and the content as text."""
    heads = [str(answer.status_code), *(f"{name}: {answer[name]}" for name in HEADERS if name in answer)]
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return "\n".join([*heads, "", _content(answer.get("Content-Type", ""), data)]) + "\n"


def _content(kind: str, data: bytes) -> str:
    if "html" in kind:
        return page_text(data.decode())
    if "json" in kind:
        return json.dumps(json.loads(data), ensure_ascii=False, indent=1, sort_keys=True)
    if "pdf" in kind:
        return "\f\n".join("\n".join(piece.text for piece in leaf.pieces) for leaf in read_leaves(data))
    if "spreadsheet" in kind:
        with ZipFile(BytesIO(data)) as book:
            return "\n".join(f"{name}\n{_broken(book.read(name))}" for name in sorted(book.namelist()))
    return data.decode()


def page_text(page: str) -> str:
    """Return what a page shows."""
    reader = PageText()
    reader.feed(page)
    reader.end_line()
    return "\n".join(reader.lines)


def _broken(xml: bytes) -> str:
    return re.sub(r"(?<=>)(?=<(row|sheet|c )\b)", "\n", xml.decode())
