"""Chouette of the demo: six members at the club's table, two games played, a double pending."""

from collections.abc import Iterable

from matches.actors import Identity
from matches.models import Player, User
from matches.moneyplay.models import MoneySession
from matches.moneyplay.queries import get_session_state
from matches.moneyplay.services import sessions, table_events
from rules.chouette.events import Doubled, Dropped, Ended, Event, Opened, Took
from rules.chouette.state import ChouetteState
from rules.options import CHOUETTES
from tournaments.models import Club


def set_up_chouette(club: Club, title: str, members: Iterable[Player], by: User) -> MoneySession:
    """Seat the members, draw the order and play into the third game; all through the services."""
    scorekeeper = Identity(user=by)
    laws = CHOUETTES["text"].to_json()
    session = sessions.open_session(
        kind="chouette", laws=laws, identity=scorekeeper, title=title, desk=club.desk
    )
    for member in members:
        sessions.add_guest(session=session, name=member.name, identity=scorekeeper, player=member)
    table_events.draw_order(session=session, identity=scorekeeper)
    box, captain, *others = _get_queue(session)
    _record_events(
        session, scorekeeper, Opened(), Doubled(box), Dropped(captain), *map(Took, others), Ended("team", 1)
    )
    box, captain, *others = _get_queue(session)
    _record_events(session, scorekeeper, Opened(), Doubled(others[0]), Took(box), Ended("box", 2))
    box, captain, *others = _get_queue(session)
    _record_events(session, scorekeeper, Opened(), Doubled(box), Took(captain), Dropped(others[0]))
    return session


def _get_queue(session: MoneySession) -> tuple[str, ...]:
    table = get_session_state(session).table
    return table.queue if isinstance(table, ChouetteState) else ()


def _record_events(session: MoneySession, scorekeeper: Identity, *events: Event) -> None:
    for event in events:
        table_events.record_event(session=session, event=event, identity=scorekeeper)
