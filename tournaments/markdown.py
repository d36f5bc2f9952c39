"""Markdown of clubs and tournaments, reduced to text and links."""

from html import unescape

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

# Text without images, tables or HTML; every link is external and marked nofollow.
TAGS = {"p", "br", "strong", "em", "a", "ul", "ol", "li", "h3", "h4", "blockquote", "code", "hr"}
SCHEMES = {"http", "https", "mailto"}
DEEPER = {"h1": "h3", "h2": "h4", "h3": "h4", "h4": "h4", "h5": "h4", "h6": "h4"}
READER = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")


def render_markdown(text: str) -> SafeString:
    """Render Markdown to HTML, with headings below the page's, reduced to text and links."""
    tokens = READER.parse(text)
    for token in tokens:
        token.tag = DEEPER.get(token.tag, token.tag)
    rendered = READER.renderer.render(tokens, READER.options, {})
    cleaned = nh3.clean(
        rendered,
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes=SCHEMES,
        link_rel="nofollow noopener ugc",
    )
    return SafeString(cleaned)


def plain_text(text: str) -> str:
    """Return Markdown without markup, on one line."""
    return " ".join(unescape(nh3.clean(READER.render(text), tags=set())).split())
