"""Routes of the API of matches."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from matches.api import evidence, players
from matches.api import problem_codes as codes
from matches.api.decisions import DeskViewSet
from matches.api.figures import FigureViewSet
from matches.api.records import BundleViewSet, RecordViewSet
from matches.api.sessions import SessionViewSet
from matches.api.views import MatchViewSet

router = SimpleRouter()
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
PLAYER = "players/<slug:code>/"

urlpatterns = [
    path("problems/<slug:code>/", codes.ProblemCode.as_view(), name="api-problem"),
    path(f"{RECORD}report/", evidence.ReportRecord.as_view(), name="api-record-report"),
    path(f"{RECORD}analysis/", evidence.Analysing.as_view(), name="api-analysis"),
    path(f"{RECORD}analysis/cancel/", evidence.CancelAnalysis.as_view(), name="api-cancel-analysis"),
    path(f"{RECORD}as/<slug:kind>/", evidence.RecordFile.as_view(), name="api-record-file"),
    path(DRAFT, evidence.Drafting.as_view(), name="api-draft"),
    path(f"{DRAFT}hand-in/", evidence.HandIn.as_view(), name="api-hand-in"),
    path(PLAYER, players.PlayerDetail.as_view(), name="api-player"),
    path(f"{PLAYER}shown/", players.ShowAs.as_view(), name="api-show-as"),
    path(f"{PLAYER}data/", players.OwnData.as_view(), name="api-own-data"),
    path(f"{PLAYER}forget/", players.Forget.as_view(), name="api-forget"),
    path(f"{PLAYER}spelled/", players.Correct.as_view(), name="api-correct-spelling"),
    path(f"{PLAYER}spellings/", players.Spellings.as_view(), name="api-spellings"),
    path(f"{PLAYER}spellings/<slug:other>/", players.Join.as_view(), name="api-join-spellings"),
    path(f"{PLAYER}spellings/<slug:other>/apart/", players.Apart.as_view(), name="api-keep-apart"),
    path(f"{PLAYER}spellings/<slug:other>/part/", players.Part.as_view(), name="api-part-spellings"),
    *router.urls,
]
