"""Markdown in texts of clubs: the supported marks, and escaping of everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.markdown import plain_text, render_markdown
from tournaments.templatetags.clubs import contact_url


def test_common_marks_are_rendered_and_headings_start_at_level_three() -> None:
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
def test_html_is_escaped_and_only_external_links_are_rendered(text: str, expected: str) -> None:
    assert str(render_markdown(text)).strip("\n") in (expected.strip("\n"), f"<p>{expected}</p>")


@given(st.text(max_size=200))
def test_no_text_renders_scripts_or_images(text: str) -> None:
    markdown = render_markdown(text)
    assert "<script" not in markdown.lower()
    assert "<img" not in markdown.lower()
    assert "\n" not in plain_text(text)


def test_a_contact_is_a_web_or_mail_link() -> None:
    assert contact_url("https://club.example") == "https://club.example"
    assert contact_url("a@club.example") == "mailto:a@club.example"
