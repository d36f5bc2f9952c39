"""URL patterns of ladders."""

from django.urls import path

from tournaments.ladders import views

LADDERS = "clubs/<slug:club>/ladders/"
LADDER = f"{LADDERS}<slug:ladder>/"

urlpatterns = [
    path(LADDERS, views.index, name="ladders"),
    path(f"{LADDERS}new/", views.open_ladder, name="open-ladder"),
    path(LADDER, views.show_ladder, name="ladder"),
    path(f"{LADDER}ladder.csv", views.download_table, name="ladder-csv"),
    path(f"{LADDER}challenge/", views.challenge, name="ladder-challenge"),
    path(f"{LADDER}answer/", views.answer_challenge, name="ladder-answer"),
    path(f"{LADDER}badge/", views.issue_badge, name="ladder-badge"),
    path(f"{LADDER}desk/<slug:action>/", views.run_desk_action, name="ladder-action"),
]
