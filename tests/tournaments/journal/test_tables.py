"""Standings of a round robin: early withdrawals are annulled, later ones forfeit; random ties."""

import random

from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_rounds import PLANS as PAIRED
from tests.tournaments.journal.test_rounds import step
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import standings
from tournaments.journal.state import Placement
from tournaments.payloads import make_payload

SEED = "5e" * 16


def league(size: int, **options: object) -> Event:
    stage = Stage("league", "round_robin", options=options)
    people = [{"entry": number, "player": f"P{number}"} for number in range(1, size + 1)]
    lines = list(range(1, size + 1))
    drawn = {"flight": "league", "format": "round_robin", "seed": SEED, "seeds": lines, "lines": lines}
    return event_of(
        ("planned", make_payload(Plan((stage,)))),
        ("entered", {"entries": people}),
        ("committed", {"commitment": compute_commitment(SEED)}),
        ("drawn", drawn),
        ("published", {"flight": "league"}),
    )


def event_of(*facts: tuple[str, dict[str, object]]) -> Event:
    event = Event()
    event.append_all(facts)
    return event


def play(event: Event, *entries: int) -> None:
    """Play every open match of these entries; the lower number wins."""
    for placed in list(event.playable):
        if not entries or set(placed.seats) & set(entries):
            settle(event, placed, winner=min(placed.white or 0, placed.black or 0))


def settle(event: Event, placed: Placement, winner: int) -> None:
    event.settle(placed.id, "white" if placed.white == winner else "black")


def table_rows(event: Event) -> list[tuple[int, int, int, str]]:
    rows = standings.table_rows(event.state, "league", event.state.board)
    return [
        (row.entry, row.place, row.last, str(row.values[0].amount) if row.values else "–") for row in rows
    ]


def test_a_league_played_to_its_end_is_ranked_by_wins() -> None:
    event = league(5)
    play(event)
    assert table_rows(event) == [
        (1, 1, 1, "4"),
        (2, 2, 2, "3"),
        (3, 3, 3, "2"),
        (4, 4, 4, "1"),
        (5, 5, 5, "0"),
    ]


def test_before_play_all_share_first_place_in_random_order() -> None:
    event = league(4)
    assert {(place, last) for _entry, place, last, _score in table_rows(event)} == {(1, 4)}
    assert sorted(standings.tie_order(event.state.stages["league"]).values()) == [1, 2, 3, 4]


def test_an_early_withdrawal_is_annulled() -> None:
    event = league(5)
    first = next(placed for placed in event.playable if 1 in placed.seats)
    settle(event, first, winner=1)
    event.append("withdrawn", {"entry": 1, "flight": ""})
    play(event)
    assert table_rows(event) == [
        (2, 1, 1, "3"),
        (3, 2, 2, "2"),
        (4, 3, 3, "1"),
        (5, 4, 4, "0"),
        (1, 5, 5, "–"),
    ]


def test_a_later_withdrawal_forfeits_the_remaining_matches() -> None:
    event = league(5)
    for placed in [placed for placed in event.playable if 1 in placed.seats][:2]:
        settle(event, placed, winner=1)
    event.append("withdrawn", {"entry": 1, "flight": ""})
    play(event)
    assert {entry: score for entry, _place, _last, score in table_rows(event)} == {
        1: "2",
        2: "3",
        3: "2",
        4: "2",
        5: "1",
    }


def test_a_stage_counts_as_its_plan_says() -> None:
    event = league(3, criteria=["points_for"], scoring={"win": "3", "loss": "1"})
    play(event)
    assert table_rows(event) == [(1, 1, 1, "14"), (2, 2, 2, "7"), (3, 3, 3, "0")]


def test_a_withdrawal_after_the_last_match_changes_no_table() -> None:
    event = league(3)
    for placed in [placed for placed in event.playable if 1 in placed.seats]:
        event.settle(placed.id, "white" if placed.white == 1 else "black", ending="walkover")
    play(event)
    before = table_rows(event)
    event.append("withdrawn", {"entry": 1, "flight": "league"})
    assert (before[0][0], table_rows(event)) == (1, before)


def koya_of(event: Event) -> dict[int, str]:
    rows = standings.table_rows(event.state, "league", event.state.board)
    return {row.entry: str(row.values[1].amount) for row in rows if row.values}


def test_koya_takes_half_of_the_matches_and_not_of_the_rounds_with_their_rests() -> None:
    """FIDE C.07 9.2: opponents who "have achieved 50 % or more of the maximum possible score"."""
    event = league(5, criteria=["score", "koya"])
    play(event)
    # Five rounds, but four matches each: with two wins 3 has half of what is possible.
    assert koya_of(event) == {1: "2", 2: "1", 3: "0", 4: "0", 5: "0"}


def test_koya_counts_no_annulled_matches_as_possible() -> None:
    event = league(5, criteria=["score", "koya"])
    settle(event, next(placed for placed in event.playable if 1 in placed.seats), winner=1)
    event.append("withdrawn", {"entry": 1, "flight": ""})
    play(event)
    assert koya_of(event) == {2: "1", 3: "0", 4: "0", 5: "0"}


def test_a_bye_counts_with_the_first_result_of_its_round() -> None:
    event = planned(PAIRED["swiss"], 5, random.Random(3))
    step(event, random.Random(3))
    (bye,) = event.state.stages["swiss"].rounds[0].byes
    rows = standings.table_rows(event.state, "swiss", event.board)
    assert {(row.place, row.last, str(row.values[0].amount)) for row in rows} == {(1, 5, "0")}
    settle(event, event.playable[0], winner=event.playable[0].white or 0)
    rows = standings.table_rows(event.state, "swiss", event.board)
    assert {row.entry for row in rows if row.values[0].amount == 1} >= {bye.entry}
