"""Routes of finances under /api/v1/."""

from rest_framework.routers import SimpleRouter

from tournaments.finances.api.funds import AuctionViewSet, FeeViewSet, PoolViewSet
from tournaments.finances.api.open_fees import OpenFeeViewSet, TournamentOpenFeeViewSet
from tournaments.finances.api.payments import (
    AccountViewSet,
    CashDeskViewSet,
    FinanceCommandViewSet,
    FinanceFileViewSet,
    PrizeViewSet,
    ReceiptViewSet,
)
from tournaments.web.api.viewsets import CLUB, EVENT

router = SimpleRouter()
router.register("events", FeeViewSet, basename="api-event-fees")
router.register("events", FinanceCommandViewSet, basename="api-event-finances")
router.register("events", CashDeskViewSet, basename="api-event-cash-desk")
router.register(f"{EVENT}/pools", PoolViewSet, basename="api-pool")
router.register(f"{EVENT}/auctions", AuctionViewSet, basename="api-auction")
router.register(f"{EVENT}/accounts", AccountViewSet, basename="api-account")
router.register(f"{EVENT}/receipts", ReceiptViewSet, basename="api-receipt")
router.register(f"{EVENT}/prizes", PrizeViewSet, basename="api-prize")
router.register(f"{CLUB}/open-fees", OpenFeeViewSet, basename="api-open-fees")
router.register(
    rf"{CLUB}/tournaments/(?P<tournament>[-\w]+)/open-fees",
    TournamentOpenFeeViewSet,
    basename="api-tournament-open-fees",
)

# File names end without a slash.
file_router = SimpleRouter(trailing_slash=False)
file_router.register(f"{EVENT}/ledger/files", FinanceFileViewSet, basename="api-finance-file")

urlpatterns = [*router.urls, *file_router.urls]
