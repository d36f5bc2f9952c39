"""The text of a club: what Markdown may say, and that nothing else gets through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.markdown import plain_text, render_markdown
from tournaments.templatetags.clubs import contact_url


def test_usual_marks_are_read_and_headings_begin_below_those_of_the_page() -> None:
    text = "# Who\n\n## When\n\n**Bold** and *italic*\nnext line\n\n- one\n- two\n\n> quoted"
    assert render_markdown(text) == (
        "<h3>Who</h3>\n<h4>When</h4>\n<p><strong>Bold</strong> and <em>italic</em><br>\nnext line</p>\n"
        "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("<img src=x onerror=y>", "&lt;img src=x onerror=y&gt;"),
        ("[x](javascript:y)", "<p>[x](javascript:y)</p>\n"),
        ("[x](data:text/html,y)", "<p>[x](data:text/html,y)</p>\n"),
        ("[x](https://a.example)", '<p><a href="https://a.example" rel="nofollow noopener ugc">x</a></p>\n'),
    ],
)
def test_only_text_and_links_outside_get_through(text: str, expected: str) -> None:
    assert str(render_markdown(text)).strip("\n") in (expected.strip("\n"), f"<p>{expected}</p>")


@given(st.text(max_size=200))
def test_whatever_is_written_makes_no_other_tags(text: str) -> None:
    markdown = render_markdown(text)
    assert "<script" not in markdown.lower()
    assert "<img" not in markdown.lower()
    assert "\n" not in plain_text(text)


def test_a_contact_leads_to_the_web_or_to_mail() -> None:
    assert contact_url("https://club.example") == "https://club.example"
    assert contact_url("a@club.example") == "mailto:a@club.example"
