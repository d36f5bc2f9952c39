"""Pages of screens."""

from django.urls import path

from tournaments.screens.views import controller, television

DESK = "clubs/<slug:club>/<slug:evening>/<slug:event>/desk/screens/"

urlpatterns = [
    path("tv/", television.register_television, name="tv-door"),
    path("tv/<str:code>/", television.screen, name="tv"),
    path("tv/<str:code>/here/", television.heartbeat, name="tv-here"),
    path(DESK, controller.show, name="desk-screens"),
    path(f"{DESK}put-up/", controller.add_screen, name="desk-put-up"),
    path(f"{DESK}announce/", controller.announce, name="desk-announce"),
    path(f"{DESK}take-back/", controller.withdraw_announcement, name="desk-take-back"),
    path(f"{DESK}<str:code>/", controller.change, name="desk-screen"),
]
