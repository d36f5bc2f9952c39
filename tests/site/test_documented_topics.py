"""The table "what sends what" of docs/api.md has every topic and kind of notice that the code sends."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.site.source import PACKAGES, ROOT

# `matches.services.match_rows` sends these in a loop, to the topics that the hook `match_topics` adds too.
MATCH_NOTICES = {(topic, "match") for topic in ("match", "desk", "event", "club")}
ROW = re.compile(r"^\| (?:`(\w+):<\w+>`)? *\| `(\w+)` \|", flags=re.MULTILINE)


def find_published() -> Iterator[tuple[str, str]]:
    """Yield topic and kind of every call of `live.publish` that writes its topic out."""
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        yield from find_calls(path)


def find_calls(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "live.publish":
            values = {keyword.arg: keyword.value for keyword in node.keywords}
            topic, kind = values["topic"], ast.literal_eval(values["kind"])
            if isinstance(topic, ast.JoinedStr) and isinstance(topic.values[0], ast.Constant):
                yield str(topic.values[0].value).rstrip(":"), kind


def read_table() -> list[tuple[str, str]]:
    """Return topic and kind of every row of the table; an empty topic is that of the row above."""
    rows: list[tuple[str, str]] = []
    for topic, kind in ROW.findall((ROOT / "docs" / "api.md").read_text(encoding="utf-8")):
        rows.append((topic or rows[-1][0], kind))
    return rows


def test_the_table_has_each_notice_once() -> None:
    assert sorted(read_table()) == sorted({*find_published(), *MATCH_NOTICES})
