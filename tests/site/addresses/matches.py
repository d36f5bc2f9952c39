"""Matches, tables, televisions and desks."""

from tests.site.addresses.address import (
    ACCOUNTS,
    DIRECTORS_403,
    DIRECTORS_404,
    EVERYBODY,
    PLAYERS_403,
    PUBLIC,
    WHITE_403,
    Address,
    Call,
)
from tests.site.bodies import ANSWER, CONDUCT_LAWS, DESK_LAWS, MATCH_LAWS, RULED, SCORE, WHITE_WINS

ADDRESSES = (
    Address("/conduct/", get=PUBLIC),
    Address("/t/{table}/", get=PUBLIC),
    Address("/t/{table}/score/", get=PUBLIC),
    Address("/m/{match}/", get=PUBLIC),
    Address(
        "/m/{match}/conduct/",
        get=PUBLIC,
        post=Call(DIRECTORS_403, 302, {"case": "dice", "roll": "31", "landing_1": "cocked"}),
        api="/api/v1/desks/{desk}/conduct-rulings/",
    ),
    Address(
        "/api/v1/desks/{desk}/conduct-rulings/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 201, {"match": "{match}", "case": "dice", "data": {"roll": "31"}}),
    ),
    Address("/m/{match}/sheet/", get=PUBLIC),
    Address("/m/{match}/overlay/", get=PUBLIC),
    Address("/tv/", get=PUBLIC, post=Call(EVERYBODY, 303), without_api="page only: used by the television"),
    Address("/tv/{desk}/", get=PUBLIC),
    Address("/tv/{screen}/", get=PUBLIC),
    Address(
        "/m/{match}/report/",
        get=PUBLIC,
        post=Call(PLAYERS_403, 302, WHITE_WINS, fields=("winner", "points", "key", "table")),
        api="/api/v1/matches/{match}/reports/",
    ),
    Address(
        "/api/v1/matches/{match}/reports/",
        post=Call(PLAYERS_403, 201, SCORE, fields=("white_score", "black_score", "version")),
    ),
    Address(
        "/m/{match}/score/",
        get=PUBLIC,
        post=Call(
            PLAYERS_403,
            302,
            {"outcome": "white:gammon:1", "table": "{card}"},
            fields=("outcome", "key", "table"),
        ),
        api="/api/v1/matches/{match}/games/",
    ),
    Address(
        "/api/v1/matches/{match}/games/",
        post=Call(
            PLAYERS_403,
            201,
            {"winner": "white", "kind": "gammon", "cube": 1},
            fields=("winner", "kind", "cube"),
        ),
    ),
    Address("/rulings/", get=Call(ACCOUNTS)),
    Address("/d/{desk}/sheets/", get=Call(DIRECTORS_404)),
    Address("/d/{desk}/conduct/", get=Call(DIRECTORS_404)),
    Address(
        "/d/{desk}/laws/",
        get=Call(DIRECTORS_404),
        post=Call(DIRECTORS_404, 302, DESK_LAWS),
        api="PUT /api/v1/desks/{desk}/laws/",
    ),
    Address(
        "/api/v1/desks/{desk}/laws/",
        get=Call(DIRECTORS_404),
        put=Call(DIRECTORS_404, 200, {"match": MATCH_LAWS, "conduct": CONDUCT_LAWS}),
    ),
    Address(
        "/m/{match}/confirm/",
        post=Call(PLAYERS_403, 302, ANSWER, situation="claimed", fields=("report", "table")),
        api="/api/v1/matches/{match}/reports/1/confirm/",
    ),
    Address(
        "/api/v1/matches/{match}/reports/1/confirm/",
        post=Call(PLAYERS_403, situation="claimed", fields=("version",)),
    ),
    Address(
        "/m/{match}/dispute/",
        post=Call(
            PLAYERS_403,
            302,
            {**ANSWER, "winner": "white", "points": 3},
            situation="claimed",
            fields=("report", "winner", "points", "key", "table"),
        ),
        api="/api/v1/matches/{match}/reports/1/dispute/",
    ),
    Address(
        "/api/v1/matches/{match}/reports/1/dispute/",
        post=Call(
            PLAYERS_403,
            201,
            {**SCORE, "black_score": 3},
            situation="claimed",
            fields=("white_score", "version"),
        ),
    ),
    Address(
        "/m/{match}/accept/",
        post=Call(
            "403 403 403 ok 403 403 403 403 403 403",
            302,
            ANSWER,
            situation="disputed",
            fields=("report", "table"),
        ),
        api="/api/v1/matches/{match}/reports/1/accept/",
    ),
    Address(
        "/api/v1/matches/{match}/reports/1/accept/",
        post=Call("403 403 403 ok 403 403 403 403 403 403", situation="disputed"),
    ),
    Address(
        "/m/{match}/withdraw/",
        post=Call(WHITE_403, 302, ANSWER, situation="claimed by white"),
        api="/api/v1/matches/{match}/reports/1/withdraw/",
    ),
    Address(
        "/api/v1/matches/{match}/reports/1/withdraw/", post=Call(WHITE_403, situation="claimed by white")
    ),
    Address(
        "/m/{match}/score/undo/",
        post=Call(PLAYERS_403, 302, {"table": "{card}"}, situation="scored", fields=("version", "table")),
        api="DELETE /api/v1/matches/{match}/games/last/",
    ),
    Address("/api/v1/matches/{match}/games/last/", delete=Call(PLAYERS_403, situation="scored")),
    Address(
        "/m/{match}/begin/",
        post=Call(PLAYERS_403, 302, {"table": "{card}"}),
        api="/api/v1/matches/{match}/begin/",
    ),
    Address("/api/v1/matches/{match}/begin/", post=Call(PLAYERS_403)),
    Address(
        "/m/{match}/penalty/",
        post=Call(DIRECTORS_403, 302, {"side": "white", "points": 1}),
        api="/api/v1/matches/{match}/penalties/",
    ),
    Address(
        "/api/v1/matches/{match}/penalties/", post=Call(DIRECTORS_403, 200, {"side": "white", "points": 1})
    ),
    Address(
        "/m/{match}/penalty/lift/",
        post=Call(DIRECTORS_403, 302, {"reason": "Wrong table"}, situation="penalised"),
        api="/api/v1/matches/{match}/penalties/lift/",
    ),
    Address(
        "/api/v1/matches/{match}/penalties/lift/",
        post=Call(DIRECTORS_403, 200, {"reason": "Wrong table"}, situation="penalised"),
    ),
    Address(
        "/m/{match}/postpone/",
        post=Call(DIRECTORS_403, 302, {"reason": "The hall closes"}),
        api="/api/v1/matches/{match}/postpone/",
    ),
    Address(
        "/api/v1/matches/{match}/postpone/", post=Call(DIRECTORS_403, 200, {"reason": "The hall closes"})
    ),
    Address(
        "/m/{match}/resume/",
        post=Call(DIRECTORS_403, 302, situation="postponed"),
        api="/api/v1/matches/{match}/resume/",
    ),
    Address("/api/v1/matches/{match}/resume/", post=Call(DIRECTORS_403, situation="postponed")),
    Address(
        "/m/{match}/award/",
        post=Call(DIRECTORS_403, 302, {"ending": "walkover", "winner": "white"}),
        api="/api/v1/matches/{match}/award/",
    ),
    Address(
        "/api/v1/matches/{match}/award/",
        post=Call(DIRECTORS_403, 200, {"ending": "walkover", "winner": "white"}),
    ),
    Address(
        "/m/{match}/rule/",
        post=Call(
            DIRECTORS_403,
            302,
            {**RULED, "version": "{version}"},
            situation="disputed",
            fields=("white_score", "black_score", "law", "reason", "version", "next"),
        ),
        api="/api/v1/matches/{match}/rule/",
    ),
    Address(
        "/api/v1/matches/{match}/rule/",
        post=Call(DIRECTORS_403, 200, {**SCORE, "rule": "match.adjudication"}, situation="disputed"),
    ),
    Address(
        "/m/{match}/correct/",
        post=Call(
            DIRECTORS_403,
            302,
            {**SCORE, "black_score": 2, "ending": "played", "reason": "x", "version": "{version}"},
            situation="settled",
            fields=("white_score", "black_score", "winner", "ending", "reason", "version"),
        ),
        api="/api/v1/matches/{match}/correct/",
    ),
    Address(
        "/api/v1/matches/{match}/correct/",
        post=Call(DIRECTORS_403, 200, {**SCORE, "black_score": 2, "reason": "Misread"}, situation="settled"),
    ),
    Address(
        "/m/{match}/reopen/",
        post=Call(DIRECTORS_403, 302, {"reason": "Wrong table"}, situation="settled"),
        api="/api/v1/matches/{match}/reopen/",
    ),
    Address(
        "/api/v1/matches/{match}/reopen/",
        post=Call(DIRECTORS_403, 200, {"reason": "Wrong table"}, situation="settled"),
    ),
    Address(
        "/m/{match}/void/",
        post=Call(DIRECTORS_403, 302, {"reason": "Wrong table"}, fields=("reason", "version")),
        api="/api/v1/matches/{match}/void/",
    ),
    Address("/api/v1/matches/{match}/void/", post=Call(DIRECTORS_403, 200, {"reason": "Wrong table"})),
    Address(
        "/tv/{screen}/here/",
        post=Call(EVERYBODY, 204, {"showing": "calls-1"}),
        without_api="page only: used by the television",
    ),
    Address("/api/v1/matches/", get=PUBLIC),
    Address("/api/v1/matches/{match}/", get=PUBLIC),
)
