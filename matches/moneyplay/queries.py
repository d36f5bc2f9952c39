"""Queries of money sessions; the state of a table is computed by replaying its journal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from matches.actors import Identity
from matches.models import Desk, Player
from matches.moneyplay import settlement, table_state
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import holds_seat
from matches.moneyplay.table_state import Event, TableState
from matches.queries.people import make_person_q
from rules.errors import Refusal

UNDONE, CLOSED = "undone", "closed"


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session with its seats and its journal; `valid_entries` are the entries that are not undone."""

    session: MoneySession
    seats: tuple[SessionSeat, ...]
    entries: tuple[SessionEntry, ...]
    valid_entries: tuple[SessionEntry, ...]
    table: TableState

    @property
    def last(self) -> SessionEntry | None:
        """The last valid entry, which can be undone."""
        return self.valid_entries[-1] if self.valid_entries else None

    @property
    def balances(self) -> dict[str, int]:
        """The balance of every present or former player."""
        return settlement.get_balances(self.table)

    def seat_of(self, name: str) -> SessionSeat | None:
        """The seat of a player by name."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def get_seat_of(self, identity: Identity) -> SessionSeat | None:
        """The seat this identity has taken."""
        return next((seat for seat in self.seats if holds_seat(identity, seat)), None)


@dataclass(frozen=True, slots=True)
class SessionTally:
    """The number of sessions of a player, of those with a positive and a negative balance, and the total."""

    sessions: int
    ahead: int
    behind: int
    total: int


def get_session(code: str) -> MoneySession | None:
    """A session with its desk and host, or None."""
    return MoneySession.objects.select_related("desk", "host").filter(code=code).first()


def get_session_state(session: MoneySession) -> SessionState:
    """The current state of a session, in two queries."""
    seats = tuple(session.seats.select_related("player").order_by("number"))
    entries = tuple(session.entries.order_by("seq"))
    valid_entries = list_valid_entries(entries)
    return SessionState(session, seats, entries, valid_entries, replay_entries(session, valid_entries))


def list_valid_entries(entries: Sequence[SessionEntry]) -> tuple[SessionEntry, ...]:
    """The entries that are not undone, without the undo entries themselves."""
    undone = {entry.undoes for entry in entries}
    return tuple(entry for entry in entries if entry.kind != UNDONE and entry.seq not in undone)


def replay_entries(session: MoneySession, entries: Iterable[SessionEntry]) -> TableState:
    """The table these entries lead to."""
    laws = table_state.read_options(session.kind, session.laws)
    return table_state.replay_events(
        laws, (event for entry in entries for event in read_events(entry, session.kind))
    )


def find_ending_entry(state: SessionState, game: int) -> SessionEntry | None:
    """The entry with which a game of this number was over, None if it is not over."""
    table = replay_entries(state.session, ())
    for entry in state.valid_entries:
        for event in read_events(entry, state.session.kind):
            table = table_state.apply_event(table, event)
        if table_state.count_games(table) >= game:
            return entry
    return None


def read_events(entry: SessionEntry, kind: str) -> tuple[Event, ...]:
    """The events of an entry."""
    return tuple(table_state.read_event(kind, data) for data in entry.payload.get("events", ()))


def list_sessions(identity: Identity) -> QuerySet[MoneySession]:
    """The sessions this identity may see, the newest first."""
    is_visible = Q(pk__in=identity.invited) | Q(seats__player__in=identity.player_ids)
    if identity.device:
        is_visible |= Q(host_device=identity.device) | Q(seats__device=identity.device)
    if identity.user is not None:
        is_visible |= Q(host=identity.user) | Q(desk__officials=identity.user)
    return MoneySession.objects.filter(is_visible).select_related("desk").distinct().order_by("-id")


def list_visible_seats(player: Player, identity: Identity) -> QuerySet[SessionSeat]:
    """The seats of a player, the newest first, in sessions the identity may see."""
    visible = list_sessions(identity).order_by().values("pk")
    rows = SessionSeat.objects.filter(player=player, session__in=visible)
    return rows.select_related("session", "session__desk").order_by("-session_id")


def list_all_seats(player: Player) -> QuerySet[SessionSeat]:
    """The seats of a person, under every spelling, the oldest first."""
    return (
        SessionSeat.objects.filter(make_person_q("player", player)).select_related("session").order_by("pk")
    )


def find_shared_seat(players: Sequence[Player], other_players: Sequence[Player]) -> SessionSeat | None:
    """Return a seat of one of `players` in a session where one of `other_players` has a seat too, or None."""
    sessions = SessionSeat.objects.filter(player__in=other_players).values("session")
    return (
        SessionSeat.objects.filter(player__in=players, session__in=sessions).select_related("session").first()
    )


def tally_seats(seats: QuerySet[SessionSeat]) -> SessionTally:
    """The tally of these seats, in one query."""
    seats_ahead, seats_behind = Count("pk", filter=Q(balance__gt=0)), Count("pk", filter=Q(balance__lt=0))
    totals = seats.order_by().aggregate(
        all=Count("pk"), ahead=seats_ahead, behind=seats_behind, total=Sum("balance")
    )
    return SessionTally(totals["all"], totals["ahead"], totals["behind"], totals["total"] or 0)


def get_latest_session(desk: Desk, kind: str) -> MoneySession | None:
    """The latest session of this kind at a desk, whose rules are offered for the next one."""
    return desk.sessions.filter(kind=kind).order_by("-id").first()


def find_disagreements(session: MoneySession) -> Iterator[Refusal]:
    """Yield each difference between the stored rows of a session and its journal, as a Refusal."""
    try:
        state = get_session_state(session)
    except Refusal as refusal:
        yield Refusal("audit_journal_impossible", refusal.law, session=session.code)
        return
    numbers = [entry.seq for entry in state.entries]
    if numbers != list(range(1, session.version + 1)):
        yield Refusal("audit_journal_gap", session=session.code, lines=len(numbers), version=session.version)
    is_closed = bool(state.last and state.last.kind == CLOSED)
    if is_closed != (session.closed_at is not None):
        yield Refusal("audit_session_status", session=session.code, status=session.status)
    for seat in state.seats:
        expected = state.balances.get(seat.name, 0)
        if expected != seat.balance:
            context = {
                "session": session.code,
                "player": seat.name,
                "folded": expected,
                "stored": seat.balance,
            }
            yield Refusal("audit_balance", "", **context)


def iterate_sessions() -> Iterator[MoneySession]:
    """Every session, in chunks."""
    return MoneySession.objects.select_related("desk").order_by("pk").iterator(chunk_size=200)
