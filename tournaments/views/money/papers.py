"""Papers of the money desk: pages by GET, receipts to print, files; and the prizes everybody may see."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.visitors import user_of
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.queries.money import money_files, papers, prizes
from tournaments.queries.money.terms import terms_of, till_of
from tournaments.views.doors import for_everybody
from tournaments.views.events import tabs
from tournaments.views.money import pages
from tournaments.views.money.doors import for_cashiers, with_money


@require_safe
@for_cashiers
def show(request: HttpRequest, event: Event, name: str = "money") -> HttpResponse:
    """One of the pages as it stands."""
    return pages.page(request, event, name)


@require_safe
@for_cashiers
def receipt(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A receipt, to be printed."""
    paper = papers.receipt(event, number)
    if paper is None:
        raise Http404
    context: Mapping[str, Any] = {"event": event, "till": paper.till, "paper": paper}
    answer = render(request, "money/receipt.html", dict(context))
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@for_cashiers
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the files about the money of an event."""
    till, terms = with_money(event)
    kind, make = money_files.FILES.get(name, ("", None))
    if make is None:
        raise Http404
    answer = HttpResponse(make(event, till, terms), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@for_everybody
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes of the funds whose terms say that everybody may see them."""
    shown = {fund: one for fund, one in terms_of(event).items() if one.is_shown}
    till = till_of(event.tournament)
    if not shown or till is None:
        raise Http404
    held = [sheet for sheet in prizes.sheets(event) if sheet.terms.fund in shown]
    context = {
        "event": event,
        "till": till,
        "sheets": held,
        "tabs": tabs(event, "prizes", is_director=may_direct(user_of(request), event)),
        "topics": f"event:{event.pk}",
    }
    return render(request, "money/public.html", context)
