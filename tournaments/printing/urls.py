"""URL patterns of printing: pages, PDF files and images."""

from django.urls import path

from tournaments.printing.views import (
    badges,
    booklets,
    certificates,
    match_certificates,
    members,
    podium,
    printouts,
    tournament_images,
)

CLUB = "clubs/<slug:club>/"
TOURNAMENT = "clubs/<slug:club>/<slug:tournament>/"
EVENT = f"{TOURNAMENT}<slug:event>/"
DESK = "clubs/<slug:club>/<slug:tournament>/<slug:event>/desk/"

urlpatterns = [
    path("laws/booklet.pdf", booklets.rules_booklet, name="rules-booklet"),
    path(
        "certificates/<str:certificate>/sheet.pdf",
        match_certificates.certificate_sheet,
        name="certificate-sheet",
    ),
    path(f"{CLUB}members/list.pdf", members.member_list_pdf, name="member-list-pdf"),
    path(f"{CLUB}members/labels.pdf", members.member_labels_pdf, name="member-labels-pdf"),
    path(f"{CLUB}poster.pdf", tournament_images.club_poster, name="club-poster"),
    path(f"{CLUB}rules.pdf", booklets.club_booklet, name="club-booklet"),
    path(f"{TOURNAMENT}rules.pdf", booklets.tournament_booklet, name="tournament-booklet"),
    path(f"{TOURNAMENT}image.png", tournament_images.link_image, name="tournament-image"),
    path(f"{TOURNAMENT}poster.pdf", tournament_images.poster, name="tournament-poster"),
    path(f"{CLUB}seasons/<slug:season>/table.pdf", printouts.season_pdf, name="season-pdf"),
    path(f"{CLUB}ratings/<int:number>/list.pdf", printouts.rating_pdf, name="rating-pdf"),
    path(f"{EVENT}report.pdf", printouts.report_pdf, name="event-report-pdf"),
    path(f"{EVENT}podium.png", podium.podium, name="event-podium"),
    path(f"{DESK}certificates/", certificates.certificates, name="certificates"),
    path(f"{DESK}certificates.pdf", certificates.certificates_pdf, name="certificates-pdf"),
    path(f"{DESK}cards/", printouts.cards, name="table-cards"),
    path(f"{DESK}badges/", badges.badges, name="badges"),
    path(f"{DESK}paper/", printouts.index, name="printouts"),
    path(f"{DESK}paper/<slug:name>.pdf", printouts.file, name="printout"),
]
