"""Leagues and ladders."""

from tests.site.addresses.address import DIRECTORS, DIRECTORS_403, EVERYBODY, PUBLIC, Address, Call
from tests.site.addresses.commands import list_command_addresses
from tests.site.bodies import API_LEAGUE, LADDER, LADDER_RULES, LEAGUE
from tournaments.leagues.commands import FIXTURE_COMMANDS, SEASON_COMMANDS

ADDRESSES = (
    Address("/clubs/{club}/leagues/", get=PUBLIC),
    Address("/clubs/{club}/mine/", get=PUBLIC),
    Address("/clubs/{club}/ladders/", get=PUBLIC),
    Address("/clubs/{club}/ladders/{ladder}/", get=PUBLIC),
    Address("/clubs/{club}/ladders/{ladder}/ladder.csv", get=PUBLIC),
    Address("/clubs/{league}/league/", get=PUBLIC),
    Address("/clubs/{league}/league/1.csv", get=PUBLIC),
    Address(
        "/clubs/{club}/leagues/new/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, LEAGUE),
        api="/api/v1/clubs/{club}/leagues/",
    ),
    Address("/api/v1/clubs/{club}/leagues/", get=PUBLIC, post=Call(DIRECTORS_403, 201, API_LEAGUE)),
    Address(
        "/clubs/{club}/ladders/new/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, LADDER),
        api="/api/v1/clubs/{club}/ladders/",
    ),
    Address("/api/v1/clubs/{club}/ladders/", get=PUBLIC, post=Call(DIRECTORS_403, 201, LADDER)),
    Address("/clubs/{league}/desk/league/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{club}/ladders/{ladder}/challenge/",
        post=Call(DIRECTORS_403, 303, {"challenger": 3, "holder": 2}),
        api="/api/v1/clubs/{club}/ladders/{ladder}/challenges/",
    ),
    Address(
        "/api/v1/clubs/{club}/ladders/{ladder}/challenges/",
        post=Call(DIRECTORS_403, 201, {"challenger": 3, "holder": 2}),
    ),
    Address(
        "/clubs/{club}/ladders/{ladder}/answer/",
        post=Call(DIRECTORS_403, 303, {"challenge": 1, "answer": "accept"}),
        api=(
            "/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/accept/",
            "/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/refuse/",
            "/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/call-off/",
        ),
    ),
    Address("/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/accept/", post=Call(DIRECTORS_403)),
    Address("/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/refuse/", post=Call(DIRECTORS_403)),
    Address("/api/v1/clubs/{club}/ladders/{ladder}/challenges/1/call-off/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{club}/ladders/{ladder}/badge/",
        post=Call(DIRECTORS, 200, {"player": "{rung}"}),
        api="/api/v1/clubs/{club}/members/{membership}/badge/",
    ),
    Address(
        "/clubs/{club}/ladders/{ladder}/desk/move/",
        post=Call(DIRECTORS, 303, {"member": 2, "place": 1, "reason": "Agreed"}),
        api={
            "put-on": "/api/v1/clubs/{club}/ladders/{ladder}/members/",
            "take-off": "DELETE /api/v1/clubs/{club}/ladders/{ladder}/members/2/",
            "move": "PUT /api/v1/clubs/{club}/ladders/{ladder}/members/2/",
            "undo": "/api/v1/clubs/{club}/ladders/{ladder}/undo/",
            "rules": "PUT /api/v1/clubs/{club}/ladders/{ladder}/",
        },
    ),
    Address(
        "/api/v1/clubs/{club}/ladders/{ladder}/members/", post=Call(DIRECTORS_403, 409, {"player": "{rung}"})
    ),
    Address(
        "/api/v1/clubs/{club}/ladders/{ladder}/members/2/",
        put=Call(DIRECTORS_403, 200, {"place": 1, "reason": "Agreed"}),
        delete=Call(DIRECTORS_403, 204),
    ),
    Address("/api/v1/clubs/{club}/ladders/{ladder}/undo/", post=Call(DIRECTORS_403, 409, {"seq": 1})),
    Address("/api/v1/clubs/{club}/ladders/{ladder}/", get=PUBLIC, put=Call(DIRECTORS_403, 200, LADDER_RULES)),
    *list_command_addresses(
        "/clubs/{club}/mine/",
        EVERYBODY,
        EVERYBODY,
        FIXTURE_COMMANDS,
        api="/api/v1/clubs/{club}/fixtures/{match}/",
    ),
    Address(
        "/clubs/{league}/desk/league/place/",
        post=Call(DIRECTORS, 409),
        api={
            "place": "PUT /api/v1/events/{league_event}/league/divisions/",
            "enter": (
                "/api/v1/events/{event}/entries/",
                "PUT /api/v1/events/{league_event}/league/divisions/",
            ),
        },
    ),
    Address(
        "/api/v1/events/{league_event}/league/divisions/",
        put=Call(DIRECTORS_403, 409, {"places": [{"entry": 1, "division": 1}]}),
    ),
    *list_command_addresses(
        "/clubs/{league}/desk/league/",
        DIRECTORS,
        DIRECTORS_403,
        SEASON_COMMANDS,
        {"/api/v1/events/{league_event}/league/": PUBLIC},
        api="/api/v1/events/{league_event}/",
    ),
    Address(
        "/clubs/{league}/desk/league/next/",
        post=Call(DIRECTORS, 409),
        api="/api/v1/events/{league_event}/league/next/",
    ),
    Address("/api/v1/events/{league_event}/league/next/", post=Call(DIRECTORS_403, 409, {"places": []})),
    Address("/api/v1/clubs/{club}/fixtures/", get=PUBLIC),
)
