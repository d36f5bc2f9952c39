"""The static files that templates link exist."""

import re

from django.contrib.staticfiles import finders

from tests.site.source import ROOT

LINKED_FILE = re.compile(r"""\{% static ["']([^"']+)["']""")


def test_templates_link_static_files_that_exist() -> None:
    linked = {
        (name, str(path.relative_to(ROOT)))
        for path in (ROOT / "templates").rglob("*.html")
        for name in LINKED_FILE.findall(path.read_text(encoding="utf-8"))
    }
    assert len(linked) > 50
    assert [pair for pair in sorted(linked) if finders.find(pair[0]) is None] == []
