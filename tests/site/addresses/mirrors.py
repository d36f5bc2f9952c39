"""Mirrors: the publication of a tournament to another site, and copies of those that another directs."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, OWNER, Address, Call
from tests.site.addresses.commands import list_command_addresses
from tournaments.mirrors.commands import PUBLICATION_COMMANDS, StopPublishing

# No role of the table: only another site, with a token for that alone.
PUBLISHERS = "403 403 403 403 403 403 403 403 403 403"
KEY = "0" * 32
COPY = f"/api/v1/clubs/{{club}}/copies/{KEY}/"
# Written by another site alone, which no role is: tests/tournaments/mirrors/test_receiving.py.
RECEIVED_PATHS = frozenset({COPY, f"{COPY}events/{KEY}/"})
WHERE = {"address": "https://receiver.invalid/clubs/riverside/", "token": "crawford_other"}
TOURNAMENT = "/api/v1/clubs/{club}/tournaments/{evening}/"

ADDRESSES = (
    Address("/host/copies/", get=Call(OWNER)),
    Address("/clubs/{club}/copies/", get=Call(DIRECTORS)),
    Address("/api/v1/clubs/{club}/copies/", get=Call(DIRECTORS_403)),
    Address(
        f"/clubs/{{club}}/copies/{KEY}/take-over/",
        post=Call(DIRECTORS, 303, situation="copied"),
        api={"take-over": f"{COPY}take-over/"},
    ),
    Address(f"{COPY}take-over/", post=Call(DIRECTORS_403, 204, situation="copied")),
    Address(
        f"/clubs/{{club}}/copies/{KEY}/delete/",
        # Its results were recorded here, so it is not deleted.
        post=Call(DIRECTORS, 409, situation="copied"),
        api={"delete": f"{COPY}delete/"},
    ),
    Address(f"{COPY}delete/", post=Call(DIRECTORS_403, 409, situation="copied")),
    Address(COPY, delete=Call(PUBLISHERS)),
    Address(f"{COPY}events/{KEY}/", put=Call(PUBLISHERS)),
    Address(
        "/clubs/{night}/publish-to/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, WHERE, form="tournaments.mirrors.forms.PublicationForm"),
        api=f"PUT {TOURNAMENT}publication/",
    ),
    Address(
        f"{TOURNAMENT}publication/",
        get=Call(DIRECTORS_403),
        put=Call(DIRECTORS_403, 200, WHERE, fields=("address", "token")),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address(
        "/clubs/{night}/publish-to/stop/",
        post=Call(DIRECTORS, 303),
        api={"stop": f"DELETE {TOURNAMENT}publication/"},
    ),
    *list_command_addresses(
        "/clubs/{night}/publish-to/",
        DIRECTORS,
        DIRECTORS_403,
        # The request that stops publishing is at the address of the publication in the API, above.
        [command for command in PUBLICATION_COMMANDS if command is not StopPublishing],
        api=TOURNAMENT,
    ),
)
