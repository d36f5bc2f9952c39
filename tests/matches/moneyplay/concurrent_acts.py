"""Concurrent actions at one money play table, against the database of DATABASE_URL; prints the outcomes.

Run as a program by `test_race.py`, because a race needs PostgreSQL and committed rows.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from matches.moneyplay import queries  # noqa: E402
from matches.moneyplay.models import MoneySession  # noqa: E402
from matches.moneyplay.services import sessions, table_events  # noqa: E402
from rules.chouette import events  # noqa: E402
from tests.matches.match_races import RIVALS, race  # noqa: E402
from tests.matches.moneyplay.sessions import (  # noqa: E402
    SIX,
    a_chouette,
    a_running_chouette,
    get_state,
    invited,
    phone,
    record,
)

Act = Callable[[int], object]


def answers_that_contradict() -> tuple[MoneySession, Act]:
    """All five members take and drop on four phones each, on a version older than every answer."""
    session = a_running_chouette()
    record(session, events.Doubled("Ada"))
    version = get_state(session).session.version

    def act(number: int) -> object:
        name = SIX[1 + number % 5]
        event = events.Took(name) if number % 2 else events.Dropped(name)
        return table_events.record_event(session=session, event=event, identity=phone(), version=version)

    return session, act


def offers_of_everybody() -> tuple[MoneySession, Act]:
    """Box and members double at the same time, each on the same state."""
    session = a_running_chouette()
    version = get_state(session).session.version

    def act(number: int) -> object:
        event = events.Doubled(SIX[number % 6])
        return table_events.record_event(session=session, event=event, identity=phone(), version=version)

    return session, act


def one_tap_sent_twenty_times() -> tuple[MoneySession, Act]:
    """The same phone sends the same action with the same key."""
    session = a_running_chouette()
    event = events.Doubled("Bo")
    return session, lambda _: table_events.record_event(
        session=session, event=event, identity=phone(), key="tap"
    )


def undoing_and_going_on() -> tuple[MoneySession, Act]:
    """Some clients undo while the others record events."""
    session = a_running_chouette()
    record(session, events.Doubled("Ada"))

    def act(number: int) -> object:
        if number % 4 == 0:
            return table_events.undo_last_entry(session=session, identity=phone())
        return table_events.record_event(
            session=session, event=events.Took(SIX[1 + number % 5]), identity=phone()
        )

    return session, act


def sitting_down_at_once() -> tuple[MoneySession, Act]:
    """Twenty phones take seats under ten names."""
    session = a_chouette("Ada", "Bo")

    def act(number: int) -> object:
        by = invited(session, f"rival {number}")
        return sessions.take_seat(session=session, name=f"Guest {number % 10}", identity=by)

    return session, act


SCENARIOS: dict[str, Callable[[], tuple[MoneySession, Act]]] = {
    "answers": answers_that_contradict,
    "offers": offers_of_everybody,
    "one tap": one_tap_sent_twenty_times,
    "undo": undoing_and_going_on,
    "seats": sitting_down_at_once,
}


def play(scene: str) -> dict[str, Any]:
    """Run one race; return its outcomes and the journal."""
    session, act = SCENARIOS[scene]()
    before = get_state(session).session.version
    fates = race(act)
    state = get_state(session)
    return {
        "scene": scene,
        "fates": dict(fates),
        "lines": state.session.version - before,
        "serial": [entry.seq for entry in state.entries] == list(range(1, state.session.version + 1)),
        "said": [[entry.kind, entry.who] for entry in state.entries[before:]],
        "sum": sum(state.balances.values()),
        "stored": {seat.name: seat.balance for seat in state.seats}
        == {seat.name: state.balances.get(seat.name, 0) for seat in state.seats},
        "seats": len(state.seats),
    }


def read_without_lock(session: MoneySession, identity: Any) -> Any:
    """Replacement of the function that locks a journal; it reads without a lock."""
    return queries.get_session_state(MoneySession.objects.select_related("desk", "host").get(pk=session.pk))


def main() -> None:
    """Migrate, then run every scenario as often as requested; "unlocked" removes the lock first."""
    call_command("migrate", verbosity=0)
    if "unlocked" in sys.argv:
        sessions.lock_session = read_without_lock
    for scene in SCENARIOS:
        for _ in range(int(sys.argv[1])):
            sys.stdout.write(json.dumps(play(scene)) + "\n")


if __name__ == "__main__":
    assert RIVALS == 20
    main()
