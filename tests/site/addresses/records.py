"""Match files, the recorder and analyses."""

from tests.site.addresses.address import (
    DIRECTORS_403,
    DIRECTORS_404,
    EVERYBODY,
    OWNER,
    PLAYERS_403,
    PUBLIC,
    READERS,
    UPLOADER_404,
    WHITE_403,
    Address,
    Call,
)
from tests.site.bodies import KEYS_DOCUMENT, WRITTEN

VIDEO = {"address": "https://video.example/1"}
MARKED = {"game": "1", "action": "1"}

ADDRESSES = (
    Address(
        "/records/",
        get=PUBLIC,
        post=Call("403 403 ok ok ok ok ok ok ok ok", 302, {"file": "<file>"}),
        api="/api/v1/transcripts/",
    ),
    Address(
        "/api/v1/transcripts/",
        get=PUBLIC,
        post=Call("403 403 ok ok ok ok ok ok ok ok", 201, {"file": "<file>"}),
    ),
    Address("/m/{match}/record/{record}/", get=PUBLIC),
    Address("/m/{match}/record/{record}/text/", get=PUBLIC),
    Address("/m/{match}/record/{record}/as/mat/", get=PUBLIC),
    Address(
        "/m/{match}/declarations/white/",
        post=Call(WHITE_403, 409),
        api="PUT /api/v1/matches/{match}/declarations/white/",
    ),
    Address(
        "/m/{match}/declarations/white/withdraw/",
        post=Call(WHITE_403, 302),
        api="DELETE /api/v1/matches/{match}/declarations/white/",
    ),
    Address("/api/v1/matches/{match}/declarations/", get=PUBLIC),
    Address(
        "/api/v1/matches/{match}/declarations/white/",
        put=Call(WHITE_403, 409),
        delete=Call(WHITE_403, 204),
    ),
    Address(
        "/m/{match}/record/{record}/video/",
        post=Call(PLAYERS_403, 302, VIDEO, form="matches.records.forms.VideoForm"),
        api="PUT /api/v1/matches/{match}/transcripts/{record}/video/",
    ),
    Address(
        "/m/{match}/record/{record}/video/remove/",
        post=Call(PLAYERS_403, 302),
        api="DELETE /api/v1/matches/{match}/transcripts/{record}/video/",
    ),
    Address(
        "/m/{match}/record/{record}/video/marks/",
        post=Call(
            PLAYERS_403,
            409,
            {**MARKED, "time": "1:02"},
            form="matches.records.forms.VideoMarkForm",
        ),
        api="PUT /api/v1/matches/{match}/transcripts/{record}/video/",
    ),
    Address(
        "/m/{match}/record/{record}/video/marks/remove/",
        post=Call(PLAYERS_403, 409, MARKED, form="matches.records.forms.VideoPlaceForm"),
        api="PUT /api/v1/matches/{match}/transcripts/{record}/video/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/{record}/video/",
        get=PUBLIC,
        put=Call(PLAYERS_403, 200, VIDEO),
        delete=Call(PLAYERS_403, 204),
    ),
    Address("/m/{match}/record/{record}/gammonview/", get=PUBLIC),
    Address("/api/v1/matches/{match}/transcripts/{record}/gammonview/", get=PUBLIC),
    Address("/m/{match}/record/{record}/cards/txt/", get=Call(EVERYBODY, 404)),
    Address("/api/v1/matches/{match}/transcripts/{record}/cards/txt/", get=Call(EVERYBODY, 404)),
    Address("/m/{match}/record/{record}/game/1/", get=PUBLIC),
    Address("/m/{match}/record/{record}/positions/1/", get=PUBLIC),
    Address("/m/{match}/record/{record}/position/1/1/", get=PUBLIC),
    Address("/m/{match}/record/{record}/position/1/1/board.png", get=PUBLIC),
    Address("/m/{match}/record/{record}/position/1/1/share/", get=PUBLIC),
    Address("/m/{match}/record/{record}/position/1/1/embed/", get=PUBLIC),
    Address(
        "/m/{match}/recorder/",
        get=PUBLIC,
        post=Call(PLAYERS_403, 302, WRITTEN),
        api="PUT /api/v1/matches/{match}/draft/",
    ),
    Address(
        "/api/v1/matches/{match}/draft/",
        get=PUBLIC,
        put=Call(PLAYERS_403, 200, {"start": 0, "lines": ["white 31 8/5 6/5"]}),
    ),
    Address("/records/{unassigned}/", get=Call(UPLOADER_404)),
    Address("/records/{unassigned}/game/1/", get=Call(UPLOADER_404)),
    Address(
        "/d/{desk}/records/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 302, {"file": "<zip>"}),
        api="/api/v1/desks/{desk}/archives/",
    ),
    Address(
        "/api/v1/desks/{desk}/archives/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 201, {"file": "<zip>"}),
    ),
    Address("/d/{desk}/records/{archive}/", get=Call(DIRECTORS_404)),
    Address(
        "/records/{unassigned}/match/",
        post=Call(UPLOADER_404, 302, {"match": "{match}"}),
        api="/api/v1/transcripts/{unassigned}/link/",
    ),
    Address("/api/v1/transcripts/{unassigned}/link/", post=Call(UPLOADER_404, 200, {"match": "{match}"})),
    Address(
        "/d/{desk}/records/{archive}/1/match/",
        post=Call(DIRECTORS_404, 302, {"match": "{match}"}),
        api="/api/v1/desks/{desk}/archives/{archive}/files/1/link/",
    ),
    Address(
        "/api/v1/desks/{desk}/archives/{archive}/files/1/link/",
        post=Call(DIRECTORS_404, 200, {"match": "{match}"}),
    ),
    Address(
        "/m/{match}/record/",
        post=Call(PLAYERS_403, 302, {"file": "<file>", "table": "{card}"}, fields=("text", "table")),
        api="/api/v1/matches/{match}/transcripts/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/", get=PUBLIC, post=Call(PLAYERS_403, 201, {"file": "<file>"})
    ),
    Address(
        "/m/{match}/record/{record}/move/",
        post=Call(PLAYERS_403, 302, {"match": "{match}", "table": "{card}"}),
        api="/api/v1/matches/{match}/transcripts/{record}/move/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/{record}/move/",
        post=Call(PLAYERS_403, 200, {"match": "{match}"}),
    ),
    Address(
        "/m/{match}/record/{record}/players/",
        post=Call(WHITE_403, 302, {"swapped": "no", "table": "{card}"}),
        api="PUT /api/v1/matches/{match}/transcripts/{record}/players/",
    ),
    Address(
        "/m/{match}/record/{record}/players/withdraw/",
        post=Call(WHITE_403, 302, {"table": "{card}"}),
        api="DELETE /api/v1/matches/{match}/transcripts/{record}/players/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/{record}/players/",
        put=Call(WHITE_403, 200, {"swapped": False}),
        delete=Call(WHITE_403, 204),
    ),
    # The file names other players than those of the match.
    Address(
        "/m/{match}/record/{record}/report/",
        post=Call(PLAYERS_403, 409, {"table": "{card}"}, fields=("key", "table")),
        api="/api/v1/matches/{match}/transcripts/{record}/report/",
    ),
    Address("/api/v1/matches/{match}/transcripts/{record}/report/", post=Call(PLAYERS_403, 409)),
    Address(
        "/m/{match}/record/{record}/figures/",
        post=Call(
            PLAYERS_403,
            302,
            {"table": "{card}", "side": "white", "engine": "XG", "decisions": 100, "rating": "5.2"},
        ),
        api="/api/v1/matches/{match}/transcripts/{record}/figures/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/{record}/figures/",
        get=Call(EVERYBODY),
        post=Call(PLAYERS_403, 201, {"side": "white", "engine": "XG", "decisions": 100, "rating": 5.2}),
    ),
    Address(
        "/m/{match}/record/{record}/analysis/",
        post=Call(PLAYERS_403, 302, {"table": "{card}"}),
        api="/api/v1/matches/{match}/transcripts/{record}/analysis/",
    ),
    Address(
        "/api/v1/matches/{match}/transcripts/{record}/analysis/",
        get=Call(EVERYBODY, 404),
        post=Call(PLAYERS_403, 201),
        delete=Call(PLAYERS_403, 404),
    ),
    Address(
        "/m/{match}/record/{record}/analysis/cancel/",
        post=Call(PLAYERS_403, 302, {"table": "{card}"}),
        api="DELETE /api/v1/matches/{match}/transcripts/{record}/analysis/",
    ),
    # The file names other players than those of the match, so it is not certified.
    Address(
        "/m/{match}/record/{record}/certificate/",
        post=Call(PLAYERS_403, 409, {"table": "{card}"}),
        api="/api/v1/matches/{match}/transcripts/{record}/certificate/",
    ),
    Address("/api/v1/matches/{match}/transcripts/{record}/certificate/", post=Call(PLAYERS_403, 409)),
    # The match file of the certificate was removed.
    Address("/certificates/{certificate}/", get=PUBLIC),
    Address("/certificates/{certificate}/file/", get=Call(READERS, 410)),
    Address("/certificates/{certificate}/sheet.pdf", get=Call(READERS, 404)),
    Address(
        "/certificates/{certificate}/withdraw/",
        post=Call(PLAYERS_403, 302, {"table": "{card}"}),
        api="DELETE /api/v1/certificates/{certificate}/",
    ),
    Address("/api/v1/certificates/{certificate}/", get=Call(EVERYBODY), delete=Call(PLAYERS_403, 204)),
    Address("/api/v1/certificates/{certificate}/file/", get=Call(EVERYBODY, 404)),
    Address(
        "/records/check/",
        get=PUBLIC,
        post=Call(EVERYBODY, 200, {"file": "<file>"}),
        api="/api/v1/match-file-checks/",
    ),
    Address("/api/v1/match-file-checks/", post=Call(EVERYBODY, 200, {"file": "<file>"})),
    Address("/.well-known/crawford-keys.json", get=PUBLIC),
    Address(
        "/host/keys/",
        get=Call(OWNER),
        post=Call(
            OWNER,
            302,
            {"site": "Siena", "document": KEYS_DOCUMENT},
            form="matches.records.forms.SiteKeysForm",
        ),
        without_api="page only: for the host",
    ),
    Address(
        "/host/keys/remove/", post=Call(OWNER, 302, {"site": "Siena"}), without_api="page only: for the host"
    ),
    Address(
        "/m/{match}/recorder/lines/",
        post=Call(PLAYERS_403, 200, WRITTEN),
        api="PUT /api/v1/matches/{match}/draft/",
    ),
    Address(
        "/m/{match}/recorder/submit/",
        post=Call(PLAYERS_403, 409, {"start": 0, "table": "{card}"}),
        api="/api/v1/matches/{match}/draft/submit/",
    ),
    Address("/api/v1/matches/{match}/draft/submit/", post=Call(PLAYERS_403, 409)),
    Address("/api/v1/matches/{match}/transcripts/{record}/", get=PUBLIC, delete=Call(DIRECTORS_403, 204)),
    Address(
        "/m/{match}/record/{record}/withdraw/",
        post=Call(DIRECTORS_403, 302, {"table": "{card}"}),
        api="DELETE /api/v1/matches/{match}/transcripts/{record}/",
    ),
    Address("/api/v1/matches/{match}/transcripts/{record}/files/mat/", get=PUBLIC),
    Address("/api/v1/transcripts/{unassigned}/", get=Call(UPLOADER_404), delete=Call(UPLOADER_404, 204)),
    Address(
        "/records/{unassigned}/remove/",
        post=Call(UPLOADER_404, 302),
        api="DELETE /api/v1/transcripts/{unassigned}/",
    ),
    Address(
        "/records/{unassigned}/analysis/",
        post=Call(UPLOADER_404, 302),
        api="/api/v1/transcripts/{unassigned}/analysis/",
    ),
    Address(
        "/records/{unassigned}/analysis/cancel/",
        post=Call(UPLOADER_404, 302),
        api="DELETE /api/v1/transcripts/{unassigned}/analysis/",
    ),
    Address(
        "/api/v1/transcripts/{unassigned}/analysis/",
        get=Call(UPLOADER_404, 404),
        post=Call(UPLOADER_404, 201),
        delete=Call(UPLOADER_404, 404),
    ),
    Address("/api/v1/desks/{desk}/archives/{archive}/", get=Call(DIRECTORS_404)),
    Address(
        "/clubs/{night}/records/",
        get=PUBLIC,
        post=Call(EVERYBODY, 303, {"format": "sgf"}),
        api="/api/v1/clubs/{club}/tournaments/{evening}/record-exports/",
    ),
    Address(
        "/api/v1/clubs/{club}/tournaments/{evening}/record-exports/",
        post=Call(EVERYBODY, 201, {"format": "sgf"}),
    ),
    Address("/clubs/{night}/records/{export}/", get=PUBLIC),
    Address("/clubs/{night}/records/{export}/records.zip", get=PUBLIC),
    Address("/api/v1/clubs/{club}/tournaments/{evening}/record-exports/{export}/", get=PUBLIC),
)
