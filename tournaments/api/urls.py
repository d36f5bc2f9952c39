"""Routes of the tournament room under /api/v1/."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("clubs/", views.ClubList.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", views.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/evenings/", views.Evenings.as_view(), name="api-evenings"),
    path("clubs/<slug:slug>/evenings/<slug:evening>/", views.EveningDetail.as_view(), name="api-evening"),
    path("clubs/<slug:slug>/standings/<slug:season>/", views.SeasonStandings.as_view(), name="api-standings"),
    path("clubs/<slug:slug>/ratings/", views.Ratings.as_view(), name="api-ratings"),
    path(
        "clubs/<slug:slug>/ratings/<int:rating_list>/", views.NamedRatings.as_view(), name="api-rating-list"
    ),
    path("clubs/<slug:slug>/players/<slug:code>/", views.PlayerCareer.as_view(), name="api-club-player"),
    path("events/<int:pk>/", views.EventDetail.as_view(), name="api-event"),
    path("events/<int:pk>/entries/", views.Entries.as_view(), name="api-entries"),
    path("events/<int:pk>/pairings/", views.Pairings.as_view(), name="api-pairings"),
]
