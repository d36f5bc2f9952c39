"""Writes what pages answer into files, one for each page and reader."""

import re
from collections.abc import Mapping
from pathlib import Path

from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.net.repeatable import Course
from tests.net.text import text_of


class Recorder:
    """Asks for pages and writes their text below a folder."""

    def __init__(self, folder: Path, course: Course) -> None:
        self.folder, self.course = folder, course

    def write(self, name: str, text: str) -> None:
        """Write a text under a name, which may have folders."""
        path = self.folder / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def page(self, client: Client, name: str, address: str, **headers: str) -> HttpResponse:
        """Ask for an address and write what it answers."""
        self.course.step(f"page {name}")
        cache.clear()
        answer = client.get(address, **headers)
        if answer.status_code == 304:
            raise AssertionError(f"{address} answers 304 to a reader who holds nothing")
        self.write(name, text_of(answer))
        return answer

    def pages(
        self, client: Client, group: str, pages: Mapping[str, str], home: str = "", **headers: str
    ) -> None:
        """Ask for pages below an address, by name."""
        for name, path in pages.items():
            self.page(client, f"{group}/{name}", home + path, **headers)


def slug(text: str) -> str:
    """Return a text that can be the name of a file."""
    return re.sub(r"[^\w.=]+", "-", text).strip("-") or "index"
