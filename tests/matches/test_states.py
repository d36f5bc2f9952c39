"""The states of a match: every transition is allowed or refused, and no state is a dead end."""

from itertools import product

import pytest

from matches.states import (
    AT_A_TABLE,
    BEFORE_THE_END,
    TRANSITIONS,
    Ending,
    MatchStage,
    Status,
    get_stage,
    may_become,
)

LAWFUL = {
    ("scheduled", "called"),
    ("scheduled", "running"),
    ("scheduled", "postponed"),
    ("scheduled", "settled"),
    ("scheduled", "void"),
    ("called", "scheduled"),
    ("called", "running"),
    ("called", "reported"),
    ("called", "disputed"),
    ("called", "postponed"),
    ("called", "settled"),
    ("called", "void"),
    ("running", "reported"),
    ("running", "disputed"),
    ("running", "postponed"),
    ("postponed", "scheduled"),
    ("postponed", "called"),
    ("postponed", "settled"),
    ("postponed", "void"),
    ("running", "settled"),
    ("running", "void"),
    ("reported", "running"),
    ("reported", "disputed"),
    ("reported", "settled"),
    ("reported", "void"),
    ("disputed", "settled"),
    ("disputed", "running"),
    ("disputed", "void"),
    ("settled", "settled"),
    ("settled", "running"),
    ("settled", "disputed"),
    ("settled", "void"),
    ("void", "scheduled"),
}


PAIRS = list(product([status.value for status in Status], repeat=2))


def test_only_listed_transitions_are_allowed(subtests: pytest.Subtests) -> None:
    for old, new in PAIRS:
        with subtests.test(old=old, new=new):
            assert may_become(old, new) == ((old, new) in LAWFUL)


def test_every_state_has_a_way_out_and_a_way_in() -> None:
    assert [state for state, following in TRANSITIONS.items() if not following] == []
    reachable = set().union(*TRANSITIONS.values())
    assert reachable == set(Status)


def test_states_before_the_end_are_all_but_settled_and_void() -> None:
    assert set(BEFORE_THE_END) == set(Status) - {Status.SETTLED, Status.VOID}
    assert set(AT_A_TABLE) == set(BEFORE_THE_END) - {Status.SCHEDULED, Status.POSTPONED}


def test_an_unknown_state_is_an_error() -> None:
    with pytest.raises(ValueError, match="asleep"):
        may_become("scheduled", "asleep")


@pytest.mark.parametrize(
    ("status", "ending", "decision", "expected"),
    [
        *((status, "", "", status) for status in Status if status is not Status.SETTLED),
        ("settled", "played", "", "confirmed"),
        ("settled", "played", "ruling", "ruled"),
        ("settled", "played", "correction", "corrected"),
        *(("settled", ending, "award", ending) for ending in Ending if ending is not Ending.PLAYED),
    ],
)
def test_one_label_describes_the_state_of_a_match(
    status: str, ending: str, decision: str, expected: str
) -> None:
    assert get_stage(status, ending, decision) == expected


def test_every_label_is_reachable() -> None:
    before = {get_stage(status.value, "") for status in Status if status is not Status.SETTLED}
    decisions = ("", "ruling", "correction")
    after = {get_stage("settled", ending.value, decision) for ending in Ending for decision in decisions}
    assert before | after == set(MatchStage)
