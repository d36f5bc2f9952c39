"""URL patterns of verification: the report for an arbiter."""

from django.urls import path

from tournaments.verification import views

TOURNAMENT = "clubs/<slug:club>/<slug:tournament>/"
EVENT = f"{TOURNAMENT}<slug:event>/"

urlpatterns = [
    path(f"{TOURNAMENT}arbiter/", views.show_tournament, name="tournament-arbiter-report"),
    path(f"{TOURNAMENT}arbiter.pdf", views.tournament_pdf, name="tournament-arbiter-report-pdf"),
    path(f"{EVENT}arbiter/", views.show, name="arbiter-report"),
    path(f"{EVENT}arbiter.pdf", views.event_pdf, name="arbiter-report-pdf"),
    path(f"{EVENT}arbiter/file/", views.check_event_file, name="check-event-file"),
]
