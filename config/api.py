"""The index of the API, its documentation, and the OpenAPI schema completed with tags and examples."""

from typing import Any

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

from matches.api.schema import WEBHOOKS, tag_of
from matches.api.viewsets import ApiMixin

# The schema is cached, as generating it takes a second.
SCHEMA_SECONDS = 300
# Names of URLs by collection.
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
        """List the URLs of all collections, of the schema and of the documentation."""
        return Response({name: request.build_absolute_uri(reverse(url)) for name, url in INDEX.items()})


# Swagger UI sets style attributes.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class ApiDocs(SpectacularSwaggerSplitView):
    """The schema as Swagger UI, from local static files."""

    url_name = "schema"
    title = "Crawford API"


Schema = dict[str, Any]
PLAYER = {"code": "k7m2p9xa", "name": "Anna Rossi"}
OPPONENT = {"code": "p4n8w3tc", "name": "Bruno Bianchi"}
TOURNAMENT = {
    "slug": "monday-night",
    "name": "Monday night",
    "starts_at": "2026-12-01T20:30:00+01:00",
    "ends_on": None,
    "is_draft": False,
    "cancelled_at": None,
    "archived_at": None,
}
CLUB = {"slug": "roma", "name": "Backgammon Club Roma", "topic": "club:3"}
EVENT = {
    "id": 12,
    "slug": "main",
    "name": "Monday night",
    "topic": "event:12",
    "format": "knockout_consolation",
    "length": [7],
    "consolation_length": [5],
    "status": "published",
    "version": 57,
    "takes": None,
    "boards": 1,
    "starts_at": None,
    "cancel_reason": "",
    "cancelled_at": None,
}
MATCH = {
    "code": "k7m2p9xa",
    "desk": "d5f8q2rt",
    "title": "Monday night, quarterfinal",
    "event": 12,
    "flight": "main",
    "round": 2,
    "pairing": "M2-3",
    "white": PLAYER,
    "black": OPPONENT,
    "length": 7,
    "white_start": 0,
    "black_start": 0,
    "table": 3,
    "status": "settled",
    "white_score": 7,
    "black_score": 4,
    "is_loser_score_known": True,
    "score_is_unconfirmed": False,
    "winner": "white",
    "ending": "played",
    "version": 12,
    "called_at": "2026-12-01T20:40:00+01:00",
    "started_at": "2026-12-01T20:44:00+01:00",
    "settled_at": "2026-12-01T21:31:00+01:00",
}
# Examples of the main request and response bodies, by the name of the schema component.
EXAMPLES: dict[str, Any] = {
    "Player": PLAYER,
    "Club": CLUB,
    "Tournament": TOURNAMENT,
    "Event": EVENT,
    "EventDetail": {
        **EVENT,
        "club": CLUB,
        "tournament": TOURNAMENT,
        "desk": "d5f8q2rt",
        "draw_commitment": "9f2c…",
    },
    "Match": MATCH,
    "JournalEntry": {
        "seq": 41,
        "command": 38,
        "kind": "presence_marked",
        "payload": {"entries": [1], "presence": "here"},
        "version": 58,
    },
    "Report": {
        "number": 1,
        "side": "white",
        "channel": "table",
        "white_score": 7,
        "black_score": 4,
        "state": "open",
        "contradicts_sheet": False,
        "at": "2026-12-01T21:30:00+01:00",
    },
    "Problem": {
        "type": "/api/v1/problems/version_outdated/",
        "title": "Precondition Failed",
        "status": 412,
        "detail": "This has changed meanwhile.",
        "code": "version_outdated",
        "rule": None,
        "context": {"version": 58},
    },
    "ClubCreate": {"name": "Backgammon Club Roma"},
    "TournamentCreate": {
        "name": "Monday night",
        "starts_at": "2026-12-01T20:30:00+01:00",
        "tables": 8,
        "policy": "both",
        "format": "knockout_consolation",
        "length": [7],
        "consolation_length": [5],
    },
    "EventCreate": {"name": "Jackpot", "format": "jackpot"},
    "EntriesCreate": {"names": ["Anna Rossi; club: Roma; rating: 1712", "Bruno Bianchi"]},
    "PresenceUpdate": {"presence": "here"},
    "Draw": {"flight": "main", "seeding": "rating", "count": 4},
    "Round": {"flight": "main", "mode": "next", "away": [7]},
    "Change": {"act": "swap", "flight": "main", "entry": 1, "other": 3},
    "Undo": {"command": 38},
    "Correction": {"match": "k7m2p9xa", "white_score": 7, "black_score": 5, "reason": "Misread"},
    "Score": {"white_score": 7, "black_score": 4},
    "GameCreate": {"winner": "white", "kind": "gammon", "cube": 2},
    "Award": {"ending": "walkover", "winner": "white", "reason": "No-show"},
    "RulingCreate": {"white_score": 7, "black_score": 5, "rule": "match.adjudication"},
    "Call": {"table": 3},
    "CasualMatchCreate": {"white": "k7m2p9xa", "black": "p4n8w3tc", "length": 5},
    "SeasonCreate": {
        "name": "2027",
        "starts_on": "2027-01-01",
        "ends_on": "2027-12-31",
        "preset": "league",
    },
    "TeamUpdate": {"members": ["Anna Rossi (c)", "Bruno Bianchi", "Carla Verdi"]},
    "LineUp": {"entry": 1, "boards": ["k7m2p9xa", "p4n8w3tc", None]},
    "WebhookCreate": {"address": "https://example.org/crawford", "kinds": ["match.settled"]},
    "PatchedScreenUpdate": {"parts": ["calls", "results"], "seconds": 15},
    "AnnouncementCreate": {"english": "Dinner at eight", "minutes": 30},
}


def complete_schema(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add tags with descriptions, examples and webhooks (a postprocessing hook of drf-spectacular)."""
    schemas = result["components"]["schemas"]
    for name in EXAMPLES.keys() & schemas.keys():
        schemas[name]["examples"] = [EXAMPLES[name]]
    result["tags"] = _list_tags(generator)
    if WEBHOOKS:
        result["webhooks"] = {name: {"post": WEBHOOKS[name]} for name in sorted(WEBHOOKS)}
    return result


def _list_tags(generator: Any) -> list[Schema]:
    """Return the tags, each described by the docstring of the view of its resource."""
    descriptions: dict[str, str] = {}
    for path, _, _, view in generator.endpoints:
        basename = getattr(view, "initkwargs", {}).get("basename", "")
        tag = tag_of(path, basename)
        is_own = basename.removeprefix("api-") in {tag, tag.removesuffix("s"), tag.removesuffix("ies") + "y"}
        if tag not in descriptions or is_own:
            paragraph = (view.cls.__doc__ or "").strip().split("\n\n")[0]
            descriptions[tag] = " ".join(paragraph.split())
    return [{"name": tag, "description": descriptions[tag]} for tag in sorted(descriptions)]
