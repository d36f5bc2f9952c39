"""A change of match length can be undone only before a match was played with it."""

import pytest

from rules.errors import Refusal
from tests.tournaments.checker.edited_exports import an_event
from tournaments.journal.undo import make_undo_row


def test_a_match_length_is_undone_before_but_not_after_a_result() -> None:
    event = an_event("knockout", 4)
    event.append_row("lengthened", {"flight": "main", "round": 1, "length": 3})
    length = event.history.rows[-1].seq
    back = make_undo_row(event.history.rows, length)
    event.append_row(back.kind, dict(back.payload))
    assert event.state.length("M1-1") == 0
    again = make_undo_row(event.history.rows, back.seq)
    event.append_row(again.kind, dict(again.payload))
    event.settle("M1-1")
    with pytest.raises(Refusal) as excinfo:
        event.append_row("undone", {"seq": again.seq})
    facts = {"seq": 9, "kind": "settled", "pairings": ["M1-1"], "flight": "main", "round": 1}
    assert (excinfo.value.code, excinfo.value.facts) == ("round_begun", facts)
    event.append_row("undone", {"seq": event.history.rows[-1].seq})
    event.append_row("undone", {"seq": again.seq})
    assert event.state.length("M1-1") == 0
