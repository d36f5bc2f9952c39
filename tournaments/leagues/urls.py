"""Pages of leagues."""

from django.urls import path

from tournaments.leagues import views

CLUB = "clubs/<slug:club>/"
EVENT = f"{CLUB}<slug:tournament>/<slug:event>/"
DESK = f"{EVENT}desk/league/"

urlpatterns = [
    path(f"{CLUB}leagues/", views.index, name="leagues"),
    path(f"{CLUB}leagues/new/", views.open_league, name="open-league"),
    path(f"{CLUB}mine/", views.own_fixtures, name="own-fixtures"),
    path(f"{CLUB}mine/<slug:action_name>/", views.run_fixture_command, name="own-fixture-action"),
    path(f"{EVENT}league/", views.show_season, name="league"),
    path(f"{EVENT}league/<int:number>.csv", views.download_table, name="league-csv"),
    path(DESK, views.desk, name="desk-league"),
    path(f"{DESK}next/", views.start_next, name="desk-league-next"),
    path(f"{DESK}<slug:action_name>/", views.run_desk_action, name="desk-league-action"),
]
