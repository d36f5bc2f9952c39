"""URL patterns of screens."""

from django.urls import path

from tournaments.screens import views

DESK = "clubs/<slug:club>/<slug:tournament>/<slug:event>/desk/screens/"

urlpatterns = [
    path("tv/", views.register_television, name="register-television"),
    path("tv/<str:code>/", views.screen, name="television"),
    path("tv/<str:code>/here/", views.heartbeat, name="television-heartbeat"),
    path(DESK, views.show_controller, name="desk-screens"),
    path(f"{DESK}add/", views.add_screen, name="desk-add-screen"),
    path(f"{DESK}announce/", views.announce, name="desk-announce"),
    path(f"{DESK}withdraw-announcement/", views.withdraw_announcement, name="desk-withdraw-announcement"),
    path(f"{DESK}<str:code>/", views.change_screen, name="desk-screen"),
]
