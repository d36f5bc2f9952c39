"""Teams of an event: lines of the entry box, members, meetings board by board, missing line-ups."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import F, Q, QuerySet

from matches.models import Match, Player
from matches.names import fold_name
from matches.states import UNPLAYED_ENDINGS, Status
from tournaments.journal.state import BY_BYE
from tournaments.models import Entry, Event, Pairing, TeamMember
from tournaments.name_lists.name_index import NameIndex
from tournaments.play.entrants.queries.entries import members_of
from tournaments.play.entrants.queries.namesakes import MemberNames
from tournaments.play.events import events
from tournaments.play.teams import teams_text
from tournaments.play.teams.teams_text import TeamLine, TeamLineFault
from tournaments.standings import tables as standings_tables
from tournaments.standings.tables import DecidedBoard, TeamRow


def read_teams(*, event: Event, text: str) -> tuple[TeamLine, ...]:
    """Parse the lines of the entry box; names that are new to the club or already in a team are marked."""
    full_names = members_of(event)
    member_names = MemberNames(event.tournament.club_id, full_names)
    index = NameIndex(full_names.values())
    keys_in_teams = set(TeamMember.objects.filter(event=event).values_list("player", flat=True))
    teams = {fold_name(name) for name in event.entries.values_list("player__name", flat=True)}
    lines = [_check_line(line, member_names, keys_in_teams, teams) for line in teams_text.read(text)]
    similar = {name: index.near(name) for line in lines for name in line.new}
    return tuple(
        replace(line, similar=tuple((name, similar[name]) for name in line.new if similar[name]))
        for line in lines
    )


def _check_line(
    line: TeamLine, member_names: MemberNames, keys_in_teams: set[int], teams: set[str]
) -> TeamLine:
    if line.fault is not None:
        return line
    if fold_name(line.name) in teams:
        return replace(line, fault=TeamLineFault.TEAM_TWICE)
    keys_by_name = {name: member_names.find(name) for name in line.people}
    shared_names = tuple(
        ", ".join(member_names.list_marked(name)) for name, keys in keys_by_name.items() if len(keys) > 1
    )
    if shared_names:
        return replace(line, fault=TeamLineFault.NAME_SHARED, names=shared_names)
    names_twice = tuple(name for name, keys in keys_by_name.items() if keys_in_teams.intersection(keys))
    if names_twice:
        return replace(line, fault=TeamLineFault.PLAYER_TWICE, names=names_twice)
    return replace(line, new=tuple(name for name, keys in keys_by_name.items() if not keys))


def get_opponent_name(meeting: Pairing, entry: Entry) -> str:
    """Return the name of the other team of a meeting, "" while it is unknown."""
    other = meeting.black_entry if meeting.white_entry_id == entry.pk else meeting.white_entry
    return str(other.player.name) if other is not None else ""


def get_meetings_to_line_up(player: Player) -> list[tuple[Entry, Pairing]]:
    """Return the meetings for which this captain has not submitted a line-up, with the entry of the team.

    One query, and another if the player is a captain.
    """
    is_player = Q(player=player.pk) if player.person_id is None else Q(player__person=player.person_id)
    captaincies = TeamMember.objects.filter(is_player, is_captain=True).select_related("entry__player")
    entries = {meeting.entry_id: meeting.entry for meeting in captaincies}
    if not entries:
        return []
    open_meetings = Pairing.objects.filter(
        Q(white_entry__in=entries) | Q(black_entry__in=entries),
        board=0,
        boards__gte=2,
        white_won=None,
        decided="",
        event__status="published",
    )
    meetings = open_meetings.select_related(
        "event__tournament__club", "white_entry__player", "black_entry__player"
    )
    return [
        (entries[entry_id], meeting)
        for meeting in meetings.prefetch_related("pending_line_ups").order_by("round", "pk")
        for entry_id in (meeting.white_entry_id, meeting.black_entry_id)
        if entry_id in entries and meeting.white_entry_id and meeting.black_entry_id
        if entry_id not in {line_up.entry_id for line_up in meeting.pending_line_ups.all()}
    ]


BEFORE_PLAY = frozenset({Status.SCHEDULED.value, Status.CALLED.value})


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One side of a board: player, points, and whether the team has won it."""

    side: str
    player: Player | None
    score: int | None
    has_won: bool


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a meeting. `is_extra` is a play-off; without a match one side has no player."""

    number: int
    pairing: Pairing
    match: Match | None
    seats: tuple[BoardSide, BoardSide]
    is_extra: bool

    @property
    def is_over(self) -> bool:
        """Return whether it is decided."""
        return bool(self.pairing.decided)

    @property
    def has_score(self) -> bool:
        """Return whether points may be shown: play has begun or is over."""
        return self.match is not None and self.match.status not in BEFORE_PLAY


@dataclass(frozen=True, slots=True)
class TeamMeeting:
    """A meeting of two teams; it has no boards before the line-ups are open.

    `submitted` are the keys of the entries that have submitted a line-up.
    """

    pairing: Pairing
    boards: tuple[TeamBoard, ...]
    submitted: frozenset[int] = frozenset()

    @property
    def is_lined_up(self) -> bool:
        """Return whether the line-ups are open."""
        return bool(self.boards) or self.pairing.white_won is not None

    @property
    def waits(self) -> bool:
        """Return whether both teams are known, but line-ups and result are missing."""
        both = self.pairing.white_entry_id and self.pairing.black_entry_id
        return bool(both) and not self.pairing.decided and not self.is_lined_up

    @property
    def is_open(self) -> bool:
        """Return whether boards are still to be played."""
        return self.is_lined_up and not self.pairing.decided

    @property
    def points(self) -> tuple[int, int]:
        """Return both teams' points over all regular boards."""
        white, black = (
            sum(board.seats[side].score or 0 for board in self.boards if not board.is_extra)
            for side in (0, 1)
        )
        return white, black

    def score_for(self, entry: Entry) -> tuple[int | None, int | None]:
        """Return the boards won by a team and by its opponent."""
        won = (self.pairing.white_won, self.pairing.black_won)
        return won if entry.pk == self.pairing.white_entry_id else won[::-1]

    def opponent_of(self, entry: Entry) -> Entry | None:
        """Return the other team."""
        is_white = entry.pk == self.pairing.white_entry_id
        return self.pairing.black_entry if is_white else self.pairing.white_entry


@dataclass(frozen=True, slots=True)
class BoardScore:
    """One board of a member: meeting, opponent, points and outcome."""

    meeting: Pairing
    board: int
    opponent: Player | None
    points: int
    against: int
    has_won: bool
    match: Match | None


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A team member with individual results, by board."""

    player: Player
    entry: Entry
    position: int | None
    is_captain: bool
    played: tuple[BoardScore, ...] = ()

    @property
    def won(self) -> int:
        """Return the number of boards won."""
        return sum(score.has_won for score in self.played)

    @property
    def lost(self) -> int:
        """Return the number of boards lost."""
        return len(self.played) - self.won

    @property
    def points(self) -> int:
        """Return the match points won."""
        return sum(score.points for score in self.played)

    @property
    def against(self) -> int:
        """Return the match points lost."""
        return sum(score.against for score in self.played)


@dataclass(frozen=True, slots=True)
class Team:
    """A team of an event: members in board order, meetings, and its table row."""

    entry: Entry
    people: tuple[TeamPlayer, ...]
    meetings: tuple[TeamMeeting, ...]
    row: TeamRow | None
    points: int = 0
    against: int = 0

    @property
    def captain(self) -> TeamPlayer | None:
        """Return the captain."""
        return next((person for person in self.people if person.is_captain), None)

    @property
    def members(self) -> tuple[TeamPlayer, ...]:
        """Return the players in board order."""
        return tuple(person for person in self.people if person.position)


@dataclass(frozen=True, slots=True)
class EventTeams:
    """The teams of an event, best first, and the members with results, best first."""

    teams: tuple[Team, ...]
    people: tuple[TeamPlayer, ...] = field(default=())


def get_meeting(event: Event, label: str) -> TeamMeeting | None:
    """Return a meeting of a published flight with its boards, or None; three queries."""
    flight_infos = events.get_overview(event).flight_infos
    rows = _rows(event).filter(label=label) | _rows(event).filter(label__startswith=f"{label}.")
    matching_meetings = _meetings(
        row for row in rows if row.flight in flight_infos and flight_infos[row.flight].is_published
    )
    if not matching_meetings:
        return None
    pairing = matching_meetings[0].pairing
    submitted_entries = frozenset(pairing.pending_line_ups.values_list("entry", flat=True))
    return TeamMeeting(matching_meetings[0].pairing, matching_meetings[0].boards, submitted_entries)


def get_teams(event: Event) -> EventTeams:
    """Return the teams of an event with all results. The number of queries does not grow with the field."""
    flight_infos = events.get_overview(event).flight_infos
    meetings = _meetings(
        row for row in _rows(event) if row.flight in flight_infos and flight_infos[row.flight].is_published
    )
    entries = list(event.entries.select_related("player").order_by("number"))
    table = _table(event, entries, meetings)
    played = _scores_by_member(meetings)
    rows = TeamMember.objects.filter(event=event).select_related("player")
    people: dict[int, list[TeamPlayer]] = {entry.pk: [] for entry in entries}
    entries_by_pk = {entry.pk: entry for entry in entries}
    for row in rows.order_by("entry", F("position").asc(nulls_first=True)):
        played_boards = tuple(played.get((row.entry_id, row.player_id), ()))
        person = TeamPlayer(
            row.player, entries_by_pk[row.entry_id], row.position, row.is_captain, played_boards
        )
        people[row.entry_id].append(person)
    event_teams = [
        _team(entry, people[entry.pk], meetings, table.get(str(entry.number))) for entry in entries
    ]
    people_with_results = [person for team in event_teams for person in team.people if person.played]
    return EventTeams(
        tuple(sorted(event_teams, key=_place_key)), tuple(sorted(people_with_results, key=_result_key))
    )


def _rows(event: Event) -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(event=event)
        .select_related(
            "event",
            "match__table",
            "white_player",
            "black_player",
            "white_entry__player",
            "black_entry__player",
            "winner_entry",
        )
        .order_by("flight", "round", "position", "board")
    )


def _meetings(rows: Iterable[Pairing]) -> list[TeamMeeting]:
    boards_by_pairing: list[tuple[Pairing, list[TeamBoard]]] = []
    for row in rows:
        if row.board:
            boards_by_pairing[-1][1].append(_board(row, boards_by_pairing[-1][0]))
        else:
            boards_by_pairing.append((row, []))
    return [
        TeamMeeting(pairing, tuple(boards))
        for pairing, boards in boards_by_pairing
        if pairing.decided != BY_BYE
    ]


def _board(row: Pairing, meeting: Pairing) -> TeamBoard:
    seats = tuple(_board_side(row, side) for side in ("white", "black"))
    return TeamBoard(row.board, row, row.match, (seats[0], seats[1]), row.board > meeting.boards)


def _board_side(row: Pairing, side: str) -> BoardSide:
    entry = getattr(row, f"{side}_entry_id")
    return BoardSide(
        side,
        getattr(row, f"{side}_player"),
        getattr(row.match, f"{side}_score") if row.match else None,
        bool(row.decided) and entry == row.winner_entry_id,
    )


def _table(event: Event, entries: Sequence[Entry], meetings: Sequence[TeamMeeting]) -> dict[str, TeamRow]:
    """Return the table of teams over all flights, by entry number."""
    members = {entry.number: str(entry.number) for entry in entries}
    boards = [won for number, meeting in enumerate(meetings, start=1) for won in _boards_won(meeting, number)]
    rows = standings_tables.team_table(members, boards, size=event.boards)
    return {row.team: row for row in rows}


def _boards_won(meeting: TeamMeeting, number: int) -> Iterator[DecidedBoard]:
    """Yield the winner of each board of a meeting; boards not played go to the winner of the meeting."""
    white, black = meeting.pairing.white_entry, meeting.pairing.black_entry
    if white is None or black is None:
        return
    decided_boards = [board for board in meeting.boards if board.is_over and not board.is_extra]
    for board in decided_boards:
        winner = board.pairing.winner_entry
        yield DecidedBoard(number, white.number, black.number, winner.number if winner else 0)
    if meeting.pairing.decided:
        winner = meeting.pairing.winner_entry
        for _ in range(meeting.pairing.boards - len(decided_boards)):
            yield DecidedBoard(number, white.number, black.number, winner.number if winner else 0)


def _scores_by_member(
    meetings: Iterable[TeamMeeting],
) -> dict[tuple[int | None, int | None], list[BoardScore]]:
    boards_by_member: dict[tuple[int | None, int | None], list[BoardScore]] = {}
    for meeting in meetings:
        for board in meeting.boards:
            match = board.match
            if match is None or match.status != Status.SETTLED.value or match.ending in UNPLAYED_ENDINGS:
                continue
            for own_seat, opponent_seat in (board.seats, board.seats[::-1]):
                entry = getattr(board.pairing, f"{own_seat.side}_entry_id")
                points = (own_seat.score or 0, opponent_seat.score or 0)
                played = BoardScore(
                    meeting.pairing, board.number, opponent_seat.player, *points, own_seat.has_won, match
                )
                boards_by_member.setdefault(
                    (entry, own_seat.player.pk if own_seat.player else None), []
                ).append(played)
    return boards_by_member


def _team(
    entry: Entry, people: Sequence[TeamPlayer], meetings: Iterable[TeamMeeting], row: TeamRow | None
) -> Team:
    team_meetings = tuple(
        meeting
        for meeting in meetings
        if entry.pk in (meeting.pairing.white_entry_id, meeting.pairing.black_entry_id)
    )
    sides = [
        meeting.points if entry.pk == meeting.pairing.white_entry_id else meeting.points[::-1]
        for meeting in team_meetings
    ]
    points, against = (sum(points_of_sides[side_index] for points_of_sides in sides) for side_index in (0, 1))
    return Team(entry, tuple(people), team_meetings, row, points, against)


def _place_key(team: Team) -> tuple[int, int, int]:
    entry = team.entry
    return (entry.place_from or 9_999, team.row.place if team.row else 9_999, entry.number)


def _result_key(person: TeamPlayer) -> tuple[int, float, int, str]:
    share = person.won / len(person.played)
    return (-person.won, -share, person.against - person.points, person.player.name)
