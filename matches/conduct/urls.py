"""Routes of the pages of rulings and of a desk's rules."""

from django.urls import path

from matches.conduct import views

urlpatterns = [
    path("conduct/", views.show_assistant, name="conduct"),
    path("m/<str:code>/conduct/", views.show_match_assistant, name="match-conduct"),
    path("d/<str:code>/conduct/", views.list_rulings, name="desk-conduct"),
    path("d/<str:code>/laws/", views.edit_laws, name="desk-laws"),
]
