"""The cash of every operator day by day: what he began with, took and paid, should have, and has counted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Sum
from django.utils import timezone

from matches.models import User
from tournaments.finances.models import Count, CountKind, Method, Receipt, Till


@dataclass(slots=True)
class Drawer:
    """One operator on one day (of the house's time zone). `counted` is None until somebody counts."""

    day: date
    operator: User
    began: int = 0
    came_in: int = 0
    went_out: int = 0
    receipts: int = 0
    counted: int | None = None
    otherwise: dict[str, int] = field(default_factory=dict)

    @property
    def expected(self) -> int:
        """What should lie in the drawer."""
        return self.began + self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        """What was found too much, or too little below zero."""
        return None if self.counted is None else self.counted - self.expected


def drawers(till: Till) -> list[Drawer]:
    """Every drawer, the latest day first. Two queries."""
    found: dict[tuple[date, int], Drawer] = {}
    totals = Receipt.objects.filter(till=till.pk).annotate(total=Sum("moves__amount")).select_related("by")
    for receipt in totals.order_by("number"):
        drawer = _drawer(found, timezone.localtime(receipt.at).date(), receipt.by)
        drawer.receipts += 1
        _put(drawer, receipt.method, receipt.total)
    for count in Count.objects.filter(till=till.pk).select_related("operator").order_by("id"):
        drawer = _drawer(found, timezone.localtime(count.at).date(), count.operator)
        if count.kind == CountKind.FLOAT.value:
            drawer.began += count.amount
        else:
            drawer.counted = count.amount
    return sorted(found.values(), key=lambda one: (-one.day.toordinal(), one.operator.get_username()))


def totals(till: Till) -> Mapping[str, int]:
    """What moved at a till in all by method: in less out."""
    rows = Receipt.objects.filter(till=till.pk).order_by().values_list("method")
    return dict(rows.annotate(moved=Sum("moves__amount")))


def _put(drawer: Drawer, method: str, total: int) -> None:
    if method != Method.CASH.value:
        drawer.otherwise[method] = drawer.otherwise.get(method, 0) + total
    elif total > 0:
        drawer.came_in += total
    else:
        drawer.went_out -= total


def _drawer(found: dict[tuple[date, int], Drawer], day: date, operator: User) -> Drawer:
    return found.setdefault((day, operator.pk), Drawer(day, operator))
