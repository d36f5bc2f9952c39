"""Routes of clubs, tournaments and events under /api/v1/."""

from rest_framework.routers import SimpleRouter

from tournaments.importing.api.event_files import EventFileViewSet
from tournaments.importing.api.imports import ImportViewSet
from tournaments.importing.api.record_exports import RecordExportViewSet
from tournaments.people.api.casual_matches import CasualMatchViewSet
from tournaments.people.api.clubs import ClubViewSet, InvitationViewSet, MemberViewSet, OfferViewSet
from tournaments.people.api.member_records import (
    MemberFieldViewSet,
    MemberMailViewSet,
    MemberRecordViewSet,
    YearFeeViewSet,
)
from tournaments.people.api.officials import OfficialViewSet
from tournaments.play.api.breaks import BreakViewSet
from tournaments.play.api.desk import DeskViewSet, EventCommandsViewSet, RollingViewSet, RoundViewSet
from tournaments.play.api.entries import EntryViewSet, MeetingViewSet, TeamViewSet
from tournaments.play.api.events import CorrectionViewSet, EventViewSet, PairingViewSet, PlanViewSet
from tournaments.play.api.sponsors import SponsorViewSet
from tournaments.play.api.tournaments import TournamentViewSet
from tournaments.play.api.weekly_tournaments import WeeklyTournamentViewSet
from tournaments.ratings.api import RatingListViewSet
from tournaments.reports.api import EventReportViewSet, WinnerPhotoViewSet
from tournaments.seasons.api import SeasonViewSet
from tournaments.web.api.viewsets import CLUB, EVENT

router = SimpleRouter()
router.register("clubs", ClubViewSet, basename="api-club")
router.register(f"{CLUB}/members", MemberViewSet, basename="api-member")
router.register(f"{CLUB}/member-records", MemberRecordViewSet, basename="api-member-record")
router.register(f"{CLUB}/member-fields", MemberFieldViewSet, basename="api-member-field")
router.register(f"{CLUB}/member-mails", MemberMailViewSet, basename="api-member-mail")
router.register(f"{CLUB}/year-fees", YearFeeViewSet, basename="api-year-fee")
router.register(f"{CLUB}/offers", OfferViewSet, basename="api-offer")
router.register(f"{CLUB}/invitations", InvitationViewSet, basename="api-invitation")
router.register(f"{CLUB}/tournaments", TournamentViewSet, basename="api-tournament")
router.register(f"{CLUB}/tournaments", RecordExportViewSet, basename="api-record-export")
router.register(
    rf"{CLUB}/tournaments/(?P<tournament>[-\w]+)/officials", OfficialViewSet, basename="api-official"
)
router.register(
    rf"{CLUB}/tournaments/(?P<tournament>[-\w]+)/sponsors", SponsorViewSet, basename="api-sponsor"
)
router.register(f"{CLUB}/weekly-tournaments", WeeklyTournamentViewSet, basename="api-weekly-tournament")
router.register(f"{CLUB}/casual-matches", CasualMatchViewSet, basename="api-casual-match")
router.register(f"{CLUB}/seasons", SeasonViewSet, basename="api-season")
router.register(f"{CLUB}/rating-lists", RatingListViewSet, basename="api-rating-list")
router.register(f"{CLUB}/imports", ImportViewSet, basename="api-import")
router.register("events", EventViewSet, basename="api-event")
router.register("events", EventReportViewSet, basename="api-event-report")
router.register("events", PlanViewSet, basename="api-event-plan")
router.register("events", EventCommandsViewSet, basename="api-event-command")
router.register("events", RoundViewSet, basename="api-event-round")
router.register("events", RollingViewSet, basename="api-event-rolling")
router.register("events", CorrectionViewSet, basename="api-event-correction")
router.register("events", DeskViewSet, basename="api-event-desk")
router.register(f"{EVENT}/entries", EntryViewSet, basename="api-entry")
router.register(f"{EVENT}/pairings", PairingViewSet, basename="api-pairing")
router.register(f"{EVENT}/winners", WinnerPhotoViewSet, basename="api-winner")
router.register(f"{EVENT}/teams", TeamViewSet, basename="api-team")
router.register(f"{EVENT}/breaks", BreakViewSet, basename="api-break")
router.register(f"{EVENT}/meetings", MeetingViewSet, basename="api-meeting")

# File names end without a slash.
file_router = SimpleRouter(trailing_slash=False)
file_router.register(f"{EVENT}/files", EventFileViewSet, basename="api-event-file")

urlpatterns = [
    *router.urls,
    *file_router.urls,
]
