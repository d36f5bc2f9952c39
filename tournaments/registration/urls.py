"""Pages of registration."""

from django.urls import path

from tournaments.registration import views

TOURNAMENT = "clubs/<slug:club>/<slug:tournament>/"
REGISTRATION = f"{TOURNAMENT}registration/"

urlpatterns = [
    path(f"{TOURNAMENT}sign-up/", views.sign_up, name="sign-up"),
    path(REGISTRATION, views.desk, name="registration"),
    path(f"{REGISTRATION}settings/", views.settings, name="registration-settings"),
    path(f"{REGISTRATION}poster/", views.poster, name="registration-poster"),
    path(f"{REGISTRATION}sign-ups.csv", views.download, name="registration-csv"),
    path(f"{REGISTRATION}<str:reference>/", views.change_sign_up, name="registration-sign-up"),
    path("signed-up/<str:token>/", views.own_sign_up, name="own-sign-up"),
    path("signed-up/<str:token>/withdraw/", views.withdraw, name="withdraw-sign-up"),
]
