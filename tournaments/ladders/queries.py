"""Ladders as pages show them: rungs, who may challenge whom, and why everybody stands where he does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from matches.identity import Identity
from matches.models import Match, Player
from matches.states import Status
from rules.errors import Refusal
from tournaments.exchange.sheets import Cell, Sheet
from tournaments.ladders.journal import commands as acting
from tournaments.ladders.journal.entries import Line
from tournaments.ladders.journal.replay import fold
from tournaments.ladders.journal.state import DONE, WAITING, Challenge, LadderState, Member, Step
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.models import Club
from tournaments.permissions import speaks_at_club

SHOWN_LINES, SHOWN_RESULTS = 30, 12


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge with its people and its match; `may` are the answers this reader may give."""

    held: Challenge
    challenger: Player
    holder: Player
    match: Match | None
    may: tuple[str, ...] = ()
    is_late: bool = False

    @property
    def winner(self) -> Player | None:
        """Who won it, when it was played."""
        return {self.held.challenger: self.challenger, self.held.holder: self.holder}.get(self.held.winner)


@dataclass(frozen=True, slots=True)
class Rung:
    """One place of the ladder. `may_challenge` are the members this reader may call out for, by name."""

    place: int
    member: Member
    player: Player
    moved: int
    duel: Duel | None
    is_safe: bool
    is_own: bool
    challengers: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the ladder with its facts for a sentence; `step` is there where it is about a place."""

    row: LadderLine | None
    line: Line
    names: Mapping[int, str]
    is_struck: bool = False
    challenge: Challenge | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How a member came to his place, step by step."""

    player: Player
    place: int
    steps: tuple[tuple[Step, str], ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a ladder: which players they are, and whether they run its desk."""

    is_own: Callable[[Player], bool]
    is_desk: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A ladder as one reader sees it."""

    ladder: Ladder
    state: LadderState
    rungs: tuple[Rung, ...]
    open: tuple[Duel, ...]
    latest: tuple[Duel, ...]
    own: Rung | None


def ladders_of(club: Club) -> QuerySet[Ladder]:
    """The ladders of a club, the oldest first."""
    return Ladder.objects.filter(club=club).order_by("id")


def lines_of(ladder: Ladder) -> list[Line]:
    """The lines of a ladder, oldest first."""
    found = LadderLine.objects.filter(ladder=ladder.pk).order_by("seq")
    return [Line(seq, kind, payload) for seq, kind, payload in found.values_list("seq", "kind", "payload")]


def state_of(ladder: Ladder) -> LadderState:
    """Where a ladder stands, folded from its lines."""
    return fold(lines_of(ladder))


def reader_of(identity: Identity, club: Club, *, is_desk: bool = False) -> Reader:
    """Who reads a ladder of a club."""
    return Reader(lambda player: speaks_at_club(identity, player, club), is_desk)


def player_of(ladder: Ladder, member: int) -> Player:
    """The player of a member by number. Raises `not_on_ladder`."""
    row = state_of(ladder).members.get(member)
    if row is None:
        raise Refusal("not_on_ladder", member=member)
    return Player.objects.get(code=row.player)


def board(ladder: Ladder, reader: Reader, today: date) -> Board:
    """The ladder for a reader on a day: what he may do stands beside every rung. Constant queries."""
    state = state_of(ladder)
    people = _people(state)
    rows = {row.number: row for row in ladder.challenges.select_related("match")}
    is_desk = reader.is_desk
    own = {
        number for number, member in state.members.items() if member.is_on and reader.is_own(people[number])
    }
    duels = {
        number: _duel(held, people, rows.get(number), own, is_desk, today)
        for number, held in state.challenges.items()
    }
    rungs = tuple(_rungs(state, people, duels, own, is_desk, today))
    order = sorted(duels.values(), key=lambda duel: -duel.held.number)
    return Board(
        ladder,
        state,
        rungs,
        tuple(duel for duel in order if duel.held.is_open),
        tuple(duel for duel in order if not duel.held.is_open)[:SHOWN_RESULTS],
        next((rung for rung in rungs if rung.is_own), None),
    )


def way(ladder: Ladder, state: LadderState, code: str) -> Way | None:
    """Why a player stands where he does; None for who never was on the ladder."""
    member = state.member_of(code)
    if member is None:
        return None
    people = _people(state)
    steps = ((step, people[step.other].name if step.other else "") for step in state.way_of(member.number))
    return Way(people[member.number], state.place(member.number), tuple(steps))


def history(ladder: Ladder, state: LadderState) -> list[Told]:
    """The latest lines, the newest first, for who may undo them. Two queries."""
    rows = list(LadderLine.objects.filter(ladder=ladder).select_related("by").order_by("-seq")[:SHOWN_LINES])
    names = {number: player.name for number, player in _people(state).items()}
    struck = set(
        LadderLine.objects.filter(ladder=ladder, undoes__isnull=False).values_list("undoes", flat=True)
    )
    return [
        Told(
            row,
            Line(row.seq, row.kind, row.payload),
            names,
            row.seq in struck,
            state.challenges.get(row.payload.get("challenge", 0)),
        )
        for row in rows
    ]


def sheet(ladder: Ladder, heads: tuple[str, ...]) -> Sheet:
    """The ladder as a table for spreadsheets: place, name, last match, safe until."""
    state = state_of(ladder)
    people = _people(state)
    rows: list[list[Cell]] = []
    for place, number in enumerate(state.order, start=1):
        member = state.members[number]
        safe = member.safe_until.isoformat() if member.safe_until else ""
        rows.append([place, people[number].name, member.played_on.isoformat(), safe])
    return Sheet(ladder.name, heads, rows)


def newcomers(ladder: Ladder, state: LadderState) -> list[Player]:
    """The members of the club who are not on the ladder, by name."""
    there = [member.player for member in state.members.values() if member.is_on]
    is_in = {"memberships__club": ladder.club_id, "memberships__left_at": None}
    found = Player.objects.filter(**is_in, anonymised_at=None)
    return sorted(found.exclude(code__in=there), key=lambda player: player.name)


def _people(state: LadderState) -> dict[int, Player]:
    codes = {member.player: number for number, member in state.members.items()}
    found = Player.objects.filter(code__in=codes).select_related("person__face", "first", "second")
    return {codes[player.code]: player for player in found}


def _duel(
    held: Challenge,
    people: Mapping[int, Player],
    row: LadderChallenge | None,
    own: set[int],
    is_desk: bool,
    today: date,
) -> Duel:
    may: list[str] = []
    if held.stands == WAITING and (held.holder in own or is_desk):
        may += ["accept", "refuse"]
    if held.is_open and (held.challenger in own or is_desk):
        may.append("call_off")
    late = held.is_open and held.due is not None and held.due < today
    match = row.match if row is not None and held.stands != WAITING else None
    return Duel(held, people[held.challenger], people[held.holder], match, tuple(may), late)


def _rungs(
    state: LadderState,
    people: Mapping[int, Player],
    duels: Mapping[int, Duel],
    own: set[int],
    is_desk: bool,
    today: date,
) -> Iterator[Rung]:
    last = {step.member: step for step in state.steps}
    busy = {
        number: duel
        for duel in duels.values()
        if duel.held.is_open
        for number in (duel.held.challenger, duel.held.holder)
    }
    for place, number in enumerate(state.order, start=1):
        member, step = state.members[number], last.get(number)
        able = state.order if is_desk else tuple(own)
        yield Rung(
            place,
            member,
            people[number],
            (step.before - step.after) if step and step.before and step.after else 0,
            busy.get(number),
            member.safe_until is not None and today <= member.safe_until,
            number in own,
            tuple(state.members[one] for one in able if acting.why_not(state, one, number, today) is None)
            if not is_desk or number not in busy
            else (),
        )


def all_ladders() -> QuerySet[Ladder]:
    """Every ladder of the house, oldest first."""
    return Ladder.objects.order_by("pk")


def disagreements(ladder: Ladder) -> Iterator[Refusal]:
    """Lines with a gap or that cannot stand, challenges and results that are stored otherwise."""
    lines = lines_of(ladder)
    if [line.seq for line in lines] != list(range(1, len(lines) + 1)) or ladder.version != len(lines):
        yield Refusal("audit_ladder", ladder=ladder.name, seq=len(lines))
    try:
        state = fold(lines)
    except Refusal as refusal:
        yield Refusal("audit_ladder", ladder=ladder.name, seq=refusal.facts.get("seq", ""))
        return
    rows = {row.number: row for row in ladder.challenges.select_related("match", "challenger", "holder")}
    for number in sorted({*rows, *state.challenges}):
        row, held = rows.get(number), state.challenges.get(number)
        if row is None or held is None or not _agree(row, held, state):
            yield Refusal("audit_challenge", ladder=ladder.name, challenge=number)


def _agree(row: LadderChallenge, held: Challenge, state: LadderState) -> bool:
    people = (state.members[held.challenger].player, state.members[held.holder].player)
    if (row.stands, row.due) != (held.stands, held.due) or people != (row.challenger.code, row.holder.code):
        return False
    if held.stands != DONE:
        return row.match is None or row.match.status != Status.SETTLED.value
    if row.match is None or row.match.status != Status.SETTLED.value:
        return False
    return {"white": held.challenger, "black": held.holder}.get(row.match.winner, 0) == held.winner
