"""Routes of players, matches, records and sessions under /api/v1/."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from matches.api.match_records import DraftViewSet, MatchRecordViewSet
from matches.api.matches import MATCH, MatchDeskViewSet, MatchViewSet, ReportViewSet
from matches.api.players import PlayerViewSet
from matches.api.problem_codes import ProblemCode
from matches.api.records import BundleViewSet, RecordViewSet
from matches.api.sessions import SessionViewSet

router = SimpleRouter()
router.register("players", PlayerViewSet, basename="api-player")
router.register("matches", MatchViewSet, basename="api-match")
router.register("matches", MatchDeskViewSet, basename="api-match-desk")
router.register("matches", DraftViewSet, basename="api-match-draft")
router.register(f"{MATCH}/reports", ReportViewSet, basename="api-report")
router.register(f"{MATCH}/records", MatchRecordViewSet, basename="api-match-record")
router.register("records", RecordViewSet, basename="api-record")
router.register("desks/(?P<desk>[a-z0-9]{1,16})/bundles", BundleViewSet, basename="api-bundle")
router.register("sessions", SessionViewSet, basename="api-session")

urlpatterns = [
    path("problems/<slug:code>/", ProblemCode.as_view(), name="api-problem"),
    *router.urls,
]
