"""Records of the members of a club: contacts, fees, fields of the club, e-mails, downloads."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, Address, Call

MEMBER = "/clubs/{club}/members/{member}/"
API = "/api/v1/clubs/{club}/"
RECORD = f"{API}member-records/{{member}}/"
# The account of the member may read it, too.
READERS_OF_RECORD = "403 403 404 403 403 ok 404 404 404 ok"
CONTACT = {"number": "12", "email": "white@mailbox.example", "birth_year": 1960, "note": "Plays on Tuesdays"}
FEE = {"year": 2025, "amount": "40.00", "method": "cash", "paid_on": "2025-02-01"}
OWN_FEE = {"year": 2024, "amount": "15.00"}
MAIL = {"to": "all", "subject": "Summer", "text": "We play on."}

ADDRESSES = (
    Address(MEMBER, get=Call(DIRECTORS)),
    Address(
        f"{MEMBER}describe/",
        post=Call(DIRECTORS, 303, CONTACT, fields=tuple(CONTACT)),
        api={"describe": f"PUT {RECORD}"},
    ),
    Address(
        RECORD,
        get=Call(READERS_OF_RECORD),
        put=Call(DIRECTORS_403, 200, CONTACT),
        delete=Call(DIRECTORS_403, 409),
    ),
    Address(f"{API}member-records/", get=Call(DIRECTORS_403)),
    Address(f"{RECORD}fields/{{member_field}}/", put=Call(DIRECTORS_403, 200, {"text": "National"})),
    Address(
        f"{MEMBER}pay-fee/",
        post=Call(DIRECTORS, 303, FEE, fields=tuple(FEE)),
        api={"pay-fee": f"{RECORD}fees/"},
    ),
    Address(f"{RECORD}fees/", post=Call(DIRECTORS_403, 201, FEE, fields=tuple(FEE))),
    Address(
        f"{MEMBER}withdraw-fee/",
        post=Call(DIRECTORS, 303, {"fee": "{member_fee}"}, fields=("fee",)),
        api={"withdraw-fee": f"DELETE {RECORD}fees/{{member_fee}}/"},
    ),
    Address(f"{RECORD}fees/{{member_fee}}/", delete=Call(DIRECTORS_403, 204)),
    Address(
        f"{MEMBER}set-own-fee/",
        post=Call(DIRECTORS, 303, OWN_FEE, fields=tuple(OWN_FEE)),
        api={"set-own-fee": f"PUT {RECORD}year-fees/2024/"},
    ),
    Address(
        f"{MEMBER}remove-own-fee/",
        post=Call(DIRECTORS, 303, {"year": 2024}, fields=("year",)),
        api={"remove-own-fee": f"DELETE {RECORD}year-fees/2024/"},
    ),
    Address(
        f"{RECORD}year-fees/2024/",
        put=Call(DIRECTORS_403, 200, {"amount": "12.00"}, fields=("amount",)),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{club}/members/year-fees/set/",
        post=Call(DIRECTORS, 303, OWN_FEE, fields=tuple(OWN_FEE)),
        api={"set": f"PUT {API}year-fees/2024/"},
    ),
    Address(
        "/clubs/{club}/members/year-fees/remove/",
        post=Call(DIRECTORS, 303, {"year": 2024}, fields=("year",)),
        api={"remove": f"DELETE {API}year-fees/2024/"},
    ),
    Address(f"{API}year-fees/", get=Call(DIRECTORS_403)),
    Address(
        f"{API}year-fees/2024/",
        put=Call(DIRECTORS_403, 200, {"amount": "32.00"}, fields=("amount",)),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(f"{MEMBER}make-member/", post=Call(DIRECTORS, 303), api={"make-member": f"{RECORD}member/"}),
    # A fee of the member is recorded.
    Address(f"{MEMBER}make-guest/", post=Call(DIRECTORS, 409), api={"make-guest": f"DELETE {RECORD}member/"}),
    Address(f"{RECORD}member/", post=Call(DIRECTORS_403, 200), delete=Call(DIRECTORS_403, 409)),
    Address(f"{MEMBER}delete/", post=Call(DIRECTORS, 409), api={"delete": f"DELETE {RECORD}"}),
    Address("/clubs/{club}/members/records/", get=Call(DIRECTORS)),
    Address("/clubs/{club}/members/records.csv", get=Call(DIRECTORS)),
    Address("/clubs/{club}/members/records.xlsx", get=Call(DIRECTORS)),
    Address("/clubs/{club}/members/list.pdf", get=Call(DIRECTORS)),
    Address("/clubs/{club}/members/labels.pdf", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/members/fields/add/",
        post=Call(DIRECTORS, 303, {"label": "Address"}, fields=("label",)),
        api={"add": f"{API}member-fields/"},
    ),
    Address(
        f"{API}member-fields/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {"name": "Address"}, fields=("name",)),
    ),
    Address(
        "/clubs/{club}/members/fields/rename/",
        post=Call(
            DIRECTORS, 303, {"field": "{member_field}", "label": "Licence number"}, fields=("field", "label")
        ),
        api={"rename": f"PUT {API}member-fields/{{member_field}}/"},
    ),
    Address(
        f"{API}member-fields/{{member_field}}/",
        put=Call(DIRECTORS_403, 200, {"name": "Licence number"}),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{club}/members/fields/remove/",
        post=Call(DIRECTORS, 303, {"field": "{member_field}"}, fields=("field",)),
        api={"remove": f"DELETE {API}member-fields/{{member_field}}/"},
    ),
    Address(
        "/clubs/{club}/members/mail/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, MAIL, fields=(*MAIL, "members", "year")),
        api=f"{API}member-mails/",
    ),
    Address(
        f"{API}member-mails/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, MAIL, fields=(*MAIL, "members", "year")),
    ),
)
