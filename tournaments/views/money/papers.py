"""Papers of the money desk: pages by GET, receipts to print, files; and the prizes everybody may see."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.visitors import user_of
from tournaments.models import Event
from tournaments.permissions import may_direct, may_handle_money
from tournaments.queries.money import money_files, papers, prizes
from tournaments.queries.money.terms import shown_of, terms_of, till_of
from tournaments.views.doors import for_everybody
from tournaments.views.etags import with_prizes_etag
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
    if not papers.is_there(event, number):
        raise Http404
    context = {
        "event": event,
        "till": till_of(event.tournament),
        "number": number,
        "paper": papers.receipt(event, number),
        "funds": terms_of(event),
    }
    answer = render(request, "money/receipt.html", context)
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
@with_prizes_etag
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes of the funds whose terms say that everybody may see them."""
    shown = shown_of(event)
    if not shown:
        raise Http404
    is_director = may_direct(user_of(request), event)
    is_cashier = is_director or may_handle_money(user_of(request), event.tournament)
    context = {
        "event": event,
        "till": till_of(event.tournament),
        "sheets": [sheet for sheet in prizes.sheets(event) if sheet.terms.fund in shown],
        "tabs": tabs(event, "prizes", is_director=is_director, is_cashier=is_cashier),
        "topics": f"event:{event.pk}",
    }
    return render(request, "money/public.html", context)
