"""The contrast check of tests/browser/audit.js finds faint text, also in styles that have passed before."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.axe import RULES, THEMES, apply_theme, broken

SHEET = """
:root { --ink: #222; --soft: #555; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --soft: #bbb; --paper: #111; } }
body { color: var(--ink); background: var(--paper); font: 16px/1.5 sans-serif; }
a { color: inherit; }
.muted { color: var(--soft); }
#large { font-size: 30px; }
@media (prefers-color-scheme: light) { #large { color: #888; } }
.pile { display: grid; }
.pile > * { grid-area: 1 / 1; }
.tiny { display: inline-block; block-size: 9px; inline-size: 9px; font-size: 9px; }
input { color: var(--ink); background: var(--paper); }
"""
ROWS = "".join(
    f'<li class="row"><a href="#{n}">Player {n}</a> <b>7</b> <i class="muted">won</i></li>' for n in range(40)
)
PAGE = f"""<!doctype html><html lang="en"><head><title>All is well</title><style>{SHEET}</style></head>
<body><main><h1>All is well</h1><ul>{ROWS}</ul>
<div id="card"><p>On a card</p></div>
<div class="pile"><span id="veil"></span><p id="under">Under a veil</p></div>
<p id="before">Before</p><p id="after">After</p>
<p id="large">Large words</p>
<form><label for="box">Score</label> <input id="box" value="7-3"> <button id="save">Save</button></form>
</main></body></html>"""
LIGHT, DARK, NARROW = "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)", "(max-width: 400px)"
PLANTED = {
    "every link of its class": "a { color: #777; } .row { background: #888; }",
    "one row among forty": "li:nth-child(37) a { color: #aaa; }",
    "by daylight alone": f"@media {LIGHT} {{ .muted {{ color: #aaa; }} }}",
    "in the dark alone": f"@media {DARK} {{ #before {{ color: #444; }} }}",
    "on a phone alone": f"@media {NARROW} {{ #before {{ color: #888; background: #999; }} }}",
    "by the ink of the whole site": ":root { --soft: #999; }",
    "by the paper of the whole site": f"@media {LIGHT} {{ body {{ background: #777; }} }}",
    "by what lies around it": "#card { background: #808080; }",
    "by the opacity of what lies around it": "#card { opacity: 0.3; }",
    "by something behind it that is no part of it": f"@media {LIGHT} {{ #veil {{ background: #666; }} }}",
    "by a sibling pushed under it": (
        "#before { background: #777; block-size: 48px; }"
        "#after { margin-block-start: -60px; position: relative; }"
    ),
    "by a part moved under it": "#card { position: absolute; inset: 0; background: #777; z-index: -1; }",
    "by words that are large no more": "#large { font-size: 14px; }",
    "in a field": "#box { color: #999; background: #ccc; }",
    "on a button": "#save { color: #777; background: #999; }",
}
SPOIL = """() => document.querySelector("main").insertAdjacentHTML("beforeend", `<div id="spoilt">
  <img src="data:,"><button></button><a href="#a" class="tiny">a</a><a href="#b" class="tiny">b</a></div>`)"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A page without faults, already checked in every theme."""
    page = chromium.new_page()
    page.set_content(PAGE)
    page.evaluate(Axe().axe_script)
    assert faults_in_every_theme(page) == []
    yield page
    page.close()


def faults_in_every_theme(page: Page) -> list[str]:
    """The contrast faults of the page on a dark phone and on a light laptop."""
    lines = []
    for theme in THEMES.values():
        apply_theme(page, *theme)
        lines += broken(page, "color-contrast")
    return lines


@pytest.mark.parametrize("css", PLANTED.values(), ids=PLANTED)
def test_faint_text_is_found_in_a_page_that_has_passed(page: Page, css: str) -> None:
    sheet = page.add_style_tag(content=css)
    lines = faults_in_every_theme(page)
    sheet.evaluate("sheet => sheet.remove()")

    assert lines
    assert faults_in_every_theme(page) == []


def test_faults_of_other_kinds_are_found_too(page: Page) -> None:
    page.evaluate(SPOIL)
    lines = broken(page, *RULES)
    page.evaluate("document.getElementById('spoilt').remove()")

    assert sorted(line.split(":")[0] for line in lines) == ["button-name", "image-alt", "target-size"]
