"""Public pages of an event, and the list of events."""

from tests.site.addresses.address import DIRECTORS, EVERYBODY, PUBLIC, Address, Call

ADDRESSES = (
    Address("/clubs/{competition}/", get=PUBLIC),
    Address("/clubs/{competition}/bracket/", get=PUBLIC),
    Address("/clubs/{competition}/entries/", get=PUBLIC),
    Address("/clubs/{competition}/results/", get=PUBLIC),
    Address("/clubs/{competition}/standings/", get=PUBLIC),
    Address("/clubs/{competition}/report/", get=PUBLIC),
    Address("/clubs/{competition}/report.pdf", get=PUBLIC),
    Address("/clubs/{competition}/arbiter/", get=PUBLIC),
    Address("/clubs/{competition}/arbiter.pdf", get=PUBLIC),
    Address(
        "/clubs/{competition}/arbiter/file/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 409, {"file": "<file>"}),
        without_api="page only: in a shell `manage.py check_event` does it",
    ),
    Address("/clubs/{competition}/draw-audit/", get=PUBLIC),
    Address("/clubs/{competition}/journal/", get=PUBLIC),
    Address("/clubs/{competition}/embed/", get=PUBLIC),
    Address("/clubs/{competition}/embed/code/", get=PUBLIC),
    # Photographs are of the winners of finished events; this one is in play.
    Address(
        "/clubs/{competition}/photos/",
        get=Call(EVERYBODY, 404),
        post=Call(EVERYBODY, 404),
        api=(
            "/api/v1/events/{event}/winners/{player}/photo/",
            "DELETE /api/v1/events/{event}/winners/{player}/photo/",
        ),
    ),
    Address("/clubs/{competition}/photos/{player}.jpg", get=Call(EVERYBODY, 404)),
    Address("/api/v1/events/{event}/winners/", get=PUBLIC),
    Address(
        "/api/v1/events/{event}/winners/{player}/photo/",
        post=Call("404 404 404 ok 404 ok 404 404 404 ok", 409, {"file": "<file>"}),
        delete=Call("404 404 404 ok 404 ok 404 404 404 ok", 204),
    ),
    Address("/clubs/{competition}/podium.png", get=Call(EVERYBODY, 404)),
    Address("/api/v1/events/", get=PUBLIC),
)
