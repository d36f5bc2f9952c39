"""The life of a match: every pair of states, and no dead end."""

from itertools import product

import pytest

from matches.states import AT_A_TABLE, BEFORE_THE_END, TRANSITIONS, Status, may_become

LAWFUL = {
    ("scheduled", "called"),
    ("scheduled", "running"),
    ("scheduled", "settled"),
    ("scheduled", "void"),
    ("called", "scheduled"),
    ("called", "running"),
    ("called", "reported"),
    ("called", "settled"),
    ("called", "void"),
    ("running", "reported"),
    ("running", "settled"),
    ("running", "void"),
    ("reported", "running"),
    ("reported", "disputed"),
    ("reported", "settled"),
    ("reported", "void"),
    ("disputed", "settled"),
    ("disputed", "void"),
    ("settled", "settled"),
    ("settled", "running"),
    ("settled", "void"),
    ("void", "scheduled"),
}


PAIRS = list(product([status.value for status in Status], repeat=2))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_state_may_follow_only_along_the_table(old: str, new: str) -> None:
    assert may_become(old, new) == ((old, new) in LAWFUL)


def test_every_state_has_a_way_out_and_a_way_in() -> None:
    assert [state for state, following in TRANSITIONS.items() if not following] == []
    reachable = set().union(*TRANSITIONS.values())
    assert reachable == set(Status)


def test_states_before_the_end_are_all_but_settled_and_void() -> None:
    assert set(BEFORE_THE_END) == set(Status) - {Status.SETTLED, Status.VOID}
    assert set(AT_A_TABLE) == set(BEFORE_THE_END) - {Status.SCHEDULED}


def test_an_unknown_state_is_an_error_and_not_a_no() -> None:
    with pytest.raises(ValueError, match="asleep"):
        may_become("scheduled", "asleep")
