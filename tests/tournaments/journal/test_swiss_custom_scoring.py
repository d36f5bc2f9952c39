"""Swiss rounds of an event with custom scoring are paired by the scores of its standings."""

from fractions import Fraction

from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_reentry import begun
from tournaments.formats.event_format import FormatOptions
from tournaments.journal import pairing_commands
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.standings import table_rows
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.simulation import event_file

THREE_AND_ONE = {"win": "3", "loss": "1", "bye": "2", "close": "1/3", "within": "1"}


def after(rounds: int, size: int, scoring: dict[str, str]) -> Event:
    """A Swiss after some rounds; White wins each board, every second one narrowly."""
    event = begun("swiss", size, FormatOptions(rounds=5, main=(7,), scoring=scoring, tie_breaks=("score",)))
    for _ in range(rounds):
        event.append(*pairing_commands.pair(event.state, "swiss"))
        for number, placed in enumerate(event.playable):
            event.settle(placed.id, "white", loser_score=6 * (number % 2))
    return event


def scores(event: Event) -> dict[int, Fraction]:
    """The scores of the standings by entry."""
    return {
        row.entry: Fraction(row.values[0].amount) for row in table_rows(event.state, "swiss", event.board)
    }


def test_the_cards_of_a_round_have_the_scores_of_the_table() -> None:
    event = after(2, 9, THREE_AND_ONE)
    pairing_request = make_pairing_request(event.state, event.state.stages["swiss"], number=3)
    assert {
        card.entry: Fraction(card.score, pairing_request.unit) for card in pairing_request.cards
    } == scores(event)


def test_players_of_equal_scores_meet_and_the_reasons_say_the_score() -> None:
    event = after(1, 8, {"win": "2", "loss": "0", "close": "1", "within": "1"})
    event.append(*pairing_commands.pair(event.state, "swiss"))
    paired = event.state.stages["swiss"].rounds[1]
    points = scores(event)
    assert all(points[board.white] == points[board.black] for board in paired.boards)
    stated_scores = {
        reason.facts["score"]
        for board in paired.boards
        for reason in board.reasons
        if reason.code == "same_score"
    }
    assert stated_scores == {"2", "1", "0"}


def test_the_checker_agrees_to_the_end() -> None:
    event = after(4, 11, THREE_AND_ONE)
    assert [str(finding) for finding in check_file(event_file(event.rows, event.state))] == []
