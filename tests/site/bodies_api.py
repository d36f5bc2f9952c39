"""What programs send to each address of the API, where an empty body would say nothing about rights."""

from typing import Any

from tests.site import bodies

SCORE = {"white_score": 7, "black_score": 1}
TERMS = {"fee": "50", "returned": 90, "template": "winner", "sharing": "place"}
PAYS = {"player": "{player}", "method": "cash"}
PAIR = {"flight": "main", "one": 1, "other": 3}
CORRECTION = {**SCORE, "black_score": 2, "match": "{match}", "reason": "Misread"}
LEAGUE = {**bodies.LEAGUE, "divisions": ["First"], "names": ["Anna", "Bruno", "Carla"]}
LADDER = bodies.LADDER
SEASON = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "preset": "league"}
EVENING = {"name": "Next", "starts_at": "2026-12-01T20:30:00+01:00", "tables": 2, "policy": "both"}
PLAY = {"format": "knockout", "length": [5]}
A_LINE_UP = {"entry": 1, "boards": ["", ""]}
CLUB, EVENT = "/api/v1/clubs/{club}/", "/api/v1/events/{event}/"
SQUADS, LEAGUES = "/api/v1/events/{squads_event}/", "/api/v1/events/{league_event}/"
MATCH, PLAYER = "/api/v1/matches/{match}/", "/api/v1/players/{player}/"
MEETING, RUNGS = f"{SQUADS}meetings/R1-1/", f"{CLUB}ladders/{{ladder}}/"
TOURNAMENT = f"{CLUB}tournaments/{{evening}}/"
WEEKLY = f"{CLUB}weekly-tournaments/"
REGISTRATION = "/api/v1/clubs/{signing_api}/registration/"
SIGNED_UP = "/api/v1/sign-ups/{sign_up_token}/"

BODIES: dict[str, dict[str, Any]] = {
    "/api/v1/clubs/": {"name": "Another club"},
    f"{TOURNAMENT}record-exports/": {"format": "sgf"},
    f"{CLUB}tournaments/": {**EVENING, **PLAY},
    f"PATCH {CLUB}": {"about": "We play.", "joining": "invited", "casual": "nothing"},
    WEEKLY: {**bodies.A_NIGHT, **PLAY},
    f"{WEEKLY}{{weekly}}/": bodies.A_NIGHT,
    f"{WEEKLY}{{weekly}}/skip/": {"day": "2030-01-07"},
    f"{WEEKLY}{{weekly}}/restore/": {"day": "2030-01-07"},
    f"{TOURNAMENT}events/": {"name": "Jackpot", "format": "jackpot"},
    f"PATCH {TOURNAMENT}": {"name": "Renamed"},
    f"POST {TOURNAMENT}cover/": {"file": "<file>"},
    f"POST {TOURNAMENT}attachments/": {"file": "<file>"},
    f"{TOURNAMENT}copy/": {"name": "Next year", "starts_at": "2027-12-01T20:30:00+01:00"},
    f"PATCH {EVENT}": {"name": "Renamed"},
    f"{TOURNAMENT}officials/": {"username": "{director}"},
    f"PUT {REGISTRATION}": {"approval": "desk", "keep_days": 30},
    f"{REGISTRATION}act/": {"action": "paid", "places": ["{sign_up_place}"]},
    f"{REGISTRATION}sign-ups/": {"name": "Zeno", "events": [{"event": "{signing_event}"}]},
    f"PATCH {REGISTRATION}sign-ups/{{sign_up}}/": {"name": "Pauline"},
    f"PATCH {SIGNED_UP}": {"name": "Pauline"},
    f"{CLUB}casual-matches/": {"white": "{player}", "black": "{opponent}", "length": 5},
    f"{CLUB}members/": {"name": "Zeno"},
    f"{CLUB}offers/": {"username": "{director}", "role": "secretary"},
    f"{CLUB}join/": {"name": "Zeno"},
    f"{CLUB}invitations/": {"days": 7},
    f"{CLUB}seasons/": SEASON,
    f"PATCH {CLUB}seasons/{{season}}/": {"name": "Renamed"},
    f"{CLUB}seasons/{{season}}/preview/": {"name": "Renamed"},
    f"{CLUB}seasons/{{season}}/divisions/": {"places": []},
    f"{CLUB}rating-lists/": {"name": "Second"},
    f"PATCH {CLUB}rating-lists/{{list}}/": {"name": "Renamed"},
    f"{CLUB}rating-lists/{{list}}/preview/": {"name": "Renamed"},
    f"{CLUB}rating-lists/{{list}}/starting-ratings/": {"ratings": {}},
    f"{CLUB}imports/results/": {"file": "<table>"},
    f"{CLUB}imports/results/preview/": {"file": "<table>"},
    f"{CLUB}imports/players/": {"file": "<table>", "columns": ["", "", "name", "", ""]},
    f"{CLUB}imports/players/preview/": {"file": "<table>"},
    f"{CLUB}leagues/": LEAGUE,
    f"{CLUB}ladders/": LADDER,
    f"{CLUB}fixtures/{{match}}/propose/": {"note": "Tomorrow?"},
    f"{CLUB}fixtures/{{match}}/agree/": {"arrangement": 1},
    f"{CLUB}imports/events/": {"file": "<file>"},
    f"{CLUB}imports/reports/": {"file": "<file>"},
    f"{CLUB}imports/reports/preview/": {"file": "<file>"},
    f"PUT {RUNGS}": LADDER,
    f"{RUNGS}challenges/": {"challenger": 3, "holder": 2},
    f"{RUNGS}members/": {"player": "{rung}"},
    f"PUT {RUNGS}members/2/": {"place": 1, "reason": "Agreed"},
    f"{RUNGS}undo/": {"seq": 1},
    f"PUT {LEAGUES}league/": {"starts_on": "2026-06-01", "ends_on": "2027-08-31", "pace": "rounds"},
    f"PUT {LEAGUES}league/divisions/": {"places": [{"entry": 1, "division": 1}]},
    f"{LEAGUES}league/deadlines/": {"flight": "league_1", "round": 1, "until": "2027-01-01"},
    f"PUT {LEAGUES}league/fixtures/nowhere/": {"until": "2027-01-01"},
    f"{LEAGUES}league/fixtures/nowhere/decide/": {"verdict": "both", "reason": "Nobody came"},
    f"{LEAGUES}league/playoffs/": {"until": "2027-01-01"},
    f"{LEAGUES}league/next/": {"places": []},
    f"{EVENT}entries/file/": {"file": "<table>"},
    f"PUT {EVENT}entries/1/": {"club": "Roma", "country": "ITA", "rating": 1700},
    f"{EVENT}entries/1/presence/": {"presence": "here"},
    f"{EVENT}entries/1/replace/": {"alternate": "{waiting}", "flight": "main"},
    f"{EVENT}end-stage/": {"flight": "main"},
    f"{EVENT}rounds/forbid/": PAIR,
    f"{EVENT}rounds/allow/": PAIR,
    f"{EVENT}rounds/count/": {"flight": "main", "rounds": 3},
    f"{EVENT}corrections/": CORRECTION,
    f"{EVENT}corrections/preview/": CORRECTION,
    f"{EVENT}performance-ratings/": {"pairing": "M1-1", "ruling": "half"},
    f"{EVENT}rolling/start/": {"entries": [1], "points": 3},
    f"{EVENT}plan/format/": PLAY,
    f"{EVENT}plan/stages/": {"what": "last_chance"},
    f"PATCH {EVENT}plan/stages/main/": {"lengths": [9], "name": "Cup"},
    f"{EVENT}desk/tables/": {"count": 9},
    f"{EVENT}desk/tables/1/": {"name": "Stream"},
    f"{EVENT}desk/policy/": {"policy": "trust"},
    f"{EVENT}desk/times/": {"final_after": 10, "scale": "ukbgf", "clock": "us"},
    f"{EVENT}desk/quick-result/": {"line": "1 7-1"},
    f"{CLUB}webhooks/": {"address": "https://example.org/crawford", "kinds": ["match.settled"]},
    f"PATCH {CLUB}webhooks/{{webhook}}/": {"address": "https://example.org/"},
    f"PATCH {EVENT}screens/{{screen}}/": {"is_paused": True},
    f"{EVENT}announcements/": {"english": "Dinner", "reach": "everywhere"},
    f"PUT {SQUADS}teams/1/": {"members": ["Zeno", "Zora"]},
    f"{MEETING}line-up/": A_LINE_UP,
    f"{MEETING}seats/": A_LINE_UP,
    f"{MEETING}play-off/": {"white": "nobody", "black": "nobody"},
    f"{EVENT}fees/": {**TERMS, "currency": "EUR"},
    f"PUT {EVENT}fees/": TERMS,
    f"{EVENT}pools/": {**TERMS, "name": "Super"},
    f"{EVENT}pools/1/": {**TERMS, "name": "Other"},
    f"{EVENT}pools/1/players/": {"player": "{player}"},
    f"{EVENT}auctions/": {**TERMS, "name": "Another Calcutta"},
    f"{EVENT}auctions/2/": {**TERMS, "name": "Other Calcutta"},
    f"{EVENT}auctions/2/lots/": {"lots": ["1", "2 3"]},
    f"{EVENT}auctions/2/lots/1/sale/": {"buyer": "Zeno", "price": "5"},
    f"{EVENT}auctions/2/lots/1/payments/": {"method": "cash"},
    f"{EVENT}auctions/2/lots/1/refunds/": {"method": "cash"},
    f"PATCH {EVENT}accounts/{{player}}/": {"amount": "5"},
    f"{EVENT}payments/": {**PAYS, "amount": "50"},
    f"{EVENT}payments/all/": {"method": "cash"},
    f"{EVENT}refunds/": {**PAYS, "amount": "50", "fund": 0},
    f"{EVENT}receipts/1/reverse/": {"note": "Misread"},
    f"{EVENT}prizes/payments/": {"fund": 0, "player": 1, "coins": 100, "method": "cash"},
    f"{EVENT}prizes/returns/": {"fund": 0, "player": 1, "coins": 100, "method": "cash"},
    f"{EVENT}cash-desk/counts/": {"operator": "{director}", "kind": "float", "amount": "9"},
    f"{EVENT}cash-desk/cashiers/": {"username": "{director}"},
    f"{MATCH}call/": {"table": 8},
    f"{MATCH}draft/": {"start": 0, "lines": ["white 31 8/5 6/5"]},
    f"{PLAYER}display-name/": {"shown": "initial"},
    f"{PLAYER}forget/": {"confirmation": "{seated}"},
    f"{PLAYER}name/": {"name": "As it should be"},
    f"{PLAYER}spellings/": {"player": "{namesake}", "reason": "The same member"},
    f"{PLAYER}spellings/{{namesake}}/separate/": {"reason": "Two brothers"},
}
SITUATIONS = {
    f"{PLAYER}spellings/{{namesake}}/separate/": "joined",
    f"{EVENT}corrections/": "settled",
    f"{EVENT}corrections/preview/": "settled",
}
