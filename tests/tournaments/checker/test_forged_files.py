"""A valid file of every format, forged in one place each: the checker finds every forgery.

Forged are places, winners, rows of tables, every figure, byes, withdrawals, performance ratings and boards. A
score that changes no winner and no figure leaves no trace inside the file: only its seal covers it.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from tests.tournaments.checker.edited_exports import an_event
from tournaments.exchange.event_file import compute_checksum
from tournaments.formats import FORMATS
from tournaments.journal.replay import fold
from tournaments.verification.checker.document import canonical, parse_document
from tournaments.verification.checker.verify import check, check_file
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation import event_file
from tournaments.verification.simulator.simulation_run import run_simulation

File = dict[str, Any]
# A forgery returns what it has changed, "" if the file has nothing of the kind.
Forgery = Callable[[File, random.Random], str]
MOST_SEEDS = 40


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


def list_valid_files(name: str) -> Iterator[File]:
    """Files of random events of a format that nothing was undone in."""
    for number in range(MOST_SEEDS):
        run = run_simulation(f"forged-{number}", [name])
        rows = [row for row in run.rows if row.kind != "undone"]
        if len(rows) == len(run.rows) and not run.findings:
            yield json.loads(event_file(run.rows, fold(list(run.rows))))


def is_found(file: File) -> bool:
    return bool(check(parse_document(file)))


# What cannot be forged in an event of a format, as it has nothing of the kind.
TABLES = {name for name in OPENINGS if name.endswith(("swiss", "robin")) or name in {"lives", "lives_paid"}}


@pytest.mark.second_stage
@pytest.mark.parametrize("name", sorted(OPENINGS))
def test_every_forgery_is_found(name: str) -> None:
    rng = random.Random(name)
    made = set[str]()
    for number, file in enumerate(list_valid_files(name)):
        assert not is_found(file)
        for kind, forge in FORGERIES.items():
            forged = deepcopy(file)
            if kind not in made and forge(forged, rng):
                assert is_found(forged), (name, kind, number)
                made.add(kind)
        for kind, forged in list_figure_forgeries(file):
            if kind not in made:
                assert is_found(forged), (name, kind, number)
                made.add(kind)
    assert {"place", "winner"} <= made
    print(name, sorted(made))


def test_a_broken_seal_is_found() -> None:
    file = an_event("knockout", 4).play().file()
    file["seal"] = compute_checksum(file)
    assert check_file(canonical(file)) == []
    next(row for row in file["journal"] if row["kind"] == "settled")["payload"]["black_score"] = 3
    assert [finding.code for finding in check_file(canonical(file))] == ["seal_broken"]


def test_every_format_is_forged() -> None:
    assert {"knockout", "swiss", "lives", "round_robin", "groups"} <= set(FORMATS)
