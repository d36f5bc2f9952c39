"""Admin of finances; amounts are in the smallest coin."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.finances.models import (
    CashCount,
    CashDesk,
    Cashier,
    Charge,
    FundTerms,
    Lot,
    LotPlayer,
    Receipt,
    ReceiptLine,
    Sale,
)


@admin.register(CashDesk)
class CashDeskAdmin(ReadOnlyAdmin):
    """Cash desks of tournaments."""

    list_display = ["tournament", "opened_by", "opened_at"]
    list_select_related = ["tournament", "opened_by"]
    search_fields = ["tournament__name"]


@admin.register(Cashier)
class CashierAdmin(ReadOnlyAdmin):
    """Cashiers, current and former."""

    list_display = ["cash_desk", "user", "given_by", "given_at", "ended_by", "ended_at"]
    list_select_related = ["cash_desk__tournament", "user", "given_by", "ended_by"]
    search_fields = ["user__username"]


@admin.register(FundTerms)
class FundTermsAdmin(ReadOnlyAdmin):
    """The terms of funds, including replaced ones."""

    list_display = [
        "event",
        "fund",
        "seq",
        "kind",
        "name",
        "fee",
        "returned",
        "sharing",
        "is_open",
        "by",
        "at",
    ]
    list_filter = ["kind"]
    list_select_related = ["event", "by"]
    search_fields = ["event__name", "name"]


@admin.register(Charge)
class ChargeAdmin(ReadOnlyAdmin):
    """Changes of the dues of players."""

    list_display = ["event", "fund", "player", "seq", "kind", "amount", "by", "at"]
    list_filter = ["kind"]
    list_select_related = ["event", "player", "by"]
    search_fields = ["player__name"]


@admin.register(Receipt)
class ReceiptAdmin(ReadOnlyAdmin):
    """Receipts, reversed ones included."""

    list_display = ["cash_desk", "number", "method", "person", "reverses", "by", "at"]
    list_filter = ["method"]
    list_select_related = ["cash_desk__tournament", "reverses", "by"]
    search_fields = ["number", "person"]


@admin.register(ReceiptLine)
class ReceiptLineAdmin(ReadOnlyAdmin):
    """Lines of receipts."""

    list_display = ["receipt", "event", "fund", "player", "lot", "kind", "amount", "is_reversal"]
    list_filter = ["kind"]
    list_select_related = ["receipt", "event", "player", "lot"]
    search_fields = ["player__name"]


@admin.register(CashCount)
class CashCountAdmin(ReadOnlyAdmin):
    """Cash counts of cash accounts."""

    list_display = ["cash_desk", "operator", "kind", "amount", "by", "at"]
    list_filter = ["kind"]
    list_select_related = ["cash_desk__tournament", "operator", "by"]


@admin.register(Lot)
class LotAdmin(ReadOnlyAdmin):
    """Items for sale at auctions."""

    list_display = ["event", "fund", "number"]
    list_select_related = ["event"]


@admin.register(LotPlayer)
class LotPlayerAdmin(ReadOnlyAdmin):
    """The players of each auction lot."""

    list_display = ["event", "fund", "lot", "player"]
    list_select_related = ["event", "lot", "player"]
    search_fields = ["player__name"]


@admin.register(Sale)
class SaleAdmin(ReadOnlyAdmin):
    """Sales at auctions, replaced ones included."""

    list_display = ["lot__event", "lot", "seq", "buyer", "price", "bought_back", "by", "at"]
    list_select_related = ["lot__event", "by"]
    search_fields = ["buyer"]
