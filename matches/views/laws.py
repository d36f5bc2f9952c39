"""The rules of play, the rulings given by them, and the guide."""

from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from matches.law_search import find_laws
from matches.messages.chapters import CHAPTERS
from matches.models import Ruling
from matches.queries import matches
from matches.views.errors import LocalisedLaw, describe_law
from matches.views.visitors import get_user
from rules.laws import LAWS

LONGEST = 100


@require_safe
def laws(request: HttpRequest) -> HttpResponse:
    """All rules by chapter, or those a search finds."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    if query:
        results = [describe_law(law) for law in find_laws(query)]
        return render(request, "rules/laws.html", {"asked": query, "found": results})
    chapters = [
        (chapter, title, [describe_law(law) for law in LAWS.values() if law.id.startswith(f"{chapter}.")])
        for chapter, title in CHAPTERS.items()
    ]
    return render(request, "rules/laws.html", {"chapters": chapters})


@require_safe
def law(request: HttpRequest, id: str) -> HttpResponse:
    """One rule, the target of links from refusals and rulings."""
    if id not in LAWS:
        raise Http404
    current_law = describe_law(LAWS[id])
    names = list(LAWS)
    at = names.index(id)
    precedents = matches.get_precedents(get_user(request), id)
    context = {
        "law": current_law,
        "rulings": precedents,
        "earlier": _neighbour(names, at - 1),
        "later": _neighbour(names, at + 1),
    }
    return render(request, "rules/law.html", context)


def _neighbour(names: list[str], at: int) -> LocalisedLaw | None:
    return describe_law(LAWS[names[at]]) if 0 <= at < len(names) else None


SHOWN = 30


@require_safe
@login_required
def book(request: HttpRequest) -> HttpResponse:
    """All decisions, or those that cite one rule."""
    user, law = get_user(request), request.GET.get("law", "")
    if user is None or (law and law not in LAWS):
        raise Http404
    page: Page[Ruling] = Paginator(matches.get_rulings_of(user, law), SHOWN).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "law": describe_law(LAWS[law]) if law else None,
        "kept": f"law={law}" if law else "",
    }
    return render(request, "rules/rulings.html", context)


FOLDER = settings.BASE_DIR / "docs"
DOCUMENTS = {"en": "evening.md", "it": "serata.md"}
MARKDOWN = MarkdownIt("commonmark", {"html": False})


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The guide in the language of the page, or in English."""
    language = (get_language() or "").partition("-")[0]
    return render(request, "guide.html", {"guide": render_document(DOCUMENTS.get(language, DOCUMENTS["en"]))})


@cache
def render_document(name: str) -> SafeString:
    """Render one of the documentation files as a page."""
    html = MARKDOWN.render((FOLDER / name).read_text(encoding="utf-8"))
    return SafeString(html)
