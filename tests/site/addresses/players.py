"""Players, their badges and the spellings of their names."""

from tests.site.addresses.address import DIRECTORS_404, EVERYBODY, PUBLIC, WHITE_404, Address, Call

BADGES_404 = "404 404 404 ok ok 404 404 404 404 404"

ADDRESSES = (
    Address("/players/", get=PUBLIC),
    Address(
        "/b/",
        get=PUBLIC,
        post=Call(EVERYBODY, 302, {"token": "{token}"}, fields=("token",)),
        without_api="page only: a phone stores its badge; a program sends it as a header",
    ),
    Address(
        "/b/mail/",
        get=Call(BADGES_404),
        post=Call(BADGES_404, 303, {"announcements": "on", "email": "player@mailbox.example"}),
        api="PUT /api/v1/mail/",
    ),
    Address("/mail/stop/{mail_token}/", get=PUBLIC, post=Call(EVERYBODY, 303), api="PUT /api/v1/mail/"),
    Address(
        "/api/v1/mail/",
        get=Call("403 403 ok ok ok ok ok ok ok ok"),
        put=Call(
            "403 403 409 ok ok 409 409 409 409 409",
            200,
            {"announcements": True, "email": "player@mailbox.example"},
        ),
    ),
    Address("/p/{player}/", get=PUBLIC),
    Address("/p/{player}/vs/{opponent}/", get=PUBLIC),
    Address("/p/{player}/performance/", get=PUBLIC),
    Address("/p/{player}/performance/cards/txt/", get=Call(EVERYBODY, 404)),
    Address("/api/v1/players/{player}/performance/cards/txt/", get=Call(EVERYBODY, 404)),
    Address("/p/{player}/yours/", get=Call(WHITE_404)),
    Address("/p/{player}/yours/data/", get=Call("404 404 404 ok 404 404 404 404 404 404")),
    Address(
        "/p/{player}/yours/name/",
        post=Call(WHITE_404, 302, {"shown": "initial"}),
        api="PUT /api/v1/players/{player}/display-name/",
    ),
    Address("/api/v1/players/{player}/display-name/", put=Call(WHITE_404, 200, {"shown": "initial"})),
    Address(
        "/p/{player}/yours/forget/",
        post=Call("404 404 404 403 404 ok 404 404 404 ok", 409, {"confirmation": "{seated}"}),
        api="/api/v1/players/{player}/forget/",
    ),
    Address(
        "/api/v1/players/{player}/forget/",
        post=Call("404 404 404 403 404 ok 404 404 404 ok", 409, {"confirmation": "{seated}"}),
    ),
    Address(
        "/p/{player}/spelled/",
        post=Call(DIRECTORS_404, 302, {"full_name": "As it should be"}, fields=("full_name", "next")),
        api="PUT /api/v1/players/{player}/name/",
    ),
    Address("/api/v1/players/{player}/name/", put=Call(DIRECTORS_404, 200, {"name": "As it should be"})),
    Address("/p/{player}/spellings/", get=Call(DIRECTORS_404)),
    Address(
        "/p/{player}/spellings/{namesake}/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 302, {"reason": "The same member"}, fields=("reason",)),
        api="/api/v1/players/{player}/spellings/",
    ),
    Address(
        "/api/v1/players/{player}/spellings/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 201, {"player": "{namesake}", "reason": "The same member"}),
    ),
    Address(
        "/p/{player}/spellings/{namesake}/apart/",
        post=Call(DIRECTORS_404, 302, fields=("next",)),
        api="/api/v1/players/{player}/spellings/{namesake}/keep-apart/",
    ),
    Address("/api/v1/players/{player}/spellings/{namesake}/keep-apart/", post=Call(DIRECTORS_404)),
    Address(
        "/p/{player}/spellings/{namesake}/part/",
        post=Call(DIRECTORS_404, 302, {"reason": "Two brothers"}, situation="joined"),
        api="/api/v1/players/{player}/spellings/{namesake}/separate/",
    ),
    Address(
        "/api/v1/players/{player}/spellings/{namesake}/separate/",
        post=Call(DIRECTORS_404, 200, {"reason": "Two brothers"}, situation="joined"),
    ),
    Address(
        "/b/claim/",
        post=Call(EVERYBODY, 302),
        without_api="page only: a phone stores its badge; a program sends it as a header",
    ),
    Address("/api/v1/players/", get=PUBLIC),
    Address("/api/v1/players/{player}/", get=PUBLIC),
    Address("/api/v1/players/{player}/performance/", get=PUBLIC),
    Address("/api/v1/players/{player}/data/", get=Call("404 404 404 ok 404 404 404 404 404 404")),
)
