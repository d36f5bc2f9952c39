"""An evening on one page, in the reader's language: what the documents tell, where people look for it."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

FOLDER = settings.BASE_DIR / "docs"
DOCUMENTS = {"en": "evening.md", "it": "serata.md"}
MARKDOWN = MarkdownIt("commonmark", {"html": False})


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The guide in the language of the page; in English where there is no other."""
    language = (get_language() or "").partition("-")[0]
    return render(request, "guide.html", {"guide": render_document(DOCUMENTS.get(language, DOCUMENTS["en"]))})


@cache
def render_document(name: str) -> SafeString:
    """A document of ours as a page."""
    html = MARKDOWN.render((FOLDER / name).read_text(encoding="utf-8"))
    return SafeString(html)
