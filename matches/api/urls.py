"""Routes of the API of matches."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from matches.api import evidence
from matches.api.decisions import DeskViewSet
from matches.api.figures import FigureViewSet
from matches.api.players import PlayerViewSet
from matches.api.problem_codes import ProblemCode
from matches.api.records import BundleViewSet, RecordViewSet
from matches.api.sessions import SessionViewSet
from matches.api.views import MatchViewSet

router = SimpleRouter()
router.register("players", PlayerViewSet, basename="api-player")
router.register("matches", MatchViewSet, basename="api-match")
router.register("matches", DeskViewSet, basename="api-match-desk")
router.register(
    r"matches/(?P<code>[a-z0-9]{1,16})/records/(?P<record>[0-9]{1,15})/figures",
    FigureViewSet,
    basename="api-figure",
)
router.register("records", RecordViewSet, basename="api-record")
router.register("desks/(?P<desk>[a-z0-9]{1,16})/bundles", BundleViewSet, basename="api-bundle")
router.register("sessions", SessionViewSet, basename="api-session")

RECORD = "matches/<slug:code>/records/<int:record>/"
DRAFT = "matches/<slug:code>/draft/"

urlpatterns = [
    path("problems/<slug:code>/", ProblemCode.as_view(), name="api-problem"),
    path(f"{RECORD}report/", evidence.ReportRecord.as_view(), name="api-record-report"),
    path(f"{RECORD}analysis/", evidence.Analysing.as_view(), name="api-analysis"),
    path(f"{RECORD}analysis/cancel/", evidence.CancelAnalysis.as_view(), name="api-cancel-analysis"),
    path(f"{RECORD}as/<slug:kind>/", evidence.RecordFile.as_view(), name="api-record-file"),
    path(DRAFT, evidence.Drafting.as_view(), name="api-draft"),
    path(f"{DRAFT}hand-in/", evidence.HandIn.as_view(), name="api-hand-in"),
    *router.urls,
]
