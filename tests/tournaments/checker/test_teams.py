"""The checker on team events: none of its rules is broken by a correct journal, and each by a wrong one."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.journal.test_teams import Book
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats.graph import LEAGUE, MAIN, SWISS
from tournaments.formats.plan import Stage
from tournaments.journal import commands, pairing_commands
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.replay import fold
from tournaments.journal.results import Settled
from tournaments.journal.team_commands import all_placements, line_up
from tournaments.journal.team_facts import EntryType
from tournaments.payloads import make_payload
from tournaments.verification.checker.document import canonical, read_document
from tournaments.verification.checker.verify import check

STAGES = (
    Stage(LEAGUE, "round_robin", lengths=(5,)),
    Stage(LEAGUE, "round_robin", options={"cycles": 2}, lengths=(5,)),
    Stage(MAIN, "knockout", lengths=(5,)),
    Stage(SWISS, "swiss", options={"rounds": 3}, lengths=(5,)),
)
TIES = ((), ("points", "last_board"), ("points", "play_off"), ("play_off",))


def findings(book: Book, shown: dict[str, Any] | None = None) -> list[str]:
    journal = [{"seq": row.seq, "kind": row.kind, "payload": dict(row.payload)} for row in book.rows]
    projection = export_projection(fold(book.rows)) if shown is None else shown
    data = canonical(build_document({"length": 5, "consolation_length": 5}, journal, projection))
    return [finding.code for finding in check(read_document(data))]


def a_result(rng: random.Random, white: int, black: int) -> PairingResult:
    winner = rng.choice(("white", "black"))
    ending = rng.choice(("played",) * 8 + ("walkover", "double_walkover"))
    if ending == "double_walkover":
        return PairingResult(white, black, "", 0, 0, ending)
    won, lost = (5, rng.randrange(5)) if ending == "played" else (0, 0)
    scores = (won, lost) if winner == "white" else (lost, won)
    return PairingResult(white, black, winner, *scores, ending)


def _begun(book: Book) -> int:
    return next(row.seq for row in book.rows if row.kind == "published")


def possible_commands(book: Book, rng: random.Random) -> list[Callable[[], None]]:
    """The commands that anybody could issue next, some of them refused."""
    state = book.state
    waiting = [
        name
        for name, placed in state.board.items()
        if placed.white and placed.black and not placed.is_decided and name not in state.teams.lineups
    ]
    boards = {name: placed for name, placed in all_placements(state).items() if "." in name}
    open_boards = [name for name, placed in boards.items() if placed.winner is None]
    settled = list(state.teams.results)

    def play(kind: str, name: str) -> None:
        placed = boards[name]
        payload = make_payload(Settled(name, a_result(rng, placed.white or 0, placed.black or 0)))
        if kind != "corrected":
            book.append_row(kind, payload)
            return
        choices: dict[str, str] = {}
        for _ in range(20):
            try:
                book.append_row(kind, {**payload, "choices": choices})
                return
            except Refusal as refusal:
                if refusal.code != "choices_needed":
                    raise
                name_needed, allowed = refusal.facts["pairings"][0], refusal.facts["allowed"]
                choices[name_needed] = rng.choice(list(allowed))

    possible: list[Callable[[], None]] = [
        *(lambda name=name: book.line_up(name) for name in waiting),
        *(lambda name=name: play("settled", name) for name in open_boards * 3),
        *(lambda name=name: play("corrected", name) for name in settled),
        *(lambda name=name: book.append_row("reopened", {"pairing": name}) for name in settled),
        lambda: book.undo(rng.randint(_begun(book), len(book.rows))),
        lambda: book.append_row(*commands.withdraw(rng.choice(list(state.entries)))),
        lambda: book.append_row(*commands.reinstate(rng.choice(list(state.entries)))),
    ]
    for name, lineup in state.teams.lineups.items():
        team = rng.choice((lineup.white, lineup.black))
        players = list(state.teams.rosters[team].members)
        rng.shuffle(players)
        players[0] = rng.choice((players[0], ""))
        usual = {team: players[: state.teams.entry_type.boards]}
        sides = (usual, extra_of(state, name))
        possible += [
            lambda name=name, side=side: book.append_row(*line_up(book.state, name, side)) for side in sides
        ]
    if SWISS in state.stages:
        possible += [lambda: book.append_row(*pairing_commands.pair(book.state, SWISS))] * 4
    return possible


def extra_of(state: Any, name: str) -> dict[int, tuple[str, ...]]:
    """The play-off named beside the line-ups that stand."""
    lineup, size = state.teams.lineups[name], state.teams.entry_type.boards
    both = (lineup.white, lineup.black)
    return {e: (*lineup.of(e)[:size], state.teams.rosters[e].members[0]) for e in both}


@pytest.mark.second_stage
def test_correct_team_events_have_no_findings(subtests: pytest.Subtests) -> None:
    for seed in range(40):
        with subtests.test(seed=seed):
            rng = random.Random(seed)
            entry_type = EntryType("teams", rng.choice((2, 3, 4)), (), rng.choice(TIES))
            book = Book(entry_type, rng.choice(STAGES), teams=rng.randint(2, 7), size=5)
            for _ in range(60):
                try:
                    rng.choice(possible_commands(book, rng))()
                except Refusal:
                    continue
            assert findings(book) == []


def test_one_more_board_waits_while_one_of_the_usual_boards_is_open_again() -> None:
    book = Book(EntryType("teams", 2, (), ("play_off",)), STAGES[2], teams=2, size=3)
    book.line_up("M1-1")
    book.board("M1-1.1", 2, 5)
    book.board("M1-1.2", 5, 1)
    book.append_row(*line_up(book.state, "M1-1", extra_of(book.state, "M1-1")))
    book.board("M1-1.3", 0, 5)
    _white, black = book.state.board["M1-1"].seats
    assert (book.state.board["M1-1"].winner, findings(book)) == (black, [])
    book.append_row("reopened", {"pairing": "M1-1.2"})
    assert (book.state.board["M1-1"].winner, findings(book)) == (None, [])
    book.board("M1-1.2", 5, 4)
    assert (book.state.board["M1-1"].winner, findings(book)) == (black, [])


def played() -> Book:
    book = Book(EntryType("teams", 2), STAGES[0])
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    book.board("R1-1.2", 1, 5)
    return book


def broken(change: Callable[[list[StoredRow]], None]) -> list[str]:
    book = played()
    projection = export_projection(fold(book.rows))
    change(book.rows)
    return findings(book, projection)


def swapped(kind: str, **changed: Any) -> Callable[[list[StoredRow]], None]:
    def change(rows: list[StoredRow]) -> None:
        at = max(place for place, row in enumerate(rows) if row.kind == kind)
        rows[at] = StoredRow(rows[at].seq, kind, {**rows[at].payload, **changed})

    return change


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (swapped("manned", members=["1a", "2b"]), "team_member_twice"),
        (swapped("manned", members=["2a", "2a"]), "team_member_twice"),
        (swapped("manned", entry=9), "manned_nobody"),
        (swapped("fielded", white_players=["x", "y"]), "line_up_of_strangers"),
        (swapped("fielded", white_players=["1a"]), "line_up_of_wrong_size"),
        (swapped("fielded", pairing="R9-1"), "pairing_unknown"),
        (swapped("settled", pairing="R1-1.3"), "pairing_unknown"),
        (swapped("settled", pairing="R1-1.1"), "settled_twice"),
        (swapped("settled", white_score=5), "result_score_wrong"),
        (swapped("settled", white=2, black=1), "wrong_players"),
        (swapped("settled", ending="ruled"), "board_ruled"),
        (swapped("formed", boards=9), "boards_impossible"),
    ],
)
def test_a_journal_that_was_tampered_with_is_found(
    change: Callable[[list[StoredRow]], None], code: str
) -> None:
    assert code in broken(change)


def test_a_meeting_shown_otherwise_than_its_boards_is_found() -> None:
    book = played()
    projection = export_projection(fold(book.rows))
    for pairing in projection["pairings"]:
        if pairing["id"] == "R1-1":
            pairing["winner"] = 1
    assert findings(book, projection) == ["wrong_winner"]
    projection = export_projection(fold(book.rows))
    for pairing in projection["pairings"]:
        if pairing["id"] == "R1-1.1":
            pairing["winner"] = 2 if pairing["winner"] == 1 else 1
    assert findings(book, projection) == ["wrong_winner"]
