"""Clubs: members, invitations, weekly tournaments, imports, webhooks."""

from tests.site.addresses.address import (
    ACCOUNTS,
    DIRECTORS,
    DIRECTORS_403,
    DIRECTORS_404,
    EVERYBODY,
    OWNER,
    PUBLIC,
    RECORDERS_403,
    Address,
    Call,
)
from tests.site.addresses.commands import list_command_addresses
from tests.site.bodies import A_NIGHT, PLAY, WAY_FORM, WAY_TO_PAY, WEBHOOK
from tournaments.exchange.lists.files import pack_file
from tournaments.webhooks.commands import COMMANDS, RemoveWebhook

ADDRESSES = (
    Address("/lists/members.csv", get=PUBLIC),
    Address("/clubs/", get=PUBLIC),
    Address("/clubs/{club}/", get=PUBLIC),
    Address("/clubs/{club}/rules.pdf", get=PUBLIC),
    Address("/clubs/{club}/poster.pdf", get=PUBLIC),
    Address("/clubs/{club}/members-view/", get=Call(DIRECTORS)),
    Address("/clubs/{club}/calendar.ics", get=PUBLIC),
    Address("/clubs/{club}/members/", get=PUBLIC),
    Address(
        "/clubs/{club}/casual/",
        get=PUBLIC,
        post=Call(RECORDERS_403, 303, {"white": "{player}", "black": "{opponent}", "length": 5}),
        api="/api/v1/clubs/{club}/casual-matches/",
    ),
    Address(
        "/api/v1/clubs/{club}/casual-matches/",
        get=PUBLIC,
        post=Call(RECORDERS_403, 201, {"white": "{player}", "black": "{opponent}", "length": 5}),
    ),
    Address("/clubs/{club}/embed/", get=PUBLIC),
    Address("/clubs/{club}/embed/code/", get=PUBLIC),
    Address(
        "/join/{link}/",
        get=PUBLIC,
        post=Call(EVERYBODY, 303, {"name": "Newcomer"}),
        without_api="page only: a personal link",
    ),
    Address("/host/clubs/", get=Call(OWNER)),
    Address("/host/clubs/{club}/archive/", post=Call(OWNER, 303), without_api="page only: for the host"),
    Address(
        "/clubs/new/",
        get=Call(ACCOUNTS),
        post=Call(ACCOUNTS, 303, {"name": "Another club"}, fields=("name",)),
        api="/api/v1/clubs/",
    ),
    Address(
        "/api/v1/clubs/",
        get=PUBLIC,
        post=Call("403 403 ok 403 403 ok ok ok ok ok", 201, {"name": "Another club"}),
    ),
    Address(
        "/clubs/{club}/import-report/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 400),
        api="/api/v1/clubs/{club}/imports/reports/",
    ),
    Address("/api/v1/clubs/{club}/imports/reports/", post=Call(DIRECTORS_403, 409, {"file": "<file>"})),
    Address(
        "/clubs/{club}/import-event/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 409, {"file": "<file>"}),
        api="/api/v1/clubs/{club}/imports/events/",
    ),
    Address("/api/v1/clubs/{club}/imports/events/", post=Call(DIRECTORS_403, 409, {"file": "<file>"})),
    Address("/clubs/{club}/imports/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/imports/results/",
        get=Call(DIRECTORS),
        post=Call(
            DIRECTORS,
            303,
            {
                "text": pack_file(b"Date,Player 1,Player 2,Score\n2024-03-05,Zoe Quist,Yan Quill,7-5"),
                "name": "2024.csv",
                "take": "1",
            },
        ),
        api="/api/v1/clubs/{club}/imports/results/",
    ),
    Address("/api/v1/clubs/{club}/imports/results/", post=Call(DIRECTORS_403, 201, {"file": "<table>"})),
    Address("/clubs/{club}/imports/tasks/{task}/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/about/",
        get=Call(DIRECTORS),
        post=Call(
            DIRECTORS, 303, {"name": "Club", "about": "Welcome", "joining": "open", "casual": "nothing"}
        ),
        api="PATCH /api/v1/clubs/{club}/",
    ),
    Address(
        "/clubs/{club}/first-steps/dismiss/", post=Call(DIRECTORS, 303), api="PATCH /api/v1/clubs/{club}/"
    ),
    Address(
        "/api/v1/clubs/{club}/",
        get=PUBLIC,
        patch=Call(DIRECTORS_403, 200, {"about": "We play.", "joining": "invited", "casual": "nothing"}),
    ),
    Address(
        "/clubs/{club}/join/",
        get=Call(ACCOUNTS),
        post=Call(ACCOUNTS, 403, {"name": "Newcomer"}),
        api="/api/v1/clubs/{club}/join/",
    ),
    Address("/api/v1/clubs/{club}/join/", post=Call(EVERYBODY, 403, {"name": "Zeno"})),
    Address("/clubs/{club}/audit-log/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/invitations/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"role": "member", "most": 3, "days": 7}),
        api="/api/v1/clubs/{club}/invitations/",
    ),
    Address(
        "/api/v1/clubs/{club}/invitations/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {"days": 7}),
    ),
    Address("/clubs/{club}/invitations/{invite}/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/nights/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, A_NIGHT),
        api="/api/v1/clubs/{club}/weekly-tournaments/",
    ),
    Address(
        "/api/v1/clubs/{club}/weekly-tournaments/",
        get=PUBLIC,
        post=Call(DIRECTORS_403, 201, {**A_NIGHT, **PLAY}),
    ),
    Address(
        "/clubs/{club}/nights/{weekly}/change/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, A_NIGHT),
        api="PUT /api/v1/clubs/{club}/weekly-tournaments/{weekly}/",
    ),
    Address(
        "/api/v1/clubs/{club}/weekly-tournaments/{weekly}/",
        put=Call(DIRECTORS_403, 200, A_NIGHT),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{club}/nights/{weekly}/coming/",
        get=PUBLIC,
        post=Call(EVERYBODY, 303, {"day": "{coming_day}", "name": "Zeno"}, fields=("day", "name")),
        api="/api/v1/clubs/{club}/weekly-tournaments/{weekly}/coming/",
    ),
    Address(
        "/api/v1/clubs/{club}/weekly-tournaments/{weekly}/coming/",
        get=PUBLIC,
        post=Call(EVERYBODY, 201, {"day": "{coming_day}", "name": "Zeno"}, fields=("day", "name")),
    ),
    Address(
        "/clubs/{club}/nights/{weekly}/coming/{coming}/remove/",
        post=Call(DIRECTORS_404, 303),
        api="DELETE /api/v1/clubs/{club}/weekly-tournaments/{weekly}/coming/{coming}/",
    ),
    Address(
        "/clubs/{club}/nights/{weekly}/coming/{coming}/who/",
        post=Call(DIRECTORS_404, 303, {"player": "{player}"}),
        api="PATCH /api/v1/clubs/{club}/weekly-tournaments/{weekly}/coming/{coming}/",
    ),
    Address(
        "/api/v1/clubs/{club}/weekly-tournaments/{weekly}/coming/{coming}/",
        patch=Call(DIRECTORS_403, 204, {"player": "{player}"}),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{club}/webhooks/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 200, WEBHOOK),
        api="/api/v1/clubs/{club}/webhooks/",
    ),
    Address(
        "/api/v1/clubs/{club}/webhooks/",
        get=Call(DIRECTORS_403),
        post=Call(
            DIRECTORS_403, 201, {"address": "https://example.org/crawford", "kinds": ["match.settled"]}
        ),
    ),
    Address("/clubs/{club}/webhooks/{webhook}/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/ways-to-pay/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, WAY_TO_PAY, form=WAY_FORM),
        api="/api/v1/clubs/{club}/ways-to-pay/",
    ),
    Address(
        "/api/v1/clubs/{club}/ways-to-pay/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, WAY_TO_PAY),
    ),
    Address(
        "/clubs/{club}/ways-to-pay/{club_way}/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"account": "54321"}),
        api="PUT /api/v1/clubs/{club}/ways-to-pay/{club_way}/",
    ),
    Address(
        "/clubs/{club}/ways-to-pay/{club_way}/move/",
        post=Call(DIRECTORS, 303, {"place": 1}),
        api="/api/v1/clubs/{club}/ways-to-pay/{club_way}/move/",
    ),
    Address(
        "/clubs/{club}/ways-to-pay/{club_way}/remove/",
        post=Call(DIRECTORS, 303),
        api="DELETE /api/v1/clubs/{club}/ways-to-pay/{club_way}/",
    ),
    Address(
        "/api/v1/clubs/{club}/ways-to-pay/{club_way}/",
        put=Call(DIRECTORS_403, 200, {"account": "54321"}),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/api/v1/clubs/{club}/ways-to-pay/{club_way}/move/",
        post=Call(DIRECTORS_403, 200, {"place": 1}),
    ),
    Address(
        "/clubs/{club}/imports/{past}/undo/",
        post=Call(DIRECTORS, 303),
        api="/api/v1/clubs/{club}/imports/{past}/undo/",
    ),
    Address("/api/v1/clubs/{club}/imports/{past}/undo/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{club}/imports/players/{member_list}/undo/",
        post=Call(DIRECTORS, 303),
        api="/api/v1/clubs/{club}/imports/players/{member_list}/undo/",
    ),
    Address("/api/v1/clubs/{club}/imports/players/{member_list}/undo/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{club}/members/enrol/",
        post=Call(DIRECTORS, 303, {"name": "Zeno"}),
        api="/api/v1/clubs/{club}/members/",
    ),
    Address("/api/v1/clubs/{club}/members/", get=PUBLIC, post=Call(DIRECTORS_403, 201, {"name": "Zeno"})),
    Address(
        "/clubs/{club}/members/appoint/",
        post=Call(DIRECTORS, 303, {"username": "{director}", "role": "director"}),
        api="/api/v1/clubs/{club}/offers/",
    ),
    Address(
        "/api/v1/clubs/{club}/offers/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 409, {"username": "{director}", "role": "secretary"}),
    ),
    Address(
        "/clubs/{club}/offers/{offer}/withdraw/",
        post=Call(DIRECTORS, 303),
        api="DELETE /api/v1/clubs/{club}/offers/{offer}/",
    ),
    Address("/api/v1/clubs/{club}/offers/{offer}/", delete=Call(DIRECTORS_403, 204)),
    Address(
        "/clubs/{club}/members/{member}/badge/",
        post=Call(DIRECTORS),
        api="/api/v1/clubs/{club}/members/{membership}/badge/",
    ),
    Address("/api/v1/clubs/{club}/members/{membership}/badge/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{club}/members/{member}/leave/",
        post=Call(DIRECTORS, 303),
        api={
            "appoint": "/api/v1/clubs/{club}/offers/",
            "distinguish": "/api/v1/clubs/{club}/members/{membership}/distinguish/",
            "leave": "DELETE /api/v1/clubs/{club}/members/{membership}/",
            "bring-back": "/api/v1/clubs/{club}/members/{membership}/restore/",
            "vouch": "/api/v1/clubs/{club}/members/{membership}/accept/",
            "decline": "/api/v1/clubs/{club}/members/{membership}/decline/",
        },
    ),
    Address("/api/v1/clubs/{club}/members/{membership}/", delete=Call(DIRECTORS_403, 204)),
    Address("/api/v1/clubs/{club}/members/{membership}/restore/", post=Call(DIRECTORS_403)),
    Address(
        "/api/v1/clubs/{club}/members/{membership}/distinguish/",
        post=Call(DIRECTORS_403, 200, {"distinction": "jun."}),
    ),
    Address("/api/v1/clubs/{club}/members/{membership}/accept/", post=Call(DIRECTORS_403, 409)),
    Address("/api/v1/clubs/{club}/members/{membership}/decline/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{club}/performance/show/",
        post=Call("sign sign 404 sign sign ok 404 409 409 ok", 303, {"member": "{member}"}),
        api={
            "show": "PUT /api/v1/clubs/{club}/members/{membership}/performance/",
            "hide": "DELETE /api/v1/clubs/{club}/members/{membership}/performance/",
        },
    ),
    Address(
        "/api/v1/clubs/{club}/members/{membership}/performance/",
        put=Call(DIRECTORS_403, 200),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{club}/leave/",
        post=Call("sign sign 404 sign sign ok 404 303 303 404", 409),
        api="/api/v1/clubs/{club}/leave/",
    ),
    Address("/api/v1/clubs/{club}/leave/", post=Call("403 403 404 403 403 ok 404 200 200 404", 409)),
    Address(
        "/clubs/{club}/invitations/{invite}/withdraw/",
        post=Call(DIRECTORS, 303),
        api="DELETE /api/v1/clubs/{club}/invitations/{invite}/",
    ),
    Address("/api/v1/clubs/{club}/invitations/{invite}/", delete=Call(DIRECTORS_403, 204)),
    Address(
        "/clubs/{club}/webhooks/{webhook}/change/",
        post=Call(DIRECTORS, 303, WEBHOOK),
        api={"change": "PATCH /api/v1/clubs/{club}/webhooks/{webhook}/"},
    ),
    Address(
        "/api/v1/clubs/{club}/webhooks/{webhook}/",
        get=Call(DIRECTORS_403),
        patch=Call(DIRECTORS_403, 200, {"address": "https://example.org/"}),
        delete=Call(DIRECTORS_403, 204),
    ),
    *list_command_addresses(
        "/clubs/{club}/webhooks/{webhook}/",
        DIRECTORS,
        DIRECTORS_403,
        # The request that removes a webhook is at its own address in the API, above.
        [command for command in COMMANDS if command is not RemoveWebhook],
        api="/api/v1/clubs/{club}/webhooks/{webhook}/",
    ),
    Address(
        "/clubs/{club}/webhooks/{webhook}/remove/",
        post=Call(DIRECTORS, 303),
        api={"remove": "DELETE /api/v1/clubs/{club}/webhooks/{webhook}/"},
    ),
    Address("/api/v1/clubs/{club}/imports/", get=Call(DIRECTORS_403)),
    Address("/api/v1/clubs/{club}/imports/tasks/{task}/", get=Call(DIRECTORS_403)),
    Address(
        "/api/v1/clubs/{club}/imports/results/preview/", post=Call(DIRECTORS_403, 200, {"file": "<table>"})
    ),
    Address("/api/v1/clubs/{club}/webhooks/{webhook}/deliveries/", get=Call(DIRECTORS_403)),
    Address(
        "/api/v1/clubs/{club}/imports/reports/preview/", post=Call(DIRECTORS_403, 409, {"file": "<file>"})
    ),
)
