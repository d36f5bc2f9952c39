"""The desk of an event."""

from tests.site.addresses.address import ABSENT, DIRECTORS, DIRECTORS_403, EVERYBODY, PUBLIC, Address, Call
from tests.site.addresses.commands import list_command_addresses
from tests.site.bodies import (
    A_BREAK,
    A_STAGE,
    CERTIFICATE_FORM,
    CORRECTION,
    NIGHTS,
    PAIR,
    PLAY,
    RULED,
    SCORE,
)
from tournaments.play.desk.views.commands import COMMANDS

# Commands of the desk that have a URL of their own, too.
OWN_ADDRESSES = frozenset({"publish", "end", "withdraw", "step-in", "undo", "redo"})

ADDRESSES = (
    Address(
        "/clubs/{competition}/desk/regulars/",
        get=Call(ABSENT),
        post=Call(ABSENT),
        api="/api/v1/events/{event}/entries/",
    ),
    Address(
        "/api/v1/events/{event}/entries/",
        get=PUBLIC,
        post=Call(DIRECTORS_403, 201, {"names": ["Zeno"]}, fields=("names", "version")),
    ),
    Address("/clubs/{competition}/desk/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/journal/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/entries/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/match/{match}/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/entries-file/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 400),
        api="/api/v1/events/{event}/entries/file/",
    ),
    Address("/api/v1/events/{event}/entries/file/", post=Call(DIRECTORS_403, 200, {"file": "<table>"})),
    Address("/clubs/{competition}/desk/find/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/change/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"act": "withdraw", "entry": "{waiting}", "flight": "main"}),
        api="/api/v1/events/{event}/changes/",
    ),
    Address(
        "/api/v1/events/{event}/changes/",
        post=Call(DIRECTORS_403, 201, {"act": "withdraw", "entry": "{waiting}", "flight": "main"}),
    ),
    Address("/clubs/{competition}/desk/table-settings/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/plan/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 409, {"action": "drop", "flight": "main"}),
        api={
            "add": "/api/v1/events/{event}/plan/stages/",
            "drop": "DELETE /api/v1/events/{event}/plan/stages/main/",
            "shape": "PATCH /api/v1/events/{event}/plan/stages/main/",
            "format": "PUT /api/v1/events/{event}/plan/format/",
        },
    ),
    Address("/api/v1/events/{event}/plan/stages/", post=Call(DIRECTORS_403, 201, {"what": "last_chance"})),
    Address(
        "/api/v1/events/{event}/plan/stages/main/",
        patch=Call(DIRECTORS_403, 409, {"lengths": [9], "name": "Cup"}),
        delete=Call(DIRECTORS_403, 409),
    ),
    Address("/api/v1/events/{event}/plan/format/", put=Call(DIRECTORS_403, 409, PLAY)),
    Address(
        "/clubs/{competition}/desk/figures/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 409, {"pairing": "M1-1", "ruling": "half"}),
        api="/api/v1/events/{event}/performance-ratings/",
    ),
    Address(
        "/api/v1/events/{event}/performance-ratings/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 409, {"pairing": "M1-1", "ruling": "half"}),
    ),
    Address(
        "/clubs/{competition}/desk/rolling/",
        get=Call(ABSENT),
        post=Call(ABSENT, 200, {"action": "start", "entries": 1, "points": 3}),
        api={
            "come": "/api/v1/events/{event}/entries/",
            "start": "/api/v1/events/{event}/rolling/start/",
            "close": "/api/v1/events/{event}/rolling/close/",
            "open": "/api/v1/events/{event}/rolling/open/",
        },
    ),
    Address(
        "/api/v1/events/{event}/rolling/start/", post=Call(DIRECTORS_403, 404, {"entries": [1], "points": 3})
    ),
    Address("/api/v1/events/{event}/rolling/close/", post=Call(DIRECTORS_403, 404)),
    Address("/api/v1/events/{event}/rolling/open/", post=Call(DIRECTORS_403, 404)),
    Address(
        "/clubs/{competition}/desk/round/main/",
        get=Call(DIRECTORS, 409),
        post=Call(DIRECTORS, 409),
        api={
            "publish": "/api/v1/events/{event}/rounds/",
            "forbid": "/api/v1/events/{event}/rounds/forbid/",
            "allow": "/api/v1/events/{event}/rounds/allow/",
            "rounds": "PUT /api/v1/events/{event}/rounds/count/",
        },
    ),
    Address("/api/v1/events/{event}/rounds/", post=Call(DIRECTORS_403, 409, {"flight": "main"})),
    Address("/api/v1/events/{event}/rounds/forbid/", post=Call(DIRECTORS_403, 409, PAIR)),
    Address("/api/v1/events/{event}/rounds/allow/", post=Call(DIRECTORS_403, 409, PAIR)),
    Address(
        "/api/v1/events/{event}/rounds/count/", put=Call(DIRECTORS_403, 409, {"flight": "main", "rounds": 3})
    ),
    Address("/clubs/{competition}/desk/screens/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/entry/1/",
        get=Call(DIRECTORS),
        post=Call(
            DIRECTORS,
            303,
            {"club": "Roma", "country": "ITA", "rating": 1700},
            form="tournaments.play.draws.forms.EntryDetailsForm",
        ),
        api="PUT /api/v1/events/{event}/entries/1/",
    ),
    Address(
        "/api/v1/events/{event}/entries/1/",
        get=PUBLIC,
        put=Call(DIRECTORS_403, 200, {"club": "Roma", "country": "ITA", "rating": 1700}),
    ),
    Address("/clubs/{competition}/desk/paper/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/check-in/", get=Call(DIRECTORS)),
    Address(
        "/check-in/{check_in}/",
        get=PUBLIC,
        post=Call(EVERYBODY, 409, {"player": "{player}"}, fields=("player", "token")),
        without_api="page only: a tablet at the door",
    ),
    Address("/clubs/{competition}/desk/paper/now.pdf", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/badges/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 200, {"players": "all", "paper": "a4"}, fields=("scope", "players", "paper")),
        api="/api/v1/events/{event}/entries/1/badge/",
    ),
    Address("/api/v1/events/{event}/entries/1/badge/", post=Call(DIRECTORS_403, 201)),
    Address(
        "/clubs/{competition}/desk/certificates/",
        get=Call(DIRECTORS),
        post=Call(DIRECTORS, 303, {"title": "Diploma"}, form=CERTIFICATE_FORM),
        without_api="texts on paper",
    ),
    # The event is not finished.
    Address("/clubs/{competition}/desk/certificates.pdf", get=Call(DIRECTORS, 404)),
    Address("/clubs/{competition}/desk/cards/", get=Call(DIRECTORS)),
    Address("/clubs/{competition}/desk/files/event.json", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/correct/{match}/",
        get=Call(DIRECTORS),
        post=Call(
            DIRECTORS,
            303,
            {**SCORE, "black_score": 2, "reason": "Misread"},
            situation="settled",
            form="tournaments.play.desk.forms.CorrectionForm",
            fields=("choice-M2-1",),
        ),
        api="/api/v1/events/{event}/corrections/",
    ),
    Address(
        "/api/v1/events/{event}/corrections/", post=Call(DIRECTORS_403, 201, CORRECTION, situation="settled")
    ),
    Address(
        "/clubs/{competition}/desk/names/",
        post=Call(
            DIRECTORS,
            303,
            {"names": "Zeno", "enter": 1},
            fields=("names", "line", "was", "first", "second", "enter", "key", "version"),
        ),
        api="/api/v1/events/{event}/entries/",
    ),
    Address("/clubs/{competition}/desk/entry/2/withdraw/", get=Call(DIRECTORS)),
    Address(
        "/clubs/{competition}/desk/withdraw/",
        post=Call(DIRECTORS, 303, {"entry": "{waiting}"}, form="tournaments.play.desk.forms.EntryForm"),
        api="/api/v1/events/{event}/entries/2/withdraw/",
    ),
    Address("/api/v1/events/{event}/entries/2/withdraw/", post=Call(DIRECTORS_403, 201)),
    Address(
        "/clubs/{competition}/desk/withdraw-list/",
        post=Call(DIRECTORS, 409, {"list": 1}, form="tournaments.play.desk.forms.EntryListForm"),
        api="/api/v1/events/{event}/entries/lists/1/withdraw/",
    ),
    Address("/api/v1/events/{event}/entries/lists/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/entries/lists/1/withdraw/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{competition}/desk/presence/",
        post=Call(
            DIRECTORS, 303, {"entry": 1, "presence": "here"}, form="tournaments.play.draws.forms.CheckInForm"
        ),
        api="PUT /api/v1/events/{event}/entries/1/presence/",
    ),
    Address("/api/v1/events/{event}/entries/1/presence/", put=Call(DIRECTORS_403, 200, {"presence": "here"})),
    Address(
        "/clubs/{competition}/desk/step-in/",
        post=Call(
            DIRECTORS,
            409,
            {"absent": "{waiting}", "alternate": 1, "flight": "main"},
            form="tournaments.play.desk.event_commands.ReplaceAbsent",
        ),
        api="/api/v1/events/{event}/entries/1/replace/",
    ),
    Address(
        "/api/v1/events/{event}/entries/1/replace/",
        post=Call(DIRECTORS_403, 409, {"alternate": "{waiting}", "flight": "main"}),
    ),
    Address(
        "/clubs/{competition}/desk/badge/",
        post=Call(DIRECTORS, 200, {"entry": 1}, form="tournaments.play.desk.forms.EntryForm"),
        api="/api/v1/events/{event}/entries/1/badge/",
    ),
    Address(
        "/clubs/{competition}/desk/draw/",
        post=Call(DIRECTORS, 409, form="tournaments.play.draws.forms.DrawForm", fields=("seed-1",)),
        api="/api/v1/events/{event}/draws/",
    ),
    Address(
        "/clubs/{competition}/desk/draw/publish/",
        post=Call(DIRECTORS, 409, form="tournaments.play.draws.forms.DrawForm", fields=("seed-1",)),
        api=("/api/v1/events/{event}/draws/", "/api/v1/events/{event}/publish/"),
    ),
    Address("/api/v1/events/{event}/draws/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{competition}/desk/publish/", post=Call(DIRECTORS, 409), api="/api/v1/events/{event}/publish/"
    ),
    Address("/api/v1/events/{event}/publish/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{competition}/desk/undo/",
        post=Call(
            DIRECTORS, 303, {"command": "{last}"}, form="tournaments.play.desk.event_commands.UndoCommand"
        ),
        api="/api/v1/events/{event}/undo/",
    ),
    Address(
        "/api/v1/events/{event}/undo/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {"command": "{last}"}),
    ),
    Address(
        "/clubs/{competition}/desk/redo/",
        post=Call(DIRECTORS, 409, form="tournaments.play.desk.event_commands.RedoCommand"),
        api="/api/v1/events/{event}/redo/",
    ),
    Address("/api/v1/events/{event}/redo/", get=Call(DIRECTORS_403, 409), post=Call(DIRECTORS_403, 409)),
    Address(
        "/clubs/{competition}/desk/end/",
        post=Call(DIRECTORS, 409, {"flight": "main"}),
        api="/api/v1/events/{event}/end-stage/",
    ),
    Address("/api/v1/events/{event}/end-stage/", post=Call(DIRECTORS_403, 409, {"flight": "main"})),
    Address(
        "/clubs/{competition}/desk/screens/add/",
        post=Call(DIRECTORS, 303),
        api="/api/v1/events/{event}/screens/",
    ),
    Address("/api/v1/events/{event}/screens/", get=Call(DIRECTORS_403), post=Call(DIRECTORS_403, 201)),
    Address(
        "/clubs/{competition}/desk/breaks/announce/",
        post=Call(DIRECTORS, 303, A_BREAK, form="tournaments.play.schedule.break_forms.BreakForm"),
        api="/api/v1/events/{event}/breaks/",
    ),
    Address(
        "/api/v1/events/{event}/breaks/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, A_BREAK),
    ),
    Address(
        "/clubs/{competition}/desk/breaks/now/",
        post=Call(
            DIRECTORS, 303, {"minutes": "15"}, form="tournaments.play.schedule.break_forms.BreakNowForm"
        ),
        api="/api/v1/events/{event}/breaks/",
    ),
    Address(
        "/clubs/{competition}/desk/breaks/nights/",
        post=Call(DIRECTORS, 409, NIGHTS, form="tournaments.play.schedule.break_forms.NightsForm"),
        api="/api/v1/events/{event}/breaks/nights/",
    ),
    Address("/api/v1/events/{event}/breaks/nights/", post=Call(DIRECTORS_403, 409, NIGHTS)),
    Address(
        "/clubs/{competition}/desk/breaks/end/",
        post=Call(
            DIRECTORS,
            303,
            {"number": "{break}"},
            form="tournaments.play.schedule.break_forms.BreakNumberForm",
        ),
        api="/api/v1/events/{event}/breaks/{break}/end/",
    ),
    Address("/api/v1/events/{event}/breaks/{break}/end/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{competition}/desk/breaks/remove/",
        post=Call(
            DIRECTORS,
            303,
            {"number": "{break}"},
            form="tournaments.play.schedule.break_forms.BreakNumberForm",
        ),
        api="DELETE /api/v1/events/{event}/breaks/{break}/",
    ),
    Address("/api/v1/events/{event}/breaks/{break}/", delete=Call(DIRECTORS_403, 204)),
    Address(
        "/clubs/{competition}/desk/begin-all/",
        post=Call(
            DIRECTORS, 303, {"codes": "{match}"}, form="tournaments.play.desk.forms.StartedMatchesForm"
        ),
        api="/api/v1/events/{event}/desk/begin-all/",
    ),
    Address(
        "/api/v1/events/{event}/desk/begin-all/", post=Call(DIRECTORS_403, 200, {"matches": ["{match}"]})
    ),
    Address(
        "/clubs/{competition}/desk/screens/announce/",
        post=Call(DIRECTORS, 303, {"english": "Dinner", "reach": "everywhere"}),
        api="/api/v1/events/{event}/announcements/",
    ),
    Address(
        "/api/v1/events/{event}/announcements/",
        get=Call(DIRECTORS_403),
        post=Call(DIRECTORS_403, 201, {"english": "Dinner", "reach": "everywhere"}),
    ),
    Address(
        "/clubs/{competition}/desk/screens/withdraw-announcement/",
        post=Call(DIRECTORS, 303, {"announcement": "{announcement}"}),
        api="/api/v1/events/{event}/announcements/{announcement}/withdraw/",
    ),
    Address("/api/v1/events/{event}/announcements/{announcement}/withdraw/", post=Call(DIRECTORS_403)),
    Address(
        "/clubs/{competition}/desk/screens/{screen}/",
        post=Call(DIRECTORS, 303, {"action": "pause"}),
        api=(
            "PATCH /api/v1/events/{event}/screens/{screen}/",
            "DELETE /api/v1/events/{event}/screens/{screen}/",
        ),
    ),
    Address(
        "/api/v1/events/{event}/screens/{screen}/",
        get=Call(DIRECTORS_403),
        patch=Call(DIRECTORS_403, 200, {"is_paused": True}),
        delete=Call(DIRECTORS_403, 204),
    ),
    *list_command_addresses(
        "/clubs/{competition}/desk/act/",
        DIRECTORS,
        DIRECTORS_403,
        [command for name, command in COMMANDS.items() if name not in OWN_ADDRESSES],
    ),
    Address(
        "/clubs/{competition}/desk/result/",
        post=Call(
            DIRECTORS,
            303,
            {**SCORE, "match": "{match}"},
            form="tournaments.play.desk.forms.ScoreForm",
        ),
        api="/api/v1/matches/{match}/reports/",
    ),
    Address(
        "/clubs/{competition}/desk/quick/",
        post=Call(DIRECTORS, 303, {"line": "1 7-1"}, form="tournaments.play.desk.forms.QuickResultForm"),
        api="/api/v1/events/{event}/desk/quick-result/",
    ),
    Address("/api/v1/events/{event}/desk/quick-result/", post=Call(DIRECTORS_403, 201, {"line": "1 7-1"})),
    Address(
        "/clubs/{competition}/desk/confirm/",
        post=Call(DIRECTORS, 303, {"match": "{match}"}, situation="claimed"),
        api="/api/v1/matches/{match}/reports/1/confirm/",
    ),
    Address(
        "/clubs/{competition}/desk/rule/",
        post=Call(
            DIRECTORS,
            303,
            RULED,
            situation="disputed",
            form="tournaments.play.desk.forms.DeskRulingForm",
        ),
        api="/api/v1/matches/{match}/rule/",
    ),
    Address(
        "/clubs/{competition}/desk/award/",
        post=Call(
            DIRECTORS,
            303,
            {"match": "{match}", "ending": "forfeit", "winner": "white"},
            form="tournaments.play.desk.forms.DeskAwardForm",
        ),
        api="/api/v1/matches/{match}/award/",
    ),
    Address(
        "/clubs/{competition}/desk/call/",
        post=Call(
            DIRECTORS, 303, {"match": "{match}", "table": 8}, form="tournaments.play.desk.forms.CallMatchForm"
        ),
        api="/api/v1/matches/{match}/call/",
    ),
    Address("/api/v1/matches/{match}/call/", post=Call(DIRECTORS_403, 200, {"table": 8})),
    Address("/api/v1/events/{event}/pairings/", get=PUBLIC),
    Address("/api/v1/events/{event}/standings/", get=PUBLIC),
    Address("/api/v1/events/{event}/report/", get=PUBLIC),
    Address("/api/v1/events/{event}/plan/", get=PUBLIC, put=Call(DIRECTORS_403, 409, {"stages": [A_STAGE]})),
    Address("/api/v1/events/{event}/journal/", get=PUBLIC),
    Address("/api/v1/events/{event}/rounds/preview/", post=Call(DIRECTORS_403, 409, {"flight": "main"})),
    Address(
        "/api/v1/events/{event}/changes/preview/",
        post=Call(DIRECTORS_403, 200, {"act": "withdraw", "entry": "{waiting}", "flight": "main"}),
    ),
    Address("/api/v1/events/{event}/entries/check-in-all/", post=Call(DIRECTORS_403, 409)),
    Address(
        "/api/v1/events/{event}/corrections/preview/",
        post=Call(DIRECTORS_403, 200, CORRECTION, situation="settled"),
    ),
    Address("/api/v1/events/{event}/desk/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/desk/search/", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/files/event.json", get=Call(DIRECTORS_403)),
    Address("/api/v1/events/{event}/rolling/", get=Call(DIRECTORS_403, 404)),
)
