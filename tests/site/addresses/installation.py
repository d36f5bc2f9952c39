"""The whole site: home, rules, search, browser settings, pages of the host."""

from tests.site.addresses.address import EVERYBODY, OWNER, PUBLIC, Address, Call

ADDRESSES = (
    Address("/healthz", get=PUBLIC),
    Address("/readyz", get=PUBLIC),
    Address("/", get=PUBLIC),
    Address("/help/", get=PUBLIC),
    Address("/laws/", get=PUBLIC),
    Address("/laws/{law}/", get=PUBLIC),
    Address("/laws/booklet.pdf", get=PUBLIC),
    Address("/laws/questions/", get=PUBLIC),
    Address("/laws/questions/prime/", get=PUBLIC),
    Address("/position/", get=PUBLIC),
    Address("/plays/0000005030000500000000002000000050300005000000000020w/31/", get=PUBLIC),
    Address("/admin/", get=Call("ok ok ok ok ok ok ok ok ok 200", 302)),
    Address("/metrics", get=Call("404 404 404 404 404 404 404 404 404 ok")),
    Address("/host/", get=Call(OWNER)),
    Address(
        "/host/settings/",
        get=Call(OWNER),
        post=Call(
            OWNER,
            303,
            {"time_zone": "Europe/Rome", "currency": "EUR"},
            fields=("site_name", "time_zone", "currency"),
        ),
        without_api="page only: for the host",
    ),
    Address(
        "/language/setlang/",
        post=Call(EVERYBODY, 302, {"language": "it"}, fields=("language", "next")),
        without_api="page only: a setting of the browser",
    ),
    Address(
        "/theme/",
        post=Call(EVERYBODY, 302, {"theme": "dark"}, fields=("theme", "next")),
        without_api="page only: a setting of the browser",
    ),
    Address(
        "/follow/",
        post=Call(EVERYBODY, 302, {"player": ""}, fields=("player", "next")),
        without_api="page only: a setting of the browser",
    ),
    Address(
        "/host/stop/",
        get=Call(OWNER),
        post=Call(OWNER, 409),
        without_api="page only: for the host, and only where `serve` runs on a person's own computer",
    ),
    Address("/host/work/0/try-again/", post=Call(OWNER, 409), without_api="page only: for the host"),
    Address("/host/work/0/give-up/", post=Call(OWNER, 409), without_api="page only: for the host"),
    Address("/api/v1/", get=PUBLIC),
    Address("/api/v1/docs/", get=PUBLIC),
    Address("/api/v1/schema/", get=PUBLIC),
    Address("/api/v1/problems/already_reported/", get=PUBLIC),
)
