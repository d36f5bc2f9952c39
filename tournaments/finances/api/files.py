"""Files about money over the API."""

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.api.deeds import EventDoor
from tournaments.api.file_doors import _file, _kinds
from tournaments.api.loading import event_at, found
from tournaments.finances.api.money_looks import cashier_of
from tournaments.finances.queries import exports as money_files
from tournaments.finances.queries.funds import terms_of, till_of


class MoneyFile(EventDoor):
    """One of the files about the money of an event."""

    @extend_schema(
        operation_id="money_file",
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, enum=sorted(money_files.FILES))],
        responses=_kinds(money_files.FILES),
    )
    def get(self, request: Request, pk: int, name: str) -> HttpResponse:
        """One of the files about the money of an event."""
        event = event_at(request, pk)
        cashier_of(request, event)
        kind, make = found(money_files.FILES.get(name))
        till, terms = till_of(event.tournament), terms_of(event)
        if till is None or not terms:
            raise Http404
        return _file(kind, make(event, till, terms))
