"""Seasons, rating lists, honours, attendance and other statistics of a club."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, PUBLIC, READERS, Address, Call
from tests.site.bodies import API_SEASON, CONSTANTS, COUNTING, SEASON
from tournaments.exchange.lists.files import pack_file

# The text by which the form of a list keeps the file.
A_LIST = pack_file(b"Name\nZoe Quist")

ADDRESSES = (
    Address("/clubs/{club}/standings/", get=PUBLIC),
    Address("/clubs/{club}/ratings/", get=PUBLIC),
    Address("/clubs/{club}/ratings/{list}/", get=PUBLIC),
    Address("/clubs/{club}/ratings/{list}/list.csv", get=PUBLIC),
    Address("/clubs/{club}/ratings/{list}/list.pdf", get=PUBLIC),
    Address("/clubs/{club}/seasons/{season}/changes/", get=PUBLIC),
    Address("/clubs/{club}/seasons/{season}/table.csv", get=PUBLIC),
    Address("/clubs/{club}/seasons/{season}/table.pdf", get=PUBLIC),
    Address("/clubs/{club}/players/{player}/", get=PUBLIC),
    Address("/clubs/{club}/rivals/", get=PUBLIC),
    Address("/clubs/{club}/positions/", get=PUBLIC),
    Address("/clubs/{club}/honours/", get=PUBLIC),
    Address("/clubs/{club}/years/{year}/", get=PUBLIC),
    Address("/clubs/{club}/attendance/", get=PUBLIC),
    Address("/clubs/{club}/attendance/attendance.csv", get=PUBLIC),
    Address("/clubs/{club}/quiz/", get=PUBLIC),
    Address("/clubs/{club}/performance/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/performance/", get=PUBLIC),
    Address(
        "/clubs/{club}/season/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, SEASON, fields=("name", "starts_on", "ends_on", "rules")),
        api="/api/v1/clubs/{club}/seasons/",
    ),
    Address("/api/v1/clubs/{club}/seasons/", get=PUBLIC, post=Call(DIRECTORS_403, 201, API_SEASON)),
    Address(
        "/clubs/{club}/seasons/{season}/rules/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, COUNTING),
        api="PATCH /api/v1/clubs/{club}/seasons/{season}/",
    ),
    Address(
        "/api/v1/clubs/{club}/seasons/{season}/",
        get=PUBLIC,
        patch=Call(DIRECTORS_403, 200, {"name": "Renamed"}),
        delete=Call(DIRECTORS_403, 409),
    ),
    Address(
        "/clubs/{club}/seasons/{season}/divisions/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303),
        api="PUT /api/v1/clubs/{club}/seasons/{season}/divisions/",
    ),
    Address(
        "/api/v1/clubs/{club}/seasons/{season}/divisions/",
        get=PUBLIC,
        put=Call(DIRECTORS_403, 200, {"places": []}),
    ),
    Address(
        "/clubs/{club}/ratings/new/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"name": "Doubles", "preset": "elo", "counts": "pairs"}),
        api="/api/v1/clubs/{club}/rating-lists/",
    ),
    Address(
        "/api/v1/clubs/{club}/rating-lists/", get=PUBLIC, post=Call(DIRECTORS_403, 201, {"name": "Second"})
    ),
    Address(
        "/clubs/{club}/ratings/{list}/constants/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, CONSTANTS),
        api="PATCH /api/v1/clubs/{club}/rating-lists/{list}/",
    ),
    Address(
        "/api/v1/clubs/{club}/rating-lists/{list}/",
        get=PUBLIC,
        patch=Call(DIRECTORS_403, 200, {"name": "Renamed"}),
    ),
    Address(
        "/clubs/{club}/ratings/{list}/starting/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303),
        api="PUT /api/v1/clubs/{club}/rating-lists/{list}/starting-ratings/",
    ),
    Address(
        "/api/v1/clubs/{club}/rating-lists/{list}/starting-ratings/",
        put=Call(DIRECTORS_403, 200, {"ratings": {}}),
    ),
    Address(
        "/clubs/{club}/imports/players/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"text": A_LIST, "column_0": "name", "take": "1"}),
        api="/api/v1/clubs/{club}/imports/players/",
    ),
    Address(
        "/api/v1/clubs/{club}/imports/players/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {"file": "<table>", "columns": ["", "", "name", "", ""]}),
    ),
    Address("/api/v1/clubs/{club}/seasons/{season}/standings/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/rating-lists/{list}/ratings/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/players/{player}/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/attendance/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/rivals/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/positions/", get=Call(READERS, 400)),
    Address("/api/v1/clubs/{club}/honours/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/years/{year}/", get=PUBLIC),
    Address("/api/v1/clubs/{club}/seasons/{season}/changes/", get=PUBLIC),
    Address(
        "/api/v1/clubs/{club}/imports/players/preview/", post=Call(DIRECTORS_403, 200, {"file": "<table>"})
    ),
    Address(
        "/api/v1/clubs/{club}/rating-lists/{list}/preview/",
        post=Call(DIRECTORS_403, 200, {"name": "Renamed"}),
    ),
    Address(
        "/api/v1/clubs/{club}/seasons/{season}/preview/", post=Call(DIRECTORS_403, 200, {"name": "Renamed"})
    ),
)
