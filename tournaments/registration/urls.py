"""Pages of registration."""

from django.urls import path

from tournaments.registration.views import desk, sign_up

TOURNAMENT = "clubs/<slug:club>/<slug:tournament>/"
REGISTRATION = f"{TOURNAMENT}registration/"

urlpatterns = [
    path(f"{TOURNAMENT}sign-up/", sign_up.sign_up, name="sign-up"),
    path(REGISTRATION, desk.desk, name="registration"),
    path(f"{REGISTRATION}settings/", desk.settings, name="registration-settings"),
    path(f"{REGISTRATION}poster/", desk.poster, name="registration-poster"),
    path(f"{REGISTRATION}sign-ups.csv", desk.download, name="registration-csv"),
    path(f"{REGISTRATION}<str:reference>/", desk.change_sign_up, name="registration-sign-up"),
    path("signed-up/<str:token>/", sign_up.own_sign_up, name="own-sign-up"),
    path("signed-up/<str:token>/withdraw/", sign_up.withdraw, name="withdraw-sign-up"),
]
