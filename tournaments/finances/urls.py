"""Pages of finances."""

from django.urls import include, path

from tournaments.finances.views import actions, documents

EVENT = "clubs/<slug:club>/<slug:evening>/<slug:event>/"

cash_desk_pages = [
    path("", documents.show, name="money"),
    path("prizes/", documents.show, {"name": "prizes"}, name="money-prizes"),
    path("auction/", documents.show, {"name": "auction"}, name="money-auction"),
    path("cash/", documents.show, {"name": "cash"}, name="money-cash"),
    path("terms/", documents.show, {"name": "terms"}, name="money-terms"),
    path("ledger/", documents.show, {"name": "ledger"}, name="money-ledger"),
    path("receipts/<int:number>/", documents.receipt, name="money-receipt"),
    path("files/<str:name>", documents.file, name="money-file"),
    path("act/<slug:deed>/", actions.act, name="money-act"),
]

urlpatterns = [
    path(f"{EVENT}prizes/", documents.public, name="prizes"),
    path(f"{EVENT}desk/money/", include(cash_desk_pages)),
]
