"""The state of a table, for money play between two and for a chouette: seats, events, balances, payments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.moneyplay import settlement, table_state
from matches.moneyplay.table_state import Event, MoneyTable, TableState
from rules.actions import Beavered, Doubled, Dropped, Took
from rules.chouette import events as chouette_events
from rules.chouette.events import Joined, Left, Opened, Threw
from rules.chouette.state import ChouetteState
from rules.errors import Illegal, Refusal, Unreadable
from rules.money import DoubledAutomatically, Finished, Settled
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws
from rules.sides import Side

W, B = Side.WHITE, Side.BLACK
TWO = (Joined("Ada"), Joined("Bo"))
THREE = (Joined("Ada"), Joined("Bo", 2), Joined("Cy"), Threw("Ada", 6), Threw("Bo", 5), Threw("Cy", 4))


def pair(*events: Event, laws: MoneyLaws | None = None) -> TableState:
    return table_state.replay_events(laws or MoneyLaws(stake=5), (*TWO, *events))


def three(*events: Event) -> TableState:
    return table_state.replay_events(CHOUETTES["text"], (*THREE, *events))


def refusal(table: TableState, event: Event) -> str:
    with pytest.raises(Refusal) as caught:
        table_state.apply_event(table, event)
    return caught.value.code


def test_the_first_seated_player_has_white() -> None:
    table = pair(DoubledAutomatically(), Finished(B, 2))

    assert isinstance(table, MoneyTable)
    assert (table.side_of("Ada"), table.side_of("Bo"), table.side_of("Cy")) == (W, B, None)
    assert settlement.get_balances(table) == {"Ada": -10, "Bo": 10}


def test_money_play_requires_two_seated_players() -> None:
    one = table_state.replay_events(MoneyLaws(), TWO[:1])

    assert refusal(one, Doubled(W, 2)) == "too_few_players"
    assert table_state.list_legal_events(one) == (Left("Ada"),)
    assert settlement.get_balances(one) == {"Ada": 0}


def test_who_may_sit_at_a_table_of_two() -> None:
    assert refusal(pair(), Joined("Cy")) == "table_full"
    assert refusal(table_state.replay_events(MoneyLaws(), TWO[:1]), Joined("Ada")) == "already_present"
    assert refusal(table_state.replay_events(MoneyLaws(), ()), Joined("")) == "player_unnamed"
    assert refusal(pair(), Left("Cy")) == "not_present"
    assert refusal(pair(Doubled(W, 2)), Left("Ada")) == "session_begun"
    assert table_state.list_present_players(table_state.apply_event(pair(), Left("Ada"))) == ("Bo",)


def test_an_event_of_the_other_kind_is_refused() -> None:
    assert refusal(pair(), Opened()) == "event_unreadable"
    assert refusal(three(), Finished(W, 1)) == "event_unreadable"


def test_other_events_wait_for_an_open_answer() -> None:
    assert table_state.list_awaited_players(pair(Doubled(W, 2))) == ("Bo",)
    assert table_state.list_awaited_players(pair(Doubled(W, 2), Beavered(B, 4))) == ("Ada",)
    assert table_state.list_awaited_players(pair()) == ()
    assert table_state.list_awaited_players(three(Opened(), chouette_events.Doubled("Ada"))) == ("Bo", "Cy")


def test_a_game_is_being_played_from_its_first_event_to_its_last() -> None:
    tables = (pair(), pair(Doubled(W, 2)), three(), three(Opened()))
    assert [table_state.is_game_open(table) for table in tables] == [False, True, False, True]
    assert not table_state.is_game_open(pair(Doubled(W, 2), Dropped(B)))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Took(B), "Bo"),
        (Doubled(W, 2), "Ada"),
        (Settled(W, 1), "Bo"),
        (Settled(None, 0), ""),
        (Finished(W, 1), ""),
        (DoubledAutomatically(), ""),
        (Left("Bo"), "Bo"),
    ],
)
def test_who_may_record_an_event_between_two_players(event: Event, expected: str) -> None:
    assert table_state.get_acting_player(pair(), event) == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (chouette_events.Took("Bo"), "Bo"),
        (chouette_events.Settled("Ada", "Cy", 1), "Cy"),
        (chouette_events.PartnerRequested(), "Ada"),
        (chouette_events.AnsweredAsPartner("Cy", True), "Cy"),
        (chouette_events.Ended("box", 1), ""),
        (Opened(), ""),
    ],
)
def test_who_may_record_an_event_in_a_chouette(event: Event, expected: str) -> None:
    assert table_state.get_acting_player(three(), event) == expected


def test_stakes_are_per_player_in_a_chouette_and_per_table_between_two() -> None:
    assert [table_state.get_stake(three(), name) for name in ("Ada", "Bo")] == [1, 2]
    assert table_state.get_stake(pair(), "Bo") == 5


@pytest.mark.parametrize("kind", ["money", "chouette"])
def test_stored_rules_are_read_back_unchanged(kind: str) -> None:
    laws = MoneyLaws(stake=3) if kind == "money" else ChouetteLaws(cubes="single")
    assert table_state.read_options(kind, laws.to_json()) == laws


@pytest.mark.parametrize(
    ("kind", "laws"), [("money", {"stake": 0}), ("chouette", {"money": {"cube_limit": 3}})]
)
def test_invalid_rules_are_refused(kind: str, laws: dict[str, object]) -> None:
    with pytest.raises(Illegal) as caught:
        table_state.read_options(kind, laws)
    assert caught.value.code == "laws_impossible"


EVENTS: list[tuple[str, Event]] = [
    ("money", Doubled(W, 2)),
    ("money", Settled(None, 0)),
    ("money", Joined("Ada", 0)),
    ("chouette", chouette_events.Doubled("Ada", ("Bo",))),
    ("chouette", Left("Ada")),
]


@pytest.mark.parametrize(("kind", "event"), EVENTS)
def test_stored_events_are_read_back_unchanged(kind: str, event: Event) -> None:
    assert table_state.read_event(kind, table_state.write_event(event)) == event


@pytest.mark.parametrize("data", [{}, {"kind": "Took"}, {"kind": "Ended", "winner": "nobody", "level": 1}])
def test_invalid_events_are_refused_as_unreadable(data: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        table_state.read_event("chouette", data)


def test_debts_are_settled_in_few_payments() -> None:
    balances = {"Ada": 7, "Bo": -3, "Cy": -5, "Di": 1, "Ed": 0}

    assert settlement.plan_payments(balances) == (("Cy", "Ada", 5), ("Bo", "Ada", 2), ("Bo", "Di", 1))


@given(st.lists(st.integers(-50, 50), max_size=8))
def test_payments_leave_everybody_even(amounts: list[int]) -> None:
    balance = {f"P{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    paid = settlement.plan_payments(balance)
    for debtor, winner, amount in paid:
        balance[debtor] += amount
        balance[winner] -= amount

    assert set(balance.values()) <= {0}
    assert all(amount > 0 for _, _, amount in paid)
    assert len(paid) < max(len(balance), 1)


@given(st.data())
def test_balances_of_any_legal_game_sum_to_zero(data: st.DataObject) -> None:
    table: TableState = data.draw(st.sampled_from([pair(), three(), three(Opened())]))
    for _ in range(12):
        table = table_state.apply_event(
            table, data.draw(st.sampled_from(table_state.list_legal_events(table)))
        )
        assert sum(settlement.get_balances(table).values()) == 0
        assert isinstance(table, ChouetteState | MoneyTable)
        if len(table_state.list_present_players(table)) < 2:
            return
