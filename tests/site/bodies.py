"""Form data and JSON bodies that are sent to several addresses."""

SCORE = {"white_score": 7, "black_score": 1}
WHITE_WINS = {"winner": "white", "points": 1, "table": "{card}"}
WRITTEN = {"start": 0, "line": "white 31 8/5 6/5", "table": "{card}"}
ANSWER = {"report": 1, "table": "{card}"}
MATCH_LAWS = {
    **dict.fromkeys(("crawford", "holland", "jacoby", "beavers", "automatic_doubles"), False),
    **{"dead_cube": "note", "illegal_plays": "refuse"},
}
CONDUCT_LAWS = {
    **{"illegal_plays": "correct", "premature_rolls": "void", "waives_premature": True},
    **{"setup_turns": 4, "dice_half": "right"},
}
DESK_LAWS = {
    **{"crawford": "on", "dead_cube": "note", "recorded_plays": "refuse", "illegal_plays": "correct"},
    **{"premature_rolls": "void", "setup_turns": 4, "dice_half": "right"},
}
WAY_TO_PAY = {"kind": "paypal", "account": "BGClub"}
QUESTION = {"text": "Which shirt?", "kind": "choice", "options": "Small\nLarge"}
QUESTION_FORMS = "tournaments.registration.question_forms"
SPONSOR_FORMS = "tournaments.play.tournaments.sponsor_forms"
CERTIFICATE_FORM = "tournaments.printing.forms.CertificateForm"
WAY_FORM = "tournaments.registration.forms.WayForm"
LEAGUE = {
    "name": "Summer",
    "divisions": "First",
    "names": "Anna\nBruno\nCarla",
    "placing": "listed",
    "starts_on": "2026-06-01",
    "ends_on": "2026-08-31",
    "pace": "rounds",
    "policy": "both",
    **dict.fromkeys(("length", "cycles", "win"), 3),
    **dict.fromkeys(("up", "down", "loss", "clear", "close", "within"), 0),
}
LADDER = {
    "name": "Another",
    "reach": 3,
    "length": 7,
    "answer_days": 7,
    "play_days": 21,
    "win": "take",
    "unanswered": "down",
    "unplayed": "nothing",
    "protected_days": 7,
    "idle_days": 0,
    "entry": "bottom",
    "members": "nobody",
}
LADDER_RULES = {name: value for name, value in LADDER.items() if name not in ("name", "members")}
WEBHOOK = {"address": "https://example.org/crawford", "kinds": ["match.settled"]}
SEASON = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "rules": "league"}
COUNTING = {
    **{name: SEASON[name] for name in ("name", "starts_on", "ends_on")},
    **{"win": "flat", "win_value": "2", "bonus_unit": "points", "save": "1"},
}
CONSTANTS = {
    **{"name": "Slow", "counts": "singles", "save": "1", "constant_base": "1500", "constant_spread": "2000"},
    **{"constant_step": "4", "constant_ramp_start": "1", "constant_ramp_length": "400"},
    **{"constant_length_cap": "0", "constant_provisional_below": "100"},
}
EVENING = {
    "name": "Next",
    "starts_at": "2026-12-01T20:30",
    "length": 5,
    "consolation_length": 3,
    "tables": 2,
    "policy": "both",
}
A_NIGHT = {"name": "Tuesdays", "weekday": 1, "begins": "20:30", "tables": 4, "policy": "both"}
A_STAGE = {
    "key": "main",
    "format": "knockout",
    "feed": {"origin": "entries", "flight": "", "flights": [], "rounds": 0, "first": 1, "last": 0},
    "options": {},
    "lengths": [9],
    "name": "",
}
THREW = {"kind": "Threw", "player": "{seated}", "die": 3}
RULED = {**SCORE, "law": "match.adjudication", "reason": "Heard both", "match": "{match}"}

TERMS = {"fee": "50", "returned": 90, "template": "winner", "sharing": "place"}
PAYS = {"player": "{player}", "method": "cash"}

# JSON bodies of the API.
PAIR = {"flight": "main", "one": 1, "other": 3}
CORRECTION = {**SCORE, "black_score": 2, "match": "{match}", "reason": "Misread"}
API_LEAGUE = {**LEAGUE, "divisions": ["First"], "names": ["Anna", "Bruno", "Carla"]}
API_SEASON = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "preset": "league"}
API_TOURNAMENT = {"name": "Next", "starts_at": "2026-12-01T20:30:00+01:00", "tables": 2, "policy": "both"}
PLAY = {"format": "knockout", "length": [5]}
# The braces of the JSON are doubled, because placeholders are filled in.
KEYS_DOCUMENT = '{{"keys": [{{"key_id": "siena.example/1", "public_key": "' + "A" * 43 + '="}}]}}'
A_LINE_UP = {"entry": 1, "boards": ["", ""]}

A_BREAK = {"begins_at": "2026-10-05T21:00:00", "ends_at": "2026-10-05T21:30:00", "reason": "Dinner"}
NIGHTS = {"closes": "23:00", "opens": "10:00"}
