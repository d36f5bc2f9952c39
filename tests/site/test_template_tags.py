"""Template tags stand on one line: Django prints a tag that is broken over two lines."""

import re

from tests.site.source import ROOT, files, name

TEMPLATES = ROOT / "templates"
# From the opening of a tag to the end of its line, where nothing has closed it.
BROKEN_TAG = re.compile(r"(?:\{\{(?:(?!\}\}).)*|\{%(?:(?!%\}).)*|\{#(?:(?!#\}).)*)$", re.MULTILINE)


def list_broken_tags(text: str) -> list[str]:
    """Return the tags of a template that are not closed on their line."""
    return BROKEN_TAG.findall(text)


def test_a_tag_over_two_lines_is_found() -> None:
    text = '{{ lines|join:"\n" }} {% if a %}{{ b }}\n{% include "c"\n%}\n{# d\n#}{# e #}'

    assert list_broken_tags(text) == ['{{ lines|join:"', '{% include "c"', "{# d"]


def test_no_tag_of_a_template_is_broken_over_lines() -> None:
    templates = [
        path for path in files() if TEMPLATES in path.parents and path.suffix in {".html", ".txt", ".xml"}
    ]
    broken_tags = {name(path): list_broken_tags(path.read_text(encoding="utf-8")) for path in templates}

    assert len(templates) > 300
    assert {path: tags for path, tags in broken_tags.items() if tags} == {}
