"""Sign-in, accounts, API tokens and offers of a role in a club."""

from tests.site.addresses.address import (
    ABSENT,
    ACCOUNTS,
    DIRECTOR_ONLY,
    EVERYBODY,
    HELPER,
    PUBLIC,
    SIGNED_OUT,
    Address,
    Call,
)

ACCOUNT_PAGE = "page only: sign-in and account"

ADDRESSES = (
    Address(
        "/sign-in/link/",
        get=PUBLIC,
        post=Call(EVERYBODY, 403, {"token": "none"}, fields=("token",)),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/sign-in/closed/", get=PUBLIC),
    Address(
        "/sign-in/password/",
        get=PUBLIC,
        post=Call(EVERYBODY, 302, {"email": "nobody@club.example"}, fields=("email",)),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/sign-in/password/sent/", get=PUBLIC),
    Address(
        "/sign-in/password/1-wrong/",
        get=PUBLIC,
        post=Call(EVERYBODY, 200, {"password1": "paper-and-felt"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/email/wrong/",
        get=PUBLIC,
        post=Call(EVERYBODY, 404),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/",
        get=Call(SIGNED_OUT, 302),
        post=Call(
            SIGNED_OUT,
            302,
            {"username": "nobody", "password": "wrong"},
            fields=("username", "password", "next"),
        ),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-up/",
        get=Call("403 403 ok 403 403 ok ok ok ok ok", 302),
        post=Call(
            "403 403 ok 403 403 ok ok ok ok ok", 302, {"username": "nora", "password1": "paper-and-felt"}
        ),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/code/",
        get=Call(SIGNED_OUT, 302),
        post=Call(EVERYBODY, 302, {"email": "nobody@club.example"}, fields=("email", "next")),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/code/enter/",
        get=Call(EVERYBODY, 302),
        post=Call(EVERYBODY, 302, {"code": "BBBB-BBBB"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/passkey/",
        get=Call(EVERYBODY, 302),
        post=Call(EVERYBODY, 302, {"credential": "null"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/second/",
        get=Call(EVERYBODY, 302),
        post=Call(EVERYBODY, 302, {"code": "000000"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/again/",
        get=Call("sign sign 403 sign sign ok ok 403 ok 403", 302),
        post=Call("sign sign 403 sign sign ok ok 403 ok 403", 302, {"password": "wrong"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/again/code/",
        get=Call("sign sign 403 sign sign ok ok 403 200 403", 302),
        post=Call("sign sign 403 sign sign ok ok 403 200 403", 302, {"code": "000000"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/sign-in/again/passkey/",
        get=Call("sign sign 403 sign sign ok ok 403 302 403"),
        post=Call("sign sign 403 sign sign ok ok 403 ok 403", 302, {"credential": "null"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/setup/wrong/",
        get=Call(EVERYBODY, 404),
        post=Call(
            EVERYBODY,
            404,
            {
                "username": "another",
                "password": "paper-and-felt",
                "club_name": "Another club",
                "language": "en",
            },
            fields=("username", "password", "club_name", "language"),
        ),
        without_api="no address: a program that uses the API has an account already",
    ),
    Address("/account/", get=Call(ACCOUNTS)),
    Address(
        "/account/password/",
        get=Call(ACCOUNTS),
        post=Call(ACCOUNTS, 302, {"password1": "paper-and-felt"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/account/data/", get=Call(ACCOUNTS)),
    Address(
        "/account/mail/",
        get=Call(ACCOUNTS),
        post=Call(ACCOUNTS, 409, {"calls": "on"}),
        api="PUT /api/v1/mail/",
    ),
    Address("/offices/", get=Call(ACCOUNTS)),
    Address(
        "/tokens/",
        get=Call(ACCOUNTS),
        post=Call(
            "sign sign 400 sign sign ok 400 ok ok 400",
            200,
            {"name": "Board", "scope": "club-{club_id}", "right": "read", "days": "90"},
        ),
        without_api="page only; `manage.py token` makes a token too",
    ),
    Address(
        "/account/close/",
        get=Call(ACCOUNTS),
        post=Call(ACCOUNTS, 409, {"confirmation": "nobody"}, fields=("confirmation",)),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/links/",
        get=Call("sign sign 404 sign sign ok ok ok 404 ok"),
        post=Call(
            "sign sign 404 sign sign ok 403 403 404 ok", 200, {"username": "recorder"}, fields=("username",)
        ),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/email/",
        get=Call(ACCOUNTS),
        post=Call(
            ACCOUNTS, 302, {"email": "more@club.example", "action_add": "1"}, fields=("email", "action_add")
        ),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/passkeys/add/",
        get=Call(EVERYBODY, 404),
        post=Call(EVERYBODY, 404),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/passkeys/{passkey}/",
        get=Call(DIRECTOR_ONLY),
        post=Call(DIRECTOR_ONLY, 302, {"name": "Tablet"}, fields=("name",)),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/passkeys/{passkey}/remove/",
        get=Call(DIRECTOR_ONLY),
        post=Call(DIRECTOR_ONLY, 302),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/second/",
        get=Call("sign sign ok sign sign ok ok ok 302 ok"),
        post=Call("sign sign ok sign sign ok ok ok 302 ok"),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/second/remove/",
        get=Call(HELPER),
        post=Call(HELPER, 302),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/account/second/codes/", get=Call(HELPER)),
    Address(
        "/account/second/codes/new/",
        get=Call(HELPER),
        post=Call(HELPER, 302),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/account/second/codes.txt", get=Call(HELPER)),
    Address("/sign-out/", post=Call(EVERYBODY, 302), without_api=ACCOUNT_PAGE),
    Address(
        "/sign-in/passkey/ask/",
        post=Call(EVERYBODY, 404, {"for": "login"}),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/account/name/",
        post=Call(ACCOUNTS, 302, {"username": "another"}, fields=("username",)),
        without_api=ACCOUNT_PAGE,
    ),
    Address("/account/player/leave/", post=Call(ACCOUNTS, 302), without_api=ACCOUNT_PAGE),
    Address("/account/devices/all/", post=Call(ACCOUNTS, 302), without_api=ACCOUNT_PAGE),
    Address(
        "/account/devices/{device}/",
        post=Call(DIRECTOR_ONLY, 302),
        without_api=ACCOUNT_PAGE,
    ),
    Address(
        "/roles/{offer}/{offer_token}/",
        get=PUBLIC,
        post=Call(EVERYBODY, 303),
        without_api="page only: a personal link",
    ),
    Address(
        "/offices/{offer}/accept/",
        post=Call(ABSENT),
        api=("/api/v1/clubs/{club}/offers/{offer}/accept/", "/api/v1/clubs/{club}/offers/{offer}/decline/"),
    ),
    Address(
        "/api/v1/clubs/{club}/offers/{offer}/accept/", post=Call("403 403 404 403 403 404 404 404 404 404")
    ),
    Address(
        "/api/v1/clubs/{club}/offers/{offer}/decline/", post=Call("403 403 404 403 403 404 404 404 404 404")
    ),
    Address(
        "/tokens/{program}/revoke/",
        post=Call(DIRECTOR_ONLY, 303),
        without_api="page only; `manage.py token` makes a token too",
    ),
)
