"""Fold the journal of a session again and name every stored row that disagrees with it."""

from collections.abc import Iterator

from matches.moneyplay import queries as sessions
from matches.moneyplay.models import MoneySession
from rules.errors import Refusal


def disagreements(session: MoneySession) -> Iterator[Refusal]:
    """What is wrong with a session, as codes and facts to be spoken; nothing when all its rows agree."""
    try:
        picture = sessions.picture_of(session)
    except Refusal as impossible:
        yield Refusal("audit_journal_impossible", impossible.law, session=session.code)
        return
    numbers = [entry.seq for entry in picture.entries]
    if numbers != list(range(1, session.version + 1)):
        yield Refusal("audit_journal_gap", session=session.code, lines=len(numbers), version=session.version)
    is_closed = bool(picture.last and picture.last.kind == sessions.CLOSED)
    if is_closed != (session.closed_at is not None):
        yield Refusal("audit_session_status", session=session.code, status=session.status)
    for seat in picture.seats:
        folded = picture.balances.get(seat.name, 0)
        if folded != seat.balance:
            facts = {"session": session.code, "player": seat.name, "folded": folded, "stored": seat.balance}
            yield Refusal("audit_balance", "", **facts)


def every_session() -> Iterator[MoneySession]:
    """Every session, read a few at a time."""
    return MoneySession.objects.select_related("desk").order_by("pk").iterator(chunk_size=200)
