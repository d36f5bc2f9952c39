"""Money sessions and chouettes."""

from tests.site.addresses.address import (
    EVERYBODY,
    PUBLIC,
    RECORDERS_404,
    SEATED_404,
    SESSION_HOSTS,
    Address,
    Call,
)
from tests.site.bodies import THREW

ADDRESSES = (
    Address(
        "/s/",
        get=PUBLIC,
        post=Call(EVERYBODY, 302, {"token": "{invitation}"}),
        without_api="the header `X-Session`",
    ),
    Address("/s/new/", get=PUBLIC, post=Call(EVERYBODY, 302, {"kind": "chouette"}), api="/api/v1/sessions/"),
    Address("/api/v1/sessions/", get=PUBLIC, post=Call(EVERYBODY, 201, {"kind": "chouette"})),
    Address("/s/history/", get=PUBLIC),
    Address("/api/v1/sessions/history/", get=PUBLIC),
    Address("/s/{session}/", get=Call(SEATED_404)),
    Address(
        "/s/{session}/split/",
        get=Call(RECORDERS_404),
        post=Call(RECORDERS_404, 409, {"name": "Newcomer"}),
        api="/api/v1/sessions/{session}/split/",
    ),
    Address("/api/v1/sessions/{session}/split/", post=Call(SESSION_HOSTS, 409, {"name": "Newcomer"})),
    Address("/s/{session}/settlement/", get=Call(SEATED_404)),
    Address(
        "/s/{session}/play/",
        post=Call(SEATED_404, 302, {"event": '{{"kind": "Threw", "player": "{seated}", "die": 3}}'}),
        api="/api/v1/sessions/{session}/entries/",
    ),
    Address("/api/v1/sessions/{session}/entries/", post=Call(SEATED_404, 201, {"event": THREW})),
    Address(
        "/s/{session}/join/",
        post=Call("404 404 404 409 404 ok 404 ok 404 ok", 302, {"name": "Newcomer"}),
        api="/api/v1/sessions/{session}/join/",
    ),
    Address(
        "/api/v1/sessions/{session}/join/",
        post=Call("404 404 404 409 404 ok 404 ok 404 ok", 201, {"name": "Newcomer"}),
    ),
    Address(
        "/s/{session}/guest/",
        post=Call(SESSION_HOSTS, 302, {"name": "Newcomer"}),
        api="/api/v1/sessions/{session}/guests/",
    ),
    Address("/api/v1/sessions/{session}/guests/", post=Call(SESSION_HOSTS, 201, {"name": "Newcomer"})),
    Address(
        "/s/{session}/leave/",
        post=Call(SEATED_404, 302, {"name": "{seated}"}),
        api="/api/v1/sessions/{session}/leave/",
    ),
    Address("/api/v1/sessions/{session}/leave/", post=Call(SEATED_404, 201, {"name": "{seated}"})),
    Address("/s/{session}/lots/", post=Call(SEATED_404, 302), api="/api/v1/sessions/{session}/lots/"),
    Address("/api/v1/sessions/{session}/lots/", post=Call(SEATED_404, 201)),
    Address("/s/{session}/partner/", post=Call(SEATED_404, 409), api="/api/v1/sessions/{session}/partner/"),
    Address("/api/v1/sessions/{session}/partner/", post=Call(SEATED_404, 409)),
    Address("/s/{session}/two/", post=Call(SESSION_HOSTS, 409), api="/api/v1/sessions/{session}/two/"),
    Address("/api/v1/sessions/{session}/two/", post=Call(SESSION_HOSTS, 409)),
    Address("/s/{session}/undo/", post=Call(SESSION_HOSTS, 302), api="/api/v1/sessions/{session}/undo/"),
    Address("/api/v1/sessions/{session}/undo/", post=Call(SESSION_HOSTS, 201)),
    Address("/s/{session}/close/", post=Call(SESSION_HOSTS, 302), api="/api/v1/sessions/{session}/close/"),
    Address("/api/v1/sessions/{session}/close/", post=Call(SESSION_HOSTS, 201)),
    Address("/s/{session}/invite/", post=Call(SESSION_HOSTS), api="/api/v1/sessions/{session}/invite/"),
    Address("/api/v1/sessions/{session}/invite/", post=Call(SESSION_HOSTS, 201)),
    Address(
        "/s/{session}/phone/",
        post=Call(SESSION_HOSTS, body={"name": "{seated}"}),
        without_api="the code is scanned by the new phone",
    ),
    Address("/api/v1/sessions/{session}/", get=Call(SEATED_404)),
    Address("/api/v1/sessions/{session}/settlement/", get=Call(SEATED_404)),
)
