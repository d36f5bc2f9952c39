"""Routes of players and matches under /api/v1/."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from matches.api.problem_codes import ProblemCode
from matches.api.views import MATCH, MatchDeskViewSet, MatchViewSet, PlayerViewSet, ReportViewSet

router = SimpleRouter()
router.register("players", PlayerViewSet, basename="api-player")
router.register("matches", MatchViewSet, basename="api-match")
router.register("matches", MatchDeskViewSet, basename="api-match-desk")
router.register(f"{MATCH}/reports", ReportViewSet, basename="api-report")

urlpatterns = [
    path("problems/<slug:code>/", ProblemCode.as_view(), name="api-problem"),
    *router.urls,
]
