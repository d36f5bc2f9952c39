"""Routes of clubs, tournaments and events under /api/v1/."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.api import (
    desk_doors,
    events,
    file_doors,
    import_doors,
    ladder_doors,
    league_doors,
    money_doors,
    money_looks,
    plan_doors,
    planning,
    stage_doors,
    team_doors,
)
from tournaments.api.clubs import ClubViewSet
from tournaments.api.members import InvitationViewSet, MemberViewSet, OfferViewSet
from tournaments.api.seasons import RatingListViewSet, SeasonViewSet
from tournaments.api.tournaments import (
    CasualMatchViewSet,
    OfficialViewSet,
    TournamentViewSet,
    WeeklyTournamentViewSet,
)
from tournaments.api.viewsets import CLUB

router = SimpleRouter()
router.register("clubs", ClubViewSet, basename="api-club")
router.register(f"{CLUB}/members", MemberViewSet, basename="api-member")
router.register(f"{CLUB}/offers", OfferViewSet, basename="api-offer")
router.register(f"{CLUB}/invitations", InvitationViewSet, basename="api-invitation")
router.register(f"{CLUB}/tournaments", TournamentViewSet, basename="api-tournament")
router.register(
    rf"{CLUB}/tournaments/(?P<tournament>[-\w]+)/officials", OfficialViewSet, basename="api-official"
)
router.register(f"{CLUB}/weekly-tournaments", WeeklyTournamentViewSet, basename="api-weekly-tournament")
router.register(f"{CLUB}/casual-matches", CasualMatchViewSet, basename="api-casual-match")
router.register(f"{CLUB}/seasons", SeasonViewSet, basename="api-season")
router.register(f"{CLUB}/rating-lists", RatingListViewSet, basename="api-rating-list")

urlpatterns = [
    *router.urls,
    path("events/<int:pk>/", events.EventDetail.as_view(), name="api-event"),
    path("events/<int:pk>/entries/", events.Entries.as_view(), name="api-entries"),
    path("events/<int:pk>/standings/", events.Standings.as_view(), name="api-event-standings"),
    path("events/<int:pk>/pairings/", events.Pairings.as_view(), name="api-pairings"),
    *league_doors.urlpatterns,
    *ladder_doors.urlpatterns,
    *desk_doors.urlpatterns,
    *stage_doors.urlpatterns,
    *plan_doors.urlpatterns,
    *planning.urlpatterns,
    *team_doors.urlpatterns,
    *money_looks.urlpatterns,
    *money_doors.urlpatterns,
    *file_doors.urlpatterns,
    *import_doors.urlpatterns,
]
