"""Money play sessions made through the services: phones, players, chouettes and their events."""

from collections.abc import Sequence
from typing import Any

from matches.actors import Identity, device_hash
from matches.moneyplay import queries
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import sessions, table_events
from matches.moneyplay.services.sessions import open_session
from matches.moneyplay.table_state import Event
from rules.chouette.events import Opened, Threw
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws
from tests.factory_recordings import replayed

SIX = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def phone(name: str = "keeper") -> Identity:
    """The identity of a phone with the name of its player."""
    return Identity(device=device_hash(f"phone of {name}"))


def invited(session: MoneySession, name: str) -> Identity:
    """The identity of a phone that has the code of the session."""
    return Identity(device=device_hash(f"phone of {name}"), invited=frozenset({session.pk}))


@replayed
def a_chouette(*names: str, laws: ChouetteLaws | None = None, **fields: Any) -> MoneySession:
    """A chouette scored on the scorekeeper's phone, with these players and no order yet."""
    chouette_laws = laws or CHOUETTES["text"]
    session = open_session(kind="chouette", laws=chouette_laws.to_json(), identity=phone(), **fields)
    for name in names or SIX:
        sessions.add_guest(session=session, name=name, identity=phone())
    return session


@replayed
def a_running_chouette(*names: str, laws: ChouetteLaws | None = None) -> MoneySession:
    """A chouette in its first game, its queue in the order of the names."""
    names = names or SIX
    session = a_chouette(*names, laws=laws)
    record(session, *(Threw(name, 6 - place) for place, name in enumerate(names)), Opened())
    return session


@replayed
def a_pair(laws: MoneyLaws | None = None, white: str = "Ada", black: str = "Bo") -> MoneySession:
    """A money play session of two players."""
    session = open_session(kind="money", laws=(laws or MoneyLaws()).to_json(), identity=phone())
    for name in (white, black):
        sessions.add_guest(session=session, name=name, identity=phone())
    return session


@replayed
def record(session: MoneySession, *events: Event, by: Identity | None = None) -> list[SessionEntry]:
    """Record events, by the keeper unless another identity is given."""
    return [
        table_events.record_event(session=session, event=event, identity=by or phone()) for event in events
    ]


def get_state(session: MoneySession) -> SessionState:
    """The current state of the session, from the database."""
    return queries.get_session_state(MoneySession.objects.get(pk=session.pk))


def list_kinds(entries: Sequence[SessionEntry]) -> list[str]:
    """The kinds of journal lines."""
    return [entry.kind for entry in entries]
