"""The laws of play, one page for all and one for each, in the reader's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.law_search import find_laws
from matches.queries import rulings
from matches.views.refusals import LocalisedLaw, describe_law
from matches.views.visitors import get_user
from rules.laws import LAWS

LONGEST = 100
CHAPTERS = {
    "board": _("Board"),
    "game": _("Game"),
    "turn": _("Turns"),
    "dice": _("Dice"),
    "move": _("Movement of the checkers"),
    "bearoff": _("Bearing off"),
    "cube": _("Cube"),
    "match": _("Match"),
    "money": _("Money play"),
    "chouette": _("Chouette"),
    "conduct": _("Conduct at the table"),
    "record": _("Match files"),
}


@require_safe
def laws(request: HttpRequest) -> HttpResponse:
    """All laws by chapter, or those found by some words."""
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
    """One law, what refusals and rulings link to."""
    if id not in LAWS:
        raise Http404
    current_law = describe_law(LAWS[id])
    names = list(LAWS)
    at = names.index(id)
    precedents = rulings.get_precedents(get_user(request), id)
    context = {
        "law": current_law,
        "rulings": precedents,
        "earlier": _neighbour(names, at - 1),
        "later": _neighbour(names, at + 1),
    }
    return render(request, "rules/law.html", context)


def _neighbour(names: list[str], at: int) -> LocalisedLaw | None:
    return describe_law(LAWS[names[at]]) if 0 <= at < len(names) else None
