"""Every address that is recorded, by the name its record has. A page that moves keeps its name."""

EVENT = {
    "now": "",
    "bracket": "bracket/",
    "entries": "entries/",
    "results": "results/",
    "draw-audit": "draw-audit/",
    "journal": "journal/",
    "prizes": "prizes/",
    "embed-bracket": "embed/?part=bracket",
    "embed-standings": "embed/?part=standings",
    "embed-code": "embed/code/",
}
DESK = {
    "desk": "desk/",
    "desk-find": "desk/find/?q=17",
    "desk-entry": "desk/entry/1/",
    "desk-entries": "desk/entries/",
    "desk-journal": "desk/journal/",
    "desk-change": "desk/change/",
    "desk-table-settings": "desk/table-settings/",
    "desk-plan": "desk/plan/",
    "desk-screens": "desk/screens/",
    "desk-printouts": "desk/paper/",
    "desk-measures": "desk/figures/",
    "desk-cards": "desk/cards/",
    "desk-entries-file": "desk/entries-file/",
    "finances": "desk/money/",
    "finances-prizes": "desk/money/prizes/",
    "finances-auction": "desk/money/auction/",
    "finances-cash": "desk/money/cash/",
    "finances-terms": "desk/money/terms/",
    "finances-ledger": "desk/money/ledger/",
    "finances-receipt": "desk/money/receipts/1/",
}
FILES = {
    **{
        name: f"desk/files/{name}"
        for name in (
            *("event.json", "event.xlsx", "entries.csv", "pairings.csv", "results.csv", "standings.csv"),
            "swiss.trf",
        )
    },
    "money.json": "desk/money/files/money.json",
}
PRINTOUTS = {
    "draw": "desk/paper/draw.pdf?flight={flight}",
    "draw-names": "desk/paper/draw.pdf?flight={flight}&fill=names",
    "round-1": "desk/paper/round.pdf?flight={flight}&round=1",
    "slips": "desk/paper/slips.pdf",
    "status": "desk/paper/now.pdf",
    "standings": "desk/paper/standings.pdf",
    "results": "desk/paper/results.pdf",
    "entries": "desk/paper/entries.pdf",
    "prizes": "desk/paper/prizes.pdf",
    "blank-bracket": "desk/paper/blank-bracket.pdf?size=16",
}
API = {
    "api-event": "",
    "api-entries": "entries/",
    "api-pairings": "pairings/",
    "api-standings": "standings/",
    "api-plan": "plan/",
}
API_EVENT = "/api/v1/events/{event}/"
CLUB = {
    "club": "",
    "standings": "standings/",
    "ratings": "ratings/",
    "members": "members/",
    "nights": "nights/",
    "attendance": "attendance/",
    "rivals": "rivals/",
    "leagues": "leagues/",
    "embed": "embed/",
    "calendar": "calendar.ics",
}
LEAGUE = {"league": "league/", "league-table": "league/1.csv", "league-desk": "desk/league/"}
TEAMS = {"teams": "teams/", "meeting": "meeting/R1-1/", "team": "desk/team/1/"}
# What is done to make a weekend, as the desk does it.
NEW_CLUB, START = "/clubs/new/", "start/"
ENTER, DRAW, PUBLISH, QUICK = "desk/names/", "desk/draw/", "desk/publish/", "desk/quick/"
MONEY_ON, ADD_POOL, TAKE_FEE = "desk/money/act/on/", "desk/money/act/pool/", "desk/money/act/everybody/"
# Addresses of the whole site that say something else at each request, or are not of this project.
NOT_RECORDED = {"/admin/", "/api/v1/docs/", "/api/v1/schema/", "/healthz", "/metrics", "/readyz"}
