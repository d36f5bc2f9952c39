"""The cash of every operator day by day: what he began with, took and paid, should have, and has counted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Sum
from django.utils import timezone

from matches.models import User
from tournaments.finances.models import CashCount, CashCountKind, CashDesk, PaymentMethod, Receipt


@dataclass(slots=True)
class CashAccount:
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
        """What should lie in the cash account."""
        return self.began + self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        """What was found too much, or too little below zero."""
        return None if self.counted is None else self.counted - self.expected


def list_cash_accounts(cash_desk: CashDesk) -> list[CashAccount]:
    """Every cash account, the latest day first. Two queries."""
    accounts: dict[tuple[date, int], CashAccount] = {}
    totals = (
        Receipt.objects.filter(cash_desk=cash_desk.pk)
        .annotate(total=Sum("lines__amount"))
        .select_related("by")
    )
    for receipt in totals.order_by("number"):
        account = _get_or_add(accounts, timezone.localtime(receipt.at).date(), receipt.by)
        account.receipts += 1
        _put(account, receipt.method, receipt.total)
    for count in CashCount.objects.filter(cash_desk=cash_desk.pk).select_related("operator").order_by("id"):
        account = _get_or_add(accounts, timezone.localtime(count.at).date(), count.operator)
        if count.kind == CashCountKind.FLOAT.value:
            account.began += count.amount
        else:
            account.counted = count.amount
    return sorted(accounts.values(), key=lambda one: (-one.day.toordinal(), one.operator.get_username()))


def sum_by_method(cash_desk: CashDesk) -> Mapping[str, int]:
    """What moved at a cash desk in all by method: in less out."""
    rows = Receipt.objects.filter(cash_desk=cash_desk.pk).order_by().values_list("method")
    return dict(rows.annotate(moved=Sum("lines__amount")))


def _put(account: CashAccount, method: str, total: int) -> None:
    if method != PaymentMethod.CASH.value:
        account.otherwise[method] = account.otherwise.get(method, 0) + total
    elif total > 0:
        account.came_in += total
    else:
        account.went_out -= total


def _get_or_add(accounts: dict[tuple[date, int], CashAccount], day: date, operator: User) -> CashAccount:
    return accounts.setdefault((day, operator.pk), CashAccount(day, operator))
