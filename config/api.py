"""The index of the API and its documentation for people."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.viewsets import ApiMixin

# Describing some 250 operations takes a second of a processor.
SCHEMA_SECONDS = 300
# The collections by the names of their addresses.
INDEX = {
    "clubs": "api-club-list",
    "events": "api-event-list",
    "players": "api-player-list",
    "matches": "api-match-list",
    "transcripts": "api-transcript-list",
    "sessions": "api-session-list",
    "schema": "schema",
    "docs": "api-docs",
}

schema = cache_page(SCHEMA_SECONDS)(SpectacularAPIView.as_view())


class ApiIndex(ApiMixin):
    """The collections of the API."""

    @extend_schema(operation_id="index", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        """The addresses of all collections, of the description and of the documentation."""
        return Response({name: request.build_absolute_uri(reverse(url)) for name, url in INDEX.items()})


# Swagger UI sizes its parts by style attributes.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """The description as pages to read and to try out, from our own static files."""

    url_name = "schema"
    title = "Crawford API"
