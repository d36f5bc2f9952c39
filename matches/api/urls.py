"""Routes of the API of matches."""

from rest_framework.routers import SimpleRouter

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

urlpatterns = router.urls
