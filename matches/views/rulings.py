"""The rulings book of an official: every decision of the own desks, by law."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.models import Ruling
from matches.queries import rulings
from matches.views.refusals import describe_law
from matches.views.visitors import get_user
from rules.laws import LAWS

SHOWN = 30


@require_safe
@login_required
def book(request: HttpRequest) -> HttpResponse:
    """All decisions, or those that cite one law."""
    user, law = get_user(request), request.GET.get("law", "")
    if user is None or (law and law not in LAWS):
        raise Http404
    page: Page[Ruling] = Paginator(rulings.get_rulings_of(user, law), SHOWN).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "law": describe_law(LAWS[law]) if law else None,
        "kept": f"law={law}" if law else "",
    }
    return render(request, "rules/rulings.html", context)
