"""Teams of an event and their meetings."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, DIRECTORS_404, PUBLIC, Address, Call
from tests.site.bodies import A_LINE_UP

ADDRESSES = (
    Address("/clubs/{squads}/teams/", get=PUBLIC),
    Address("/clubs/{squads}/meeting/R1-1/", get=PUBLIC),
    Address(
        "/clubs/{squads}/desk/team/1/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"names": "Zeno"}, fields=("names", "key", "version")),
        api="PUT /api/v1/events/{squads_event}/teams/1/",
    ),
    Address(
        "/api/v1/events/{squads_event}/teams/1/",
        get=PUBLIC,
        put=Call(DIRECTORS_403, 200, {"members": ["Zeno", "Zora"]}),
    ),
    Address(
        "/clubs/{squads}/desk/teams/",
        post=Call(
            DIRECTORS,
            303,
            {"names": "Late: Zeno, Zora", "enter": 1},
            fields=("names", "enter", "key", "version"),
        ),
        api="/api/v1/events/{event}/entries/",
    ),
    Address(
        "/clubs/{squads}/meeting/R1-1/line-up/",
        post=Call(DIRECTORS_404, 303, {"entry": 1}, fields=("entry", "board-1", "board-2", "key")),
        api="/api/v1/events/{squads_event}/meetings/R1-1/line-up/",
    ),
    Address("/api/v1/events/{squads_event}/meetings/R1-1/line-up/", post=Call(DIRECTORS_404, 201, A_LINE_UP)),
    Address(
        "/clubs/{squads}/desk/meeting/R1-1/open/",
        post=Call(DIRECTORS, 303, fields=("key",)),
        api="/api/v1/events/{squads_event}/meetings/R1-1/open/",
    ),
    Address("/api/v1/events/{squads_event}/meetings/R1-1/open/", post=Call(DIRECTORS_403, 201)),
    Address(
        "/clubs/{squads}/desk/meeting/R1-1/seats/",
        post=Call(DIRECTORS, 409, {"entry": 1}, fields=("entry", "board-1", "board-2", "key", "version")),
        api="/api/v1/events/{squads_event}/meetings/R1-1/seats/",
    ),
    Address("/api/v1/events/{squads_event}/meetings/R1-1/seats/", post=Call(DIRECTORS_403, 409, A_LINE_UP)),
    Address(
        "/clubs/{squads}/desk/meeting/R1-1/play-off/",
        post=Call(
            DIRECTORS,
            409,
            {"white": "nobody", "black": "nobody"},
            fields=("white", "black", "key", "version"),
        ),
        api="/api/v1/events/{squads_event}/meetings/R1-1/play-off/",
    ),
    Address(
        "/api/v1/events/{squads_event}/meetings/R1-1/play-off/",
        post=Call(DIRECTORS_403, 409, {"white": "nobody", "black": "nobody"}),
    ),
    Address("/api/v1/events/{squads_event}/meetings/R1-1/", get=PUBLIC),
    Address("/api/v1/events/{squads_event}/teams/", get=PUBLIC),
)
