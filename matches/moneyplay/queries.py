"""Sessions as their pages show them: the table folded from the journal, in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from matches.identity import Identity
from matches.models import Desk, Player
from matches.moneyplay import table_state as folding
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import holds_seat
from matches.moneyplay.table_state import Event, Table
from matches.queries.people import is_one

UNDONE, CLOSED = "undone", "closed"


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything a page about one session shows; `standing` are the entries nobody has undone."""

    session: MoneySession
    seats: tuple[SessionSeat, ...]
    entries: tuple[SessionEntry, ...]
    standing: tuple[SessionEntry, ...]
    table: Table

    @property
    def last(self) -> SessionEntry | None:
        """The entry that undoing would void."""
        return self.standing[-1] if self.standing else None

    @property
    def balances(self) -> dict[str, int]:
        """What everybody who ever sat down has won so far."""
        return folding.balances(self.table)

    def seat_of(self, name: str) -> SessionSeat | None:
        """The seat of a player by the name events call him."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def seat_held_by(self, identity: Identity) -> SessionSeat | None:
        """The seat this identity has taken."""
        return next((seat for seat in self.seats if holds_seat(identity, seat)), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """All the evenings of one player: how many, won and lost, and what he is ahead by in all."""

    evenings: int
    ahead: int
    behind: int
    total: int


def session_by_code(code: str) -> MoneySession | None:
    """A session with its desk and host, or None."""
    return MoneySession.objects.select_related("desk", "host").filter(code=code).first()


def picture_of(session: MoneySession) -> Picture:
    """The session as it stands, in two queries."""
    seats = tuple(session.seats.select_related("player").order_by("number"))
    entries = tuple(session.entries.order_by("seq"))
    standing = standing_among(entries)
    return Picture(session, seats, entries, standing, table_after(session, standing))


def standing_among(entries: Sequence[SessionEntry]) -> tuple[SessionEntry, ...]:
    """The entries that nobody has undone, without the undoings themselves."""
    void = {entry.undoes for entry in entries}
    return tuple(entry for entry in entries if entry.kind != UNDONE and entry.seq not in void)


def table_after(session: MoneySession, entries: Iterable[SessionEntry]) -> Table:
    """The table these entries lead to."""
    laws = folding.laws_of(session.kind, session.laws)
    return folding.fold(laws, (event for entry in entries for event in events_of(entry, session.kind)))


def events_of(entry: SessionEntry, kind: str) -> tuple[Event, ...]:
    """The events an entry holds."""
    return tuple(folding.read(kind, data) for data in entry.payload.get("events", ()))


def sessions_for(identity: Identity) -> QuerySet[MoneySession]:
    """The sessions that are there for this identity, the newest first."""
    theirs = Q(pk__in=identity.invited) | Q(seats__player__in=identity.player_ids)
    if identity.device:
        theirs |= Q(host_device=identity.device) | Q(seats__device=identity.device)
    if identity.user is not None:
        theirs |= Q(host=identity.user) | Q(desk__officials=identity.user)
    return MoneySession.objects.filter(theirs).select_related("desk").distinct().order_by("-id")


def seats_of_player(player: Player, identity: Identity) -> QuerySet[SessionSeat]:
    """Where a player sat, the newest first: what is won at a table is shown to those of that table."""
    shown = sessions_for(identity).order_by().values("pk")
    rows = SessionSeat.objects.filter(player=player, session__in=shown)
    return rows.select_related("session", "session__desk").order_by("-session_id")


def every_seat_of(player: Player) -> QuerySet[SessionSeat]:
    """Where a person sat, under every spelling, the oldest first."""
    return SessionSeat.objects.filter(is_one("player", player)).select_related("session").order_by("pk")


def shared_seat(ours: Sequence[Player], theirs: Sequence[Player]) -> SessionSeat | None:
    """A seat of ours in a session where one of theirs has sat too."""
    sessions = SessionSeat.objects.filter(player__in=theirs).values("session")
    return SessionSeat.objects.filter(player__in=ours, session__in=sessions).select_related("session").first()


def tally_of(seats: QuerySet[SessionSeat]) -> Tally:
    """What these seats come to: one query."""
    ahead, behind = Count("pk", filter=Q(balance__gt=0)), Count("pk", filter=Q(balance__lt=0))
    found = seats.order_by().aggregate(all=Count("pk"), ahead=ahead, behind=behind, total=Sum("balance"))
    return Tally(found["all"], found["ahead"], found["behind"], found["total"] or 0)


def latest_at(desk: Desk, kind: str) -> MoneySession | None:
    """The session of this kind opened last at a desk: its laws are the custom of the house."""
    return desk.sessions.filter(kind=kind).order_by("-id").first()
