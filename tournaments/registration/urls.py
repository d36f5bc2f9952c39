"""Pages of registration."""

from django.urls import path

from tournaments.registration.views import desk, event_prices, questions, sign_up, ways_to_pay

TOURNAMENT = "clubs/<slug:club>/<slug:tournament>/"
REGISTRATION = f"{TOURNAMENT}registration/"
CLUB_WAYS, TOURNAMENT_WAYS = "clubs/<slug:club>/ways-to-pay/", f"{REGISTRATION}ways-to-pay/"
QUESTIONS = f"{REGISTRATION}questions/"

urlpatterns = [
    path(f"{TOURNAMENT}sign-up/", sign_up.sign_up, name="sign-up"),
    path(REGISTRATION, desk.desk, name="registration"),
    path(f"{REGISTRATION}settings/", desk.settings, name="registration-settings"),
    path(f"{REGISTRATION}poster/", desk.poster, name="registration-poster"),
    path(f"{REGISTRATION}prices/<int:event>/", event_prices.prices, name="event-prices"),
    path(f"{REGISTRATION}sign-ups.csv", desk.download, name="registration-csv"),
    path(TOURNAMENT_WAYS, ways_to_pay.index, name="tournament-ways-to-pay"),
    path(f"{TOURNAMENT_WAYS}<int:way_to_pay>/", ways_to_pay.change, name="tournament-way-to-pay"),
    path(f"{TOURNAMENT_WAYS}<int:way_to_pay>/move/", ways_to_pay.move, name="move-tournament-way-to-pay"),
    path(
        f"{TOURNAMENT_WAYS}<int:way_to_pay>/remove/", ways_to_pay.remove, name="remove-tournament-way-to-pay"
    ),
    path(CLUB_WAYS, ways_to_pay.index, name="club-ways-to-pay"),
    path(f"{CLUB_WAYS}<int:way_to_pay>/", ways_to_pay.change, name="club-way-to-pay"),
    path(f"{CLUB_WAYS}<int:way_to_pay>/move/", ways_to_pay.move, name="move-club-way-to-pay"),
    path(f"{CLUB_WAYS}<int:way_to_pay>/remove/", ways_to_pay.remove, name="remove-club-way-to-pay"),
    path(QUESTIONS, questions.index, name="registration-questions"),
    path(f"{QUESTIONS}<int:question>/", questions.change, name="registration-question"),
    path(f"{QUESTIONS}<int:question>/move/", questions.move, name="move-registration-question"),
    path(f"{QUESTIONS}<int:question>/remove/", questions.remove, name="remove-registration-question"),
    path(f"{REGISTRATION}<str:reference>/", desk.change_sign_up, name="registration-sign-up"),
    path("signed-up/<str:token>/", sign_up.own_sign_up, name="own-sign-up"),
    path("signed-up/<str:token>/add/", sign_up.add_events, name="add-sign-up-events"),
    path("signed-up/<str:token>/return/", sign_up.return_to_event, name="return-sign-up"),
    path("signed-up/<str:token>/withdraw/", sign_up.withdraw, name="withdraw-sign-up"),
]
