"""Pages of webhooks."""

from django.urls import path

from tournaments.webhooks import views

CLUB = "clubs/<slug:club>/webhooks/"

urlpatterns = [
    path(CLUB, views.index, name="webhooks"),
    path(f"{CLUB}<slug:code>/", views.show_webhook, name="webhook"),
    path(f"{CLUB}<slug:code>/<slug:action_name>/", views.run_action, name="webhook-action"),
]
