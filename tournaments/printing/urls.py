"""Pages of printing."""

from django.urls import path

from tournaments.printing.views import club_lists, printouts, table_cards

CLUB = "clubs/<slug:club>/"
DESK = "clubs/<slug:club>/<slug:evening>/<slug:event>/desk/"

urlpatterns = [
    path(f"{CLUB}seasons/<slug:season>/table.pdf", club_lists.season_pdf, name="season-pdf"),
    path(f"{CLUB}ratings/<int:number>/list.pdf", club_lists.rating_pdf, name="rating-pdf"),
    path(f"{DESK}cards/", table_cards.cards, name="table-cards"),
    path(f"{DESK}paper/", printouts.index, name="papers"),
    path(f"{DESK}paper/<slug:name>.pdf", printouts.file, name="paper"),
]
