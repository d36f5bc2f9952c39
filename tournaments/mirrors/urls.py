"""Pages of mirrors: the publication of a tournament, the copies of a club, and those of the site."""

from django.urls import path

from tournaments.mirrors import views

COPIES = "clubs/<slug:club>/copies/"
PUBLICATION = "clubs/<slug:club>/<slug:tournament>/publish-to/"

urlpatterns = [
    path("host/copies/", views.show_usage, name="host-copies"),
    path(COPIES, views.show_copies, name="copies"),
    path(f"{COPIES}<slug:copy>/<slug:action_name>/", views.run_copy_action, name="copy-action"),
    path(PUBLICATION, views.show_publication, name="publication"),
    path(f"{PUBLICATION}<slug:action_name>/", views.run_publication_action, name="publication-action"),
]
