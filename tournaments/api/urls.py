"""Routes of the tournament room under /api/v1/."""

from django.urls import path

from tournaments.api import (
    chart_doors,
    club_doors,
    clubs,
    desk_doors,
    events,
    file_doors,
    import_doors,
    ladder_doors,
    league_doors,
    member_doors,
    money_doors,
    money_looks,
    plan_doors,
    planning,
    screen_doors,
    season_doors,
    stage_doors,
    team_doors,
    webhook_doors,
)

urlpatterns = [
    path("clubs/", clubs.ClubList.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", clubs.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/evenings/", clubs.Evenings.as_view(), name="api-evenings"),
    path("clubs/<slug:slug>/evenings/<slug:evening>/", clubs.EveningDetail.as_view(), name="api-evening"),
    path("clubs/<slug:slug>/standings/<slug:season>/", clubs.SeasonStandings.as_view(), name="api-standings"),
    path("clubs/<slug:slug>/ratings/", clubs.Ratings.as_view(), name="api-ratings"),
    path(
        "clubs/<slug:slug>/ratings/<int:rating_list>/", clubs.NamedRatings.as_view(), name="api-rating-list"
    ),
    path("clubs/<slug:slug>/players/<slug:code>/", clubs.PlayerCareer.as_view(), name="api-club-player"),
    path("events/<int:pk>/", events.EventDetail.as_view(), name="api-event"),
    path("events/<int:pk>/entries/", events.Entries.as_view(), name="api-entries"),
    path("events/<int:pk>/standings/", events.Standings.as_view(), name="api-event-standings"),
    path("events/<int:pk>/pairings/", events.Pairings.as_view(), name="api-pairings"),
    *club_doors.urlpatterns,
    *member_doors.urlpatterns,
    *season_doors.urlpatterns,
    *chart_doors.urlpatterns,
    *league_doors.urlpatterns,
    *ladder_doors.urlpatterns,
    *desk_doors.urlpatterns,
    *stage_doors.urlpatterns,
    *plan_doors.urlpatterns,
    *planning.urlpatterns,
    *team_doors.urlpatterns,
    *screen_doors.urlpatterns,
    *money_looks.urlpatterns,
    *money_doors.urlpatterns,
    *file_doors.urlpatterns,
    *import_doors.urlpatterns,
    *webhook_doors.urlpatterns,
]
