"""Fees, pools, auctions, prizes and cash desks of an event."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, PUBLIC, Address, Call
from tests.site.bodies import PAYS, TERMS

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
    Address(
        "/clubs/{competition}/desk/money/act/take/",
        post=Call(DIRECTORS, 303, {**PAYS, "amount": "50"}),
        api={"take": "/api/v1/events/{event}/payments/"},
    ),
    Address("/api/v1/events/{event}/payments/", post=Call(DIRECTORS_403, 201, {**PAYS, "amount": "50"})),
    Address(
        "/clubs/{competition}/desk/money/act/everybody/",
        post=Call(DIRECTORS, 303, {"method": "cash"}),
        api={"everybody": "/api/v1/events/{event}/payments/all/"},
    ),
    Address("/api/v1/events/{event}/payments/all/", post=Call(DIRECTORS_403, 201, {"method": "cash"})),
    Address(
        "/clubs/{competition}/desk/money/act/refund/",
        post=Call(DIRECTORS, 409, {**PAYS, "amount": "50", "fund": 0}),
        api={"refund": "/api/v1/events/{event}/refunds/"},
    ),
    Address(
        "/api/v1/events/{event}/refunds/", post=Call(DIRECTORS_403, 409, {**PAYS, "amount": "50", "fund": 0})
    ),
    Address(
        "/clubs/{competition}/desk/money/act/join/",
        post=Call(DIRECTORS, 303, {**PAYS, "fund": 1}),
        api={"join": "/api/v1/events/{event}/pools/1/players/"},
    ),
    Address("/api/v1/events/{event}/pools/1/players/", post=Call(DIRECTORS_403, 201, {"player": "{player}"})),
    Address(
        "/clubs/{competition}/desk/money/act/leave/",
        post=Call(DIRECTORS, 303, {**PAYS, "fund": 1}),
        api={"leave": "DELETE /api/v1/events/{event}/pools/1/players/{player}/"},
    ),
    Address("/api/v1/events/{event}/pools/1/players/{player}/", delete=Call(DIRECTORS_403)),
    Address(
        "/clubs/{competition}/desk/money/act/own-fee/",
        post=Call(DIRECTORS, 303, {**PAYS, "amount": "5"}),
        api={"own-fee": "PATCH /api/v1/events/{event}/accounts/{player}/"},
    ),
    Address(
        "/api/v1/events/{event}/accounts/{player}/",
        get=Call(DIRECTORS_403),
        patch=Call(DIRECTORS_403, 200, {"amount": "5"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/late-fee/",
        post=Call(DIRECTORS, 303),
        api={"late-fee": "/api/v1/events/{event}/accounts/late-fee/"},
    ),
    Address("/api/v1/events/{event}/accounts/late-fee/", post=Call(DIRECTORS_403, 200)),
    Address(
        "/clubs/{competition}/desk/money/act/take-back/",
        post=Call(DIRECTORS, 303, {"number": 1, "note": "Misread"}),
        api={"take-back": "/api/v1/events/{event}/receipts/1/reverse/"},
    ),
    Address("/api/v1/events/{event}/receipts/1/reverse/", post=Call(DIRECTORS_403, 201, {"note": "Misread"})),
    Address(
        "/clubs/{competition}/desk/money/act/pay/",
        post=Call(DIRECTORS, 409, {"fund": 0, "player": 1, "coins": 100, "method": "cash"}),
        api={"pay": "/api/v1/events/{event}/prizes/payments/"},
    ),
    Address(
        "/api/v1/events/{event}/prizes/payments/",
        post=Call(DIRECTORS_403, 409, {"fund": 0, "player": 1, "coins": 100, "method": "cash"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/take-in/",
        post=Call(DIRECTORS, 409, {"fund": 0, "player": 1, "coins": 100, "method": "cash"}),
        api={"take-in": "/api/v1/events/{event}/prizes/returns/"},
    ),
    Address(
        "/api/v1/events/{event}/prizes/returns/",
        post=Call(DIRECTORS_403, 409, {"fund": 0, "player": 1, "coins": 100, "method": "cash"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/lots/",
        post=Call(DIRECTORS, 303, {"fund": 2, "lots": "1\n2 3"}),
        api={"lots": "PUT /api/v1/events/{event}/auctions/2/lots/"},
    ),
    Address("/api/v1/events/{event}/auctions/2/lots/", put=Call(DIRECTORS_403, 200, {"lots": ["1", "2 3"]})),
    Address(
        "/clubs/{competition}/desk/money/act/sell/",
        post=Call(DIRECTORS, 303, {"fund": 2, "lot": 1, "buyer": "Zeno", "price": "5"}),
        api={"sell": "/api/v1/events/{event}/auctions/2/lots/1/sale/"},
    ),
    Address(
        "/api/v1/events/{event}/auctions/2/lots/1/sale/",
        post=Call(DIRECTORS_403, 201, {"buyer": "Zeno", "price": "5"}),
        delete=Call(DIRECTORS_403, 409),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/put-up/",
        post=Call(DIRECTORS, 409, {"fund": 2, "lot": 1}),
        api={"put-up": "DELETE /api/v1/events/{event}/auctions/2/lots/1/sale/"},
    ),
    Address(
        "/clubs/{competition}/desk/money/act/buy-back/",
        post=Call(DIRECTORS, 409, {"fund": 2, "lot": 1}),
        api={"buy-back": "/api/v1/events/{event}/auctions/2/lots/1/buy-back/"},
    ),
    Address("/api/v1/events/{event}/auctions/2/lots/1/buy-back/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{competition}/desk/money/act/lot-paid/",
        post=Call(DIRECTORS, 409, {"fund": 2, "lot": 1, "method": "cash"}),
        api={"lot-paid": "/api/v1/events/{event}/auctions/2/lots/1/payments/"},
    ),
    Address(
        "/api/v1/events/{event}/auctions/2/lots/1/payments/",
        post=Call(DIRECTORS_403, 409, {"method": "cash"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/lot-refund/",
        post=Call(DIRECTORS, 409, {"fund": 2, "lot": 1, "method": "cash"}),
        api={"lot-refund": "/api/v1/events/{event}/auctions/2/lots/1/refunds/"},
    ),
    Address(
        "/api/v1/events/{event}/auctions/2/lots/1/refunds/", post=Call(DIRECTORS_403, 409, {"method": "cash"})
    ),
    Address(
        "/clubs/{competition}/desk/money/act/count/",
        post=Call(DIRECTORS, 303, {"operator": "{director}", "kind": "float", "amount": "9"}),
        api={"count": "/api/v1/events/{event}/cash-desk/counts/"},
    ),
    Address(
        "/api/v1/events/{event}/cash-desk/counts/",
        post=Call(DIRECTORS_403, 201, {"operator": "{director}", "kind": "float", "amount": "9"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/right/",
        post=Call(DIRECTORS, 303, {"username": "{director}"}),
        api={"right": "/api/v1/events/{event}/cash-desk/cashiers/"},
    ),
    Address(
        "/api/v1/events/{event}/cash-desk/cashiers/",
        post=Call(DIRECTORS_403, 201, {"username": "{director}"}),
    ),
    Address(
        "/clubs/{competition}/desk/money/act/end-right/",
        post=Call(DIRECTORS, 303, {"username": "{director}"}),
        api={"end-right": "DELETE /api/v1/events/{event}/cash-desk/cashiers/{director}/"},
    ),
    Address("/api/v1/events/{event}/cash-desk/cashiers/{director}/", delete=Call(DIRECTORS_403, 204)),
    Address("/api/v1/events/{event}/prizes/", get=PUBLIC),
    Address("/api/v1/events/{event}/accounts/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/cash-desk/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/ledger/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/ledger/files/money.json", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/prizes/claims/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/receipts/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/receipts/1/", get=Call(DIRECTORS_403)),
)
