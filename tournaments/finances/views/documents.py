"""Papers of the money desk: pages by GET, receipts to print, files; and the prizes everybody may see."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.visitors import user_of
from tournaments.finances.queries import exports as money_files
from tournaments.finances.queries import ledger, prizes, versions
from tournaments.finances.queries.funds import get_cash_desk, get_public_funds, get_terms
from tournaments.finances.views import pages
from tournaments.finances.views.access import for_cashiers, with_money
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.queries.versions import Version
from tournaments.views.doors import for_everybody
from tournaments.views.etags import version_for_reader, with_etag
from tournaments.views.events import tabs


@require_safe
@for_cashiers
def show(request: HttpRequest, event: Event, name: str = "money") -> HttpResponse:
    """One of the pages as it stands."""
    return pages.page(request, event, name)


@require_safe
@for_cashiers
def receipt(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A receipt, to be printed."""
    if not ledger.has_receipt(event, number):
        raise Http404
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "number": number,
        "receipt": ledger.get_receipt(event, number),
        "funds": get_terms(event),
    }
    answer = render(request, "finances/receipt.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@for_cashiers
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the files about the money of an event."""
    cash_desk, terms = with_money(event)
    kind, make = money_files.FILES.get(name, ("", None))
    if make is None:
        raise Http404
    answer = HttpResponse(make(event, cash_desk, terms), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def with_prizes_etag(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For the prizes of an event, which payments change too."""

    def version(request: HttpRequest, event: Event) -> Version:
        return (*version_for_reader(request, event), *versions.get_prizes_version(event))

    return with_etag(version, view)


@require_safe
@for_everybody
@with_prizes_etag
def public(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes of the funds whose terms say that everybody may see them."""
    shown = get_public_funds(event)
    if not shown:
        raise Http404
    user = user_of(request)
    context = {
        "event": event,
        "cash_desk": get_cash_desk(event.tournament),
        "sheets": [sheet for sheet in prizes.list_prizes(event) if sheet.terms.fund in shown],
        "tabs": tabs(event, "prizes", is_director=may_direct(user, event), user=user),
        "topics": f"event:{event.pk}",
    }
    return render(request, "finances/public.html", context)
