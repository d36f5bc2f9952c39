"""Routes of clubs, tournaments and events under /api/v1/."""

from rest_framework.routers import SimpleRouter

from tournaments.api import (
    file_doors,
    import_doors,
    ladder_doors,
    league_doors,
    team_doors,
)
from tournaments.api.clubs import ClubViewSet
from tournaments.api.corrections import CorrectionViewSet
from tournaments.api.desk import DeskViewSet
from tournaments.api.entries import EntryViewSet
from tournaments.api.events import EventViewSet, PairingViewSet
from tournaments.api.members import InvitationViewSet, MemberViewSet, OfferViewSet
from tournaments.api.plans import PlanViewSet
from tournaments.api.rounds import RollingViewSet, RoundViewSet
from tournaments.api.seasons import RatingListViewSet, SeasonViewSet
from tournaments.api.tournaments import (
    CasualMatchViewSet,
    OfficialViewSet,
    TournamentViewSet,
    WeeklyTournamentViewSet,
)
from tournaments.api.viewsets import CLUB, EVENT

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
router.register("events", EventViewSet, basename="api-event")
router.register("events", PlanViewSet, basename="api-event-plan")
router.register("events", RoundViewSet, basename="api-event-round")
router.register("events", RollingViewSet, basename="api-event-rolling")
router.register("events", CorrectionViewSet, basename="api-event-correction")
router.register("events", DeskViewSet, basename="api-event-desk")
router.register(f"{EVENT}/entries", EntryViewSet, basename="api-entry")
router.register(f"{EVENT}/pairings", PairingViewSet, basename="api-pairing")

urlpatterns = [
    *router.urls,
    *league_doors.urlpatterns,
    *ladder_doors.urlpatterns,
    *team_doors.urlpatterns,
    *file_doors.urlpatterns,
    *import_doors.urlpatterns,
]
