"""Fees, pools, auctions, prizes and cash desks of an event."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, PUBLIC, Address, Call
from tests.site.addresses.commands import list_command_addresses
from tests.site.bodies import TERMS
from tournaments.finances.commands import COMMANDS

ADDRESSES = (
    Address("/clubs/{competition}/prizes/", get=PUBLIC),
    Address("/clubs/{competition}/desk/money/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/prizes/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/auction/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/cash/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/terms/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/ledger/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/receipts/1/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/money/files/money.json", get=Call(DIRECTORS)),
    Address("/clubs/{club}/open-fees/", get=Call(DIRECTORS)),
    Address("/clubs/{club}/open-fees.csv", get=Call(DIRECTORS)),
    Address("/api/v1/clubs/{club}/open-fees/", get=Call(DIRECTORS_403)),
    Address("/clubs/{night}/open-fees/", get=Call(DIRECTORS)),
    Address("/clubs/{night}/open-fees.csv", get=Call(DIRECTORS)),
    Address("/api/v1/clubs/{club}/tournaments/{evening}/open-fees/", get=Call(DIRECTORS_403)),
    Address(
        "/clubs/{competition}/desk/money/act/on/",
        post=Call(DIRECTORS, 303, {**TERMS, "currency": "EUR"}),
        api={"on": "/api/v1/events/{event}/fees/"},
    ),
    Address(
        "/api/v1/events/{event}/fees/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {**TERMS, "currency": "EUR"}),
        put=Call(DIRECTORS_403, 200, TERMS),
        delete=Call(DIRECTORS_403, 409),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/off/",
        post=Call(DIRECTORS, 409),
        api={"off": "DELETE /api/v1/events/{event}/fees/"},
    ),
    Address(
        "/clubs/{competition}/desk/money/act/terms/",
        post=Call(DIRECTORS, 303, {**TERMS, "fund": 0}),
        api={
            "terms": (
                "PUT /api/v1/events/{event}/fees/",
                "PUT /api/v1/events/{event}/pools/1/",
                "PUT /api/v1/events/{event}/auctions/2/",
            )
        },
    ),
    Address(
        "/api/v1/events/{event}/pools/1/",
        get=Call(DIRECTORS_403),
        put=Call(DIRECTORS_403, 200, {**TERMS, "name": "Other"}),
    ),
    Address(
        "/api/v1/events/{event}/auctions/2/",
        get=Call(DIRECTORS_403),
        put=Call(DIRECTORS_403, 200, {**TERMS, "name": "Other Calcutta"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/pool/",
        post=Call(DIRECTORS, 303, {**TERMS, "name": "Super"}),
        api={"pool": "/api/v1/events/{event}/pools/"},
    ),
    Address(
        "/api/v1/events/{event}/pools/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {**TERMS, "name": "Super"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/auction/",
        post=Call(DIRECTORS, 303, {**TERMS, "name": "Another Calcutta"}),
        api={"auction": "/api/v1/events/{event}/auctions/"},
    ),
    Address(
        "/api/v1/events/{event}/auctions/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {**TERMS, "name": "Another Calcutta"}),
    ),
    *list_command_addresses(
        "/clubs/{competition}/desk/money/act/",
        DIRECTORS,
        DIRECTORS_403,
        COMMANDS,
        {"/api/v1/events/{event}/accounts/{player}/": Call(DIRECTORS_403)},
    ),
    Address("/api/v1/events/{event}/prizes/", get=PUBLIC),
    Address("/api/v1/events/{event}/accounts/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/cash-desk/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/ledger/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/ledger/files/money.json", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/prizes/claims/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/receipts/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/receipts/1/", get=Call(DIRECTORS_403)),
)
