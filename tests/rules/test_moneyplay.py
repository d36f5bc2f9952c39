"""A money session and a chouette driven by `push` and `pop`."""

import pytest

from rules import Chouette, Illegal, MoneyLaws, MoneySession, Side
from rules.actions import Doubled, Dropped, Took
from rules.chouette.events import Ended, Joined, Opened, Threw
from rules.money import Finished
from rules.options import CHOUETTES
from tests.rules.sample_records import has_code

WHITE, BLACK = Side.WHITE, Side.BLACK
EVENTS = (Doubled(WHITE, 2), Took(BLACK), Finished(BLACK, 2))
SEATS = (*map(Joined, ("Ada", "Bo", "Cy")), Threw("Ada", 6), Threw("Bo", 4), Threw("Cy", 1))


def test_a_session_is_its_events():
    session = MoneySession(MoneyLaws(stake=5))
    for event in EVENTS:
        assert event in session.legal_events()
        session.push(event)
    assert (session.balance, session.payment) == (-4, (WHITE, 20))
    assert session.state == MoneySession(MoneyLaws(stake=5), EVENTS).state
    assert session.pop() == EVENTS[-1]
    assert (session.events, session.balance) == (EVENTS[:-1], 0)


def test_a_chouette_is_its_events():
    chouette = Chouette(CHOUETTES["text"])
    for event in (*SEATS, Opened(), Ended("team")):
        chouette.push(event)
    assert chouette.totals == {"Ada": -2, "Bo": 1, "Cy": 1}
    assert chouette.pop() == Ended("team")
    assert Ended("team") in chouette.legal_events()
    assert chouette.state == Chouette(events=(*SEATS, Opened())).state


def test_what_is_refused_changes_nothing():
    session, chouette = MoneySession(), Chouette()
    with pytest.raises(Illegal, check=has_code("drop_without_double")):
        session.push(Dropped(WHITE))
    with pytest.raises(Illegal, check=has_code("throw_over")):
        Chouette(events=SEATS).push(Threw("Ada", 1))
    assert (session.events, chouette.events) == ((), ())
    for empty in (session, chouette):
        with pytest.raises(IndexError):
            empty.pop()
