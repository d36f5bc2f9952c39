"""Ladder queries: the board with its challenges, the history, exports and the audit."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from matches.actors import Identity
from matches.models import Match, Player
from matches.names import get_sort_key
from matches.queries.people import get_canonical_player, make_person_or_pair_q
from matches.states import Status
from rules.errors import Refusal
from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.ladders import messages
from tournaments.ladders.journal import challenges, membership
from tournaments.ladders.journal.journal_lines import MERGED, OPENED, PLAYED, REOPENED, LadderJournalLine
from tournaments.ladders.journal.replay import get_effective_lines, replay_ladder
from tournaments.ladders.journal.state import (
    AGREED,
    DONE,
    WAITING,
    Challenge,
    LadderMember,
    LadderState,
    LadderStep,
)
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.models import Club
from tournaments.people.queries.members import get_club_players
from tournaments.permissions import may_act_for_player

HISTORY_SIZE, RESULTS_SIZE = 30, 12


@dataclass(frozen=True, slots=True)
class ChallengeDuel:
    """A challenge with its players and match; `may` are the answers this reader may give."""

    challenge: Challenge
    challenger: Player
    holder: Player
    match: Match | None
    may: tuple[str, ...] = ()
    is_late: bool = False

    @property
    def winner(self) -> Player | None:
        """The winner, once it was played."""
        return {self.challenge.challenger: self.challenger, self.challenge.holder: self.holder}.get(
            self.challenge.winner
        )


@dataclass(frozen=True, slots=True)
class Rung:
    """One place of the ladder with its member.

    `moved` is the last change of place (positive: up), `duel` the open challenge. `challengers` are the
    members for whom this reader may challenge this one: their own, or any for the desk.
    """

    place: int
    member: LadderMember
    player: Player
    moved: int
    duel: ChallengeDuel | None
    is_safe: bool
    is_own: bool
    challengers: tuple[LadderMember, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the journal with names by member number; `is_struck`: it was undone."""

    row: LadderLine | None
    line: LadderJournalLine
    names: Mapping[int, str]
    is_struck: bool = False
    challenge: Challenge | None = None
    match_code: str = ""

    @property
    def is_result(self) -> bool:
        """Whether it is the result of a match, which is taken back or corrected on the page of the match."""
        return self.line.kind in (PLAYED, REOPENED)

    @property
    def may_undo(self) -> bool:
        """Whether a line of this kind is undone here: not a result, nor what follows from joined names."""
        return self.line.kind not in (OPENED, PLAYED, REOPENED, MERGED)


@dataclass(frozen=True, slots=True)
class LadderUndoPreview:
    """What undoing a line would do: the places that change, as name, place before and after (0: none)."""

    line: HistoryLine
    moves: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """The changes of place of a member, each with the name of the other player."""

    player: Player
    place: int
    steps: tuple[tuple[LadderStep, str], ...]


@dataclass(frozen=True, slots=True)
class LadderReader:
    """The reader of a ladder: which players are their own, and whether they direct the club."""

    is_own: Callable[[Player], bool]
    is_desk: bool = False


@dataclass(frozen=True, slots=True)
class LadderBoard:
    """A ladder with the actions open to one reader."""

    ladder: Ladder
    state: LadderState
    rungs: tuple[Rung, ...]
    open: tuple[ChallengeDuel, ...]
    latest: tuple[ChallengeDuel, ...]
    own_rung: Rung | None


def list_ladders(club: Club) -> QuerySet[Ladder]:
    """Return the ladders of a club, the oldest first."""
    return Ladder.objects.filter(club=club).order_by("id")


def read_lines(ladder: Ladder) -> list[LadderJournalLine]:
    """Return the journal of a ladder, oldest line first."""
    rows = LadderLine.objects.filter(ladder=ladder.pk).order_by("seq")
    return [
        LadderJournalLine(seq, kind, payload)
        for seq, kind, payload in rows.values_list("seq", "kind", "payload")
    ]


def get_state(ladder: Ladder) -> LadderState:
    """Return the state of a ladder, replayed from its lines."""
    return replay_ladder(read_lines(ladder))


def list_open_challenges(club: Club, players: Collection[Player]) -> list[tuple[LadderChallenge, bool]]:
    """Return the open challenges of these players at a club, and whether they are the ones challenged.

    The next deadline comes first. One query at a club without open challenges.
    """
    open_challenges = LadderChallenge.objects.filter(ladder__club=club, status__in=[WAITING, AGREED])
    if not open_challenges.exists():
        return []
    is_challenged = Q(pk__in=[])
    is_challenger = Q(pk__in=[])
    for player in players:
        is_challenged |= make_person_or_pair_q("holder", player)
        is_challenger |= make_person_or_pair_q("challenger", player)
    rows = open_challenges.filter(is_challenged | is_challenger)
    challenged_keys = set(rows.filter(is_challenged).values_list("pk", flat=True))
    ordered = rows.select_related("ladder__club", "challenger", "holder").order_by("due", "pk")
    return [(row, row.pk in challenged_keys) for row in ordered]


def get_reader(identity: Identity, club: Club, *, is_desk: bool = False) -> LadderReader:
    """Return the reader of a club's ladders for an identity."""
    return LadderReader(lambda player: may_act_for_player(identity, player, club), is_desk)


def get_player(ladder: Ladder, member: int) -> Player:
    """Return the player of a member by number. Raises `not_on_ladder`."""
    row = get_state(ladder).members.get(member)
    if row is None:
        raise Refusal("not_on_ladder", member=member)
    return Player.objects.get(code=row.player)


def get_board(ladder: Ladder, reader: LadderReader, today: date) -> LadderBoard:
    """Return the ladder for a reader on a day. The number of queries is constant."""
    state = get_state(ladder)
    players = _get_players_by_member(state)
    rows = {row.number: row for row in ladder.challenges.select_related("match")}
    is_desk = reader.is_desk
    own_numbers = {
        number
        for number, member in state.members.items()
        if member.is_active and reader.is_own(players[number])
    }
    duels = {
        number: _build_duel(challenge, players, rows.get(number), own_numbers, is_desk, today)
        for number, challenge in state.challenges.items()
    }
    rungs = tuple(_build_rungs(state, players, duels, own_numbers, is_desk, today))
    order = sorted(duels.values(), key=lambda duel: -duel.challenge.number)
    return LadderBoard(
        ladder,
        state,
        rungs,
        tuple(duel for duel in order if duel.challenge.is_open),
        tuple(duel for duel in order if not duel.challenge.is_open)[:RESULTS_SIZE],
        next((rung for rung in rungs if rung.is_own), None),
    )


def get_place_history(ladder: Ladder, state: LadderState, code: str) -> PlaceHistory | None:
    """Return the changes of place of a player by public code; None if never on the ladder."""
    member = state.member_of(code)
    if member is None:
        return None
    players = _get_players_by_member(state)
    steps = ((step, players[step.other].name if step.other else "") for step in state.steps_of(member.number))
    return PlaceHistory(players[member.number], state.place(member.number), tuple(steps))


def get_history(ladder: Ladder, state: LadderState) -> list[HistoryLine]:
    """Return the latest lines, the newest first. Three queries."""
    rows = list(LadderLine.objects.filter(ladder=ladder).select_related("by").order_by("-seq")[:HISTORY_SIZE])
    names = _get_names(state)
    undone_lines = set(
        LadderLine.objects.filter(ladder=ladder, undoes__isnull=False).values_list("undoes", flat=True)
    )
    codes = dict(
        LadderChallenge.objects.filter(ladder=ladder, match__isnull=False).values_list(
            "number", "match__code"
        )
    )
    return [
        _make_history_line(
            row,
            state,
            names,
            is_struck=row.seq in undone_lines,
            match_code=codes.get(row.payload.get("challenge", 0), ""),
        )
        for row in rows
    ]


def preview_undo(ladder: Ladder, state: LadderState, seq: int) -> LadderUndoPreview | None:
    """Return what undoing a line would change; None without such a line. Raises the refusals of the undo."""
    row = LadderLine.objects.filter(ladder=ladder, seq=seq).select_related("by").first()
    if row is None:
        return None
    lines = read_lines(ladder)
    kind, payload = membership.undo(lines, seq)
    after = replay_ladder([*lines, LadderJournalLine(len(lines) + 1, kind, payload)])
    names = _get_names(state)
    numbers = [*state.order, *(number for number in after.order if number not in state.order)]
    moves = ((names[number], state.place(number), after.place(number)) for number in numbers)
    return LadderUndoPreview(
        _make_history_line(row, state, names), tuple(move for move in moves if move[1] != move[2])
    )


def find_doubles(state: LadderState) -> list[tuple[Player, list[int]]]:
    """Return the persons with several places on a ladder, with their members, the highest place first."""
    players = _get_players_by_member(state)
    numbers_by_person: dict[Player, list[int]] = {}
    for number in state.order:
        numbers_by_person.setdefault(get_canonical_player(players[number]), []).append(number)
    return [(person, numbers) for person, numbers in numbers_by_person.items() if len(numbers) > 1]


def find_separated_merges(lines: Sequence[LadderJournalLine], state: LadderState) -> list[LadderJournalLine]:
    """Return the merges in effect of members who are no longer one person, the latest first."""
    merges = [line for line in get_effective_lines(lines) if line.kind == MERGED]
    players = _get_players_by_member(state) if merges else {}
    return [
        line
        for line in reversed(merges)
        if not state.members[line.number("other")].is_active
        and not players[line.number("member")].is_one_with(players[line.number("other")])
    ]


def _make_history_line(
    row: LadderLine,
    state: LadderState,
    names: Mapping[int, str],
    *,
    is_struck: bool = False,
    match_code: str = "",
) -> HistoryLine:
    line = LadderJournalLine(row.seq, row.kind, row.payload)
    challenge = state.challenges.get(row.payload.get("challenge", 0))
    return HistoryLine(row, line, names, is_struck, challenge, match_code)


def _get_names(state: LadderState) -> dict[int, str]:
    return {number: player.name for number, player in _get_players_by_member(state).items()}


def describe_history_line(line: HistoryLine) -> str:
    """Return the text of a line of the journal of a ladder."""
    payload, context = line.line.payload, dict(line.line.payload)
    for name in ("member", "challenger", "holder"):
        if name in payload:
            context[name] = line.names.get(payload[name], "–")
    if line.challenge is not None:
        context["challenger"] = line.names.get(line.challenge.challenger, "–")
        context["holder"] = line.names.get(line.challenge.holder, "–")
    if "members" in payload:
        context["members"] = ", ".join(line.names.get(number, "–") for number in payload["members"])
    return messages.describe_line(line.line.kind, context)


def describe_line_number(ladder: Ladder, seq: int) -> str:
    """Return a line of the journal of a ladder as its history shows it: its number and text."""
    row, state = LadderLine.objects.get(ladder=ladder, seq=seq), get_state(ladder)
    return f"{seq} · {describe_history_line(_make_history_line(row, state, _get_names(state)))}"


def export_sheet(ladder: Ladder, headings: tuple[str, ...]) -> Sheet:
    """Return the ladder as a sheet: place, name, last match, protected until."""
    state = get_state(ladder)
    players = _get_players_by_member(state)
    rows: list[list[Cell]] = []
    for place, number in enumerate(state.order, start=1):
        member = state.members[number]
        safe = member.protected_until.isoformat() if member.protected_until else ""
        rows.append([place, players[number].name, member.played_on.isoformat(), safe])
    return Sheet(ladder.name, headings, rows)


def list_newcomers(ladder: Ladder, state: LadderState) -> list[Player]:
    """Return the members of the club who are not on the ladder, by name; each person once."""
    member_codes = [member.player for member in state.members.values() if member.is_active]
    persons_on_ladder = {
        get_canonical_player(player).pk
        for player in Player.objects.filter(code__in=member_codes).select_related("person__face")
    }
    free_players = (player for player in get_club_players(ladder.club) if player.pk not in persons_on_ladder)
    return sorted(free_players, key=lambda player: get_sort_key(player.name))


def _get_players_by_member(state: LadderState) -> dict[int, Player]:
    codes = {member.player: number for number, member in state.members.items()}
    players = Player.objects.filter(code__in=codes).select_related("person__face", "first", "second")
    return {codes[player.code]: player for player in players}


def _build_duel(
    challenge: Challenge,
    players: Mapping[int, Player],
    row: LadderChallenge | None,
    own_numbers: set[int],
    is_desk: bool,
    today: date,
) -> ChallengeDuel:
    answers: list[str] = []
    if challenge.status == WAITING and (challenge.holder in own_numbers or is_desk):
        answers += ["accept", "refuse"]
    if challenge.is_open and (challenge.challenger in own_numbers or is_desk):
        answers.append("call_off")
    is_late = challenge.is_open and challenge.due is not None and challenge.due < today
    match = row.match if row is not None and challenge.status != WAITING else None
    return ChallengeDuel(
        challenge, players[challenge.challenger], players[challenge.holder], match, tuple(answers), is_late
    )


def _build_rungs(
    state: LadderState,
    players: Mapping[int, Player],
    duels: Mapping[int, ChallengeDuel],
    own_numbers: set[int],
    is_desk: bool,
    today: date,
) -> Iterator[Rung]:
    last = {step.member: step for step in state.steps}
    open_duels = {
        number: duel
        for duel in duels.values()
        if duel.challenge.is_open
        for number in (duel.challenge.challenger, duel.challenge.holder)
    }
    for place, number in enumerate(state.order, start=1):
        member, step = state.members[number], last.get(number)
        possible_challengers = state.order if is_desk else tuple(own_numbers)
        yield Rung(
            place,
            member,
            players[number],
            (step.before - step.after) if step and step.before and step.after else 0,
            open_duels.get(number),
            member.protected_until is not None and today <= member.protected_until,
            number in own_numbers,
            tuple(
                state.members[one]
                for one in possible_challengers
                if challenges.find_challenge_refusal(state, one, number, today) is None
            )
            if not is_desk or number not in open_duels
            else (),
        )


def list_all_ladders() -> QuerySet[Ladder]:
    """Return every ladder of the site, the oldest first."""
    return Ladder.objects.order_by("pk")


def find_disagreements(ladder: Ladder) -> Iterator[Refusal]:
    """Yield inconsistencies: gaps, invalid lines, and challenges stored differently from the journal."""
    lines = read_lines(ladder)
    if [line.seq for line in lines] != list(range(1, len(lines) + 1)) or ladder.version != len(lines):
        yield Refusal("audit_ladder", ladder=ladder.name, seq=len(lines))
    try:
        state = replay_ladder(lines)
    except Refusal as refusal:
        yield Refusal("audit_ladder", ladder=ladder.name, seq=refusal.facts.get("seq", ""))
        return
    for person, _numbers in find_doubles(state):
        yield Refusal("audit_ladder_person", ladder=ladder.name, player=person.desk_name)
    rows = {row.number: row for row in ladder.challenges.select_related("match", "challenger", "holder")}
    for number in sorted({*rows, *state.challenges}):
        row, challenge = rows.get(number), state.challenges.get(number)
        if row is None or challenge is None or not _is_consistent(row, challenge, state):
            yield Refusal("audit_challenge", ladder=ladder.name, challenge=number)


def _is_consistent(row: LadderChallenge, challenge: Challenge, state: LadderState) -> bool:
    player_codes = (state.members[challenge.challenger].player, state.members[challenge.holder].player)
    if (row.status, row.due) != (challenge.status, challenge.due) or player_codes != (
        row.challenger.code,
        row.holder.code,
    ):
        return False
    if challenge.status != DONE:
        return row.match is None or row.match.status != Status.SETTLED.value
    if row.match is None or row.match.status != Status.SETTLED.value:
        return False
    return {"white": challenge.challenger, "black": challenge.holder}.get(
        row.match.winner, 0
    ) == challenge.winner
