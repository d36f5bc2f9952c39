"""The laws of play, one page for all and one for each, in the reader's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.views.refusals import SpokenLaw, spoken
from rules.laws import LAWS

CHAPTERS = {
    "board": _("The board"),
    "game": _("The game"),
    "turn": _("Turns"),
    "dice": _("Dice"),
    "move": _("Moving"),
    "bearoff": _("Bearing off"),
    "cube": _("The cube"),
    "match": _("The match"),
    "money": _("Money play"),
    "chouette": _("Chouette"),
    "conduct": _("Conduct at the table"),
    "record": _("Records"),
}


@require_safe
def laws(request: HttpRequest) -> HttpResponse:
    """All laws by chapter."""
    chapters = [
        (chapter, title, [spoken(law) for law in LAWS.values() if law.id.startswith(f"{chapter}.")])
        for chapter, title in CHAPTERS.items()
    ]
    return render(request, "rules/laws.html", {"chapters": chapters})


@require_safe
def law(request: HttpRequest, id: str) -> HttpResponse:
    """One law, what refusals and rulings link to."""
    if id not in LAWS:
        raise Http404
    found = spoken(LAWS[id])
    names = list(LAWS)
    at = names.index(id)
    context = {"law": found, "earlier": _neighbour(names, at - 1), "later": _neighbour(names, at + 1)}
    return render(request, "rules/law.html", context)


def _neighbour(names: list[str], at: int) -> SpokenLaw | None:
    return spoken(LAWS[names[at]]) if 0 <= at < len(names) else None
