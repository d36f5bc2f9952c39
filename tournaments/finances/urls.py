"""URL patterns of the finance pages."""

from django.urls import include, path

from tournaments.finances.views import actions, open_fees, pages

CLUB = "clubs/<slug:club>/"
TOURNAMENT = f"{CLUB}<slug:tournament>/"
EVENT = f"{TOURNAMENT}<slug:event>/"

cash_desk_pages = [
    path("", pages.show, name="money"),
    path("prizes/", pages.show, {"name": "prizes"}, name="money-prizes"),
    path("auction/", pages.show, {"name": "auction"}, name="money-auction"),
    path("cash/", pages.show, {"name": "cash"}, name="money-cash"),
    path("terms/", pages.show, {"name": "terms"}, name="money-terms"),
    path("ledger/", pages.show, {"name": "ledger"}, name="money-ledger"),
    path("receipts/<int:number>/", pages.receipt, name="money-receipt"),
    path("files/<str:name>", pages.file, name="money-file"),
    path("act/<slug:action>/", actions.run_action, name="money-action"),
]

urlpatterns = [
    path(f"{CLUB}open-fees/", open_fees.show_club, name="open-fees"),
    path(f"{CLUB}open-fees.csv", open_fees.download_club, name="open-fees-csv"),
    path(f"{TOURNAMENT}open-fees/", open_fees.show_tournament, name="tournament-open-fees"),
    path(f"{TOURNAMENT}open-fees.csv", open_fees.download_tournament, name="tournament-open-fees-csv"),
    path(f"{EVENT}prizes/", pages.public, name="prizes"),
    path(f"{EVENT}desk/money/", include(cash_desk_pages)),
]
