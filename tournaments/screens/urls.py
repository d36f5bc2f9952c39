"""URL patterns of screens."""

from django.urls import path

from tournaments.screens import views

DESK = "clubs/<slug:club>/<slug:evening>/<slug:event>/desk/screens/"

urlpatterns = [
    path("tv/", views.register_television, name="tv-door"),
    path("tv/<str:code>/", views.screen, name="tv"),
    path("tv/<str:code>/here/", views.heartbeat, name="tv-here"),
    path(DESK, views.show_controller, name="desk-screens"),
    path(f"{DESK}put-up/", views.add_screen, name="desk-put-up"),
    path(f"{DESK}announce/", views.announce, name="desk-announce"),
    path(f"{DESK}take-back/", views.withdraw_announcement, name="desk-take-back"),
    path(f"{DESK}<str:code>/", views.change_screen, name="desk-screen"),
]
