"""A valid file of every format, forged in one place each: the checker finds every forgery.

Forged are places, winners, rows of tables, every figure, byes, withdrawals, performance ratings and boards. A
score that changes no winner and no figure leaves no trace inside the file: only its checksum covers it.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.checker.edited_exports import SEED, Event, an_event
from tests.tournaments.journal.test_teams import Book
from tournaments.exchange.event_file import build_document, compute_checksum, export_projection
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands
from tournaments.journal.team_facts import EntryType
from tournaments.standings.tiebreaks import EVENT_TIE_BREAKS
from tournaments.verification.checker.document import canonical, parse_document
from tournaments.verification.checker.verify import check, check_file

File = dict[str, Any]
# A forgery returns what it has changed, "" if the file has nothing of the kind.
Forgery = Callable[[File, random.Random], str]


def table_rows(file: File) -> list[dict[str, Any]]:
    return [row for rows in file["projection"]["standings"].values() for row in rows]


def forge_place(file: File, rng: random.Random) -> str:
    """Two players exchange their places."""
    places = file["projection"]["places"]
    pairs = [(one, other) for one in places for other in places if places[one] < places[other]]
    if not pairs:
        return ""
    one, other = rng.choice(pairs)
    places[one], places[other] = places[other], places[one]
    return "place"


def forge_shared_place(file: File, rng: random.Random) -> str:
    """A player who shares places has the best of them alone."""
    spans = [span for span in file["projection"]["places"].values() if span[0] < span[1]]
    if not spans:
        return ""
    span = rng.choice(spans)
    span[1] = span[0]
    return "shared place"


def forge_winner(file: File, rng: random.Random) -> str:
    """The loser of a match is shown as its winner."""
    played = [
        one for one in file["projection"]["pairings"] if one["winner"] and one["white"] and one["black"]
    ]
    if not played:
        return ""
    pairing = rng.choice(played)
    pairing["winner"] = pairing["black"] if pairing["winner"] == pairing["white"] else pairing["white"]
    return "winner"


def forge_row(file: File, rng: random.Random) -> str:
    """A row of a table is one place higher."""
    rows = [row for row in table_rows(file) if row["place"] > 1]
    if not rows:
        return ""
    row = rng.choice(rows)
    row["place"] -= 1
    return "row"


def forge_bye(file: File, rng: random.Random) -> str:
    """A bye is worth something else than in the standings."""
    # Only in rounds of Swiss and lives, and only where a bye has been counted.
    byes = [bye for row in live_rows(file, "paired") for bye in row["byes"]]
    if not byes or not any(row["place"] != table_rows(file)[0]["place"] for row in table_rows(file)):
        return ""
    bye = rng.choice(byes)
    bye["kind"] = "zero" if bye["kind"] != "zero" else "pairing"
    return "bye"


def forge_withdrawal(file: File, rng: random.Random) -> str:
    """A player who left a round robin is annulled instead of forfeiting the rest, or the other way round."""
    annulled = {row["entry"] for row in table_rows(file) if not row["values"]}
    rows = [row for row in live_rows(file, "withdrawn") if row["entry"] in annulled]
    if not rows:
        return ""
    rng.choice(rows)["results"] = "forfeited"
    return "withdrawal"


def forge_rating(file: File, rng: random.Random) -> str:
    """A performance rating is much lower than the one that counted."""
    names = {name for row in table_rows(file) for name in row["values"]}
    rows = [row for row in live_rows(file, "measured") if row["white_pr"] and not row.get("ruling")]
    last = {row["pairing"]: row for row in live_rows(file, "measured")}
    rows = [row for row in rows if last[row["pairing"]] is row and is_played(file, row["pairing"])]
    if not rows or "performance" not in names:
        return ""
    rng.choice(rows)["white_pr"] = "0.001"
    return "rating"


def forge_board(file: File, rng: random.Random) -> str:
    """A board of a team match has another winner."""
    played = [one for one in file["projection"]["pairings"] if "." in one["id"] and one["winner"]]
    if not played:
        return ""
    board = rng.choice(played)
    board["winner"] = board["black"] if board["winner"] == board["white"] else board["white"]
    return "board"


def live_rows(file: File, kind: str) -> list[dict[str, Any]]:
    """The payloads of the rows of a kind, of a journal without undone rows."""
    return [row["payload"] for row in file["journal"] if row["kind"] == kind]


def is_played(file: File, name: str) -> bool:
    """Whether the last result of a pairing was played to its end."""
    rows = [row for row in file["journal"] if row["payload"].get("pairing") == name]
    results = [row for row in rows if row["kind"] in {"settled", "corrected", "reopened"}]
    return bool(results) and results[-1]["payload"].get("ending") == "played"


FORGERIES: Mapping[str, Forgery] = {
    "place": forge_place,
    "shared place": forge_shared_place,
    "winner": forge_winner,
    "row": forge_row,
    "bye": forge_bye,
    "withdrawal": forge_withdrawal,
    "rating": forge_rating,
    "board": forge_board,
}


def list_figure_forgeries(file: File) -> Iterator[tuple[str, File]]:
    """Each figure of one row, a little more than it is, and left out."""
    names = sorted({name for row in table_rows(file) for name in row["values"]})
    for name in names:
        for change in ("more", "left out"):
            forged = deepcopy(file)
            row = next(row for row in table_rows(forged) if name in row["values"])
            if change == "more":
                row["values"][name] += "1" if "/" not in row["values"][name] else "3"
            else:
                del row["values"][name]
            yield f"{name} {change}", forged


ALL_TIE_BREAKS = tuple(name for name in EVENT_TIE_BREAKS if name not in {"playoff", "pr_points"})
OF_RATINGS = ("pr_points", "performance", "wins", "head_to_head")
LIVES_PLAN = Plan((Stage("lives", "lives", options={"lives": 2}),))
PLAY_OFF_PLAN = Plan((Stage("main", "contingent"),))
MINI_PLAN = Plan(
    (Stage("mini_1", "knockout", options={"rolling": {"size": 4, "hours": [], "again": False}}),)
)


def draw_and_play(event: Event, flight: str) -> None:
    """Draw a later stage and play it out."""
    event.append_row("committed", {"commitment": compute_commitment(SEED)})
    event.append_row("drawn", commands.draw(event.state, SEED, flight=flight).payload)
    event.append_row("published", {"flight": flight})
    event.play()


def play_rounds(event: Event, flight: str, rounds: int) -> Event:
    """Pair and play rounds; White wins those with odd numbers, and Black the others."""
    for number in range(rounds):
        try:
            event.pair(flight)
        except Refusal:
            break
        event.play(winner="black" if number % 2 else "white")
    return event


def play_swiss(scheme: str, entrants: int, tie_breaks: tuple[str, ...]) -> Event:
    return play_rounds(an_event(scheme, entrants, rounds=3, tie_breaks=tie_breaks), "swiss", 3)


def play_round_robin(*tie_breaks: str) -> Event:
    """Five players, of whom the last is annulled."""
    event = an_event("round_robin", 5, tie_breaks=tie_breaks)
    event.settle("R1-2")
    event.append_row("withdrawn", {"entry": 5, "flight": "league"})
    return event.play()


def play_pr_event() -> Event:
    event = an_event("pr_event", 4, pr_shape="round_robin", pr_best=0).play()
    for number, name in enumerate(event.state.results):
        ratings = {"white_pr": f"{number + 3}.250", "black_pr": f"{9 - number}.125"}
        event.append_row("measured", {"pairing": name, **ratings})
    return event


def play_swiss_and_knockout() -> Event:
    event = play_rounds(an_event("swiss_and_knockout", 5, rounds=3, best=2), "swiss", 3)
    draw_and_play(event, "main")
    return event


def play_teams() -> File:
    """Three teams of two boards, which do not end level."""
    book = Book(EntryType("teams", 2), Stage("league", "round_robin", lengths=(5,)), teams=3)
    for name in book.state.board:
        book.line_up(name)
        book.board(f"{name}.1", 5, 2)
        book.board(f"{name}.2", *((4, 5) if name == "R1-2" else (5, 4)))
    journal = [{"seq": row.seq, "kind": row.kind, "payload": dict(row.payload)} for row in book.rows]
    return deepcopy(build_document({"length": 5}, journal, export_projection(book.state)))


EVENTS: Mapping[str, Callable[[], Event]] = {
    "knockout": lambda: an_event("knockout", 6).play(),
    "third place": lambda: an_event("knockout", 8, placed=4).play(),
    "knockout_consolation": lambda: an_event("knockout_consolation", 7).play(),
    "progressive": lambda: an_event("progressive", 8).play(),
    "double": lambda: an_event("double", 6).play(),
    "swiss": lambda: play_swiss("swiss", 5, ALL_TIE_BREAKS[::2]),
    "swiss of other tie-breaks": lambda: play_swiss("swiss", 5, ALL_TIE_BREAKS[1::2]),
    "swiss of the usual tie-breaks": lambda: play_swiss("swiss", 7, ()),
    "swiss_and_knockout": play_swiss_and_knockout,
    "groups": lambda: an_event("groups", 8, size=4, best=2).play(),
    "round_robin": play_round_robin,
    "round_robin of one tie-break": lambda: play_round_robin("head_to_head_again"),
    "round_robin of other tie-breaks": lambda: play_round_robin(*ALL_TIE_BREAKS[::3]),
    "lives": lambda: play_rounds(Event(LIVES_PLAN, 5), "lives", 12),
    "score_swiss": lambda: play_swiss("score_swiss", 5, ()),
    "pr_event": play_pr_event,
    "play-off of three": lambda: Event(PLAY_OFF_PLAN, 3).play(),
    "mini knockout": lambda: Event(MINI_PLAN, 4).play(),
}
# What can be forged in each event besides places, winners and figures.
MORE_FORGERIES: Mapping[str, set[str]] = {
    "knockout": {"shared place"},
    "third place": {"shared place"},
    "knockout_consolation": {"shared place"},
    "progressive": {"shared place"},
    "groups": {"row", "shared place"},
    "mini knockout": {"shared place"},
    "round_robin": {"row", "withdrawal"},
    "round_robin of one tie-break": {"row", "withdrawal"},
    "round_robin of other tie-breaks": {"row", "withdrawal"},
    "lives": {"row", "bye"},
    "pr_event": {"row", "rating"},
}
OF_TABLES = {"row", "bye"}


def is_found(file: File) -> bool:
    return bool(check(parse_document(file)))


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_forgery_is_found(name: str) -> None:
    file, rng = EVENTS[name]().file(), random.Random(name)
    assert not check(parse_document(file))
    made = set[str]()
    for kind, forge in FORGERIES.items():
        forged = deepcopy(file)
        if forge(forged, rng):
            assert is_found(forged), kind
            made.add(kind)
    for kind, forged in list_figure_forgeries(file):
        assert is_found(forged), kind
    usual = OF_TABLES if "swiss" in name else set()
    assert {"place", "winner"} | MORE_FORGERIES.get(name, usual) <= made


def test_every_forgery_in_a_team_event_is_found() -> None:
    file, rng = play_teams(), random.Random("teams")
    assert not check(parse_document(file))
    for kind in ("place", "winner", "row", "board"):
        forged = deepcopy(file)
        assert FORGERIES[kind](forged, rng)
        assert is_found(forged), kind
    for kind, forged in list_figure_forgeries(file):
        assert is_found(forged), kind


def test_every_figure_of_an_event_is_forged_somewhere() -> None:
    files = [play().file() for play in EVENTS.values()]
    names = {name for file in files for row in table_rows(file) for name in row["values"]}
    assert names >= {*EVENT_TIE_BREAKS} - {"playoff"} | {"rounds_survived", "lives_left"}


def test_a_wrong_checksum_is_found() -> None:
    file = an_event("knockout", 4).play().file()
    file["seal"] = compute_checksum(file)
    assert check_file(canonical(file)) == []
    next(row for row in file["journal"] if row["kind"] == "settled")["payload"]["black_score"] = 3
    assert [finding.code for finding in check_file(canonical(file))] == ["seal_broken"]
