"""The help page: the quick start of the documentation, in the language of the reader."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

DOCUMENT_FOLDER = settings.BASE_DIR / "docs"
DOCUMENTS = {"en": "quick-start.md", "it": "quick-start.it.md"}
MARKDOWN = MarkdownIt("commonmark", {"html": False})


@require_safe
def show_help(request: HttpRequest) -> HttpResponse:
    """The quick start in the language of the page, or in English."""
    language = (get_language() or "").partition("-")[0]
    document = render_document(DOCUMENTS.get(language, DOCUMENTS["en"]))
    return render(request, "help.html", {"document": document})


@cache
def render_document(name: str) -> SafeString:
    """Render one of the documentation files as a page, with the command that starts this site."""
    text = (DOCUMENT_FOLDER / name).read_text(encoding="utf-8")
    return SafeString(MARKDOWN.render(text.replace("./run", settings.COMMAND)))
