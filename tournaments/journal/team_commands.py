"""Commands about the entry type and teams, and questions about team meetings and their boards."""

from collections.abc import Mapping, Sequence

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.facts import PairingResult
from tournaments.journal.meeting_results import MeetingScore, boards, compute_score, is_play_off_due
from tournaments.journal.state import EventState, Placement, board
from tournaments.journal.team_facts import EntryType, MeetingLineUp, TeamRoster, board_of, meeting_of


def set_entry_type(entry_type: EntryType) -> JournalCommand:
    """Set the entry type of the event: players, pairs or teams."""
    return make_command(entry_type)


def set_roster(entry: int, captain: str, members: Sequence[str]) -> JournalCommand:
    """Set the roster of a team."""
    return make_command(TeamRoster(entry, captain, tuple(members)))


def line_up(state: EventState, meeting: str, sides: Mapping[int, Sequence[str]]) -> JournalCommand:
    """Set the line-up of a meeting. A team not in `sides` keeps its line-up, or gets one in board order.

    Refuses `pairing_unknown`, `meeting_waits` while a team is not known, and `boards_wrong`.
    """
    placed = state.board.get(meeting)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=meeting)
    white, black = placed.seats
    if not white or not black:
        raise Refusal("meeting_waits", pairing=meeting)
    size = boards_due(state, meeting)
    players = {
        entry: tuple(sides.get(entry) or players_of(state, meeting, entry)) for entry in (white, black)
    }
    usual = state.teams.entry_type.boards
    filled = {entry: (*codes, *[""] * (usual - len(codes))) for entry, codes in players.items()}
    if any(len(codes) != size for codes in filled.values()):
        raise Refusal("boards_wrong", pairing=meeting, boards=size)
    return make_command(MeetingLineUp(meeting, white, black, filled[white], filled[black]))


def check_lineup(state: EventState, meeting: str, entry: int, codes: Sequence[str]) -> None:
    """Refuse an invalid line-up of one team at a meeting, regardless of the opponent's.

    Raises `meeting_waits`, `already_decided`, `boards_wrong`, `member_at_two_boards`, `not_of_the_team`.
    """
    placed = state.board.get(meeting)
    if placed is None or not placed.white or not placed.black:
        raise Refusal("meeting_waits", pairing=meeting)
    if placed.is_decided:
        raise Refusal("already_decided", pairing=meeting)
    board_count = boards_due(state, meeting)
    if len(codes) != board_count:
        raise Refusal("boards_wrong", pairing=meeting, boards=board_count)
    players = [code for code in codes if code]
    if len(set(players)) != len(players):
        raise Refusal("member_at_two_boards", pairing=meeting)
    roster = state.teams.rosters.get(entry)
    outsiders = set(players) - set(roster.members if roster else ())
    if outsiders:
        raise Refusal("not_of_the_team", players=sorted(outsiders), entry=entry)


def boards_due(state: EventState, meeting: str) -> int:
    """Return the number of boards a line-up needs: those of the event, and one more if a play-off is due."""
    lineup = state.teams.lineups.get(meeting)
    return state.teams.entry_type.boards + (lineup is not None and is_play_off_due(state.teams, lineup))


def players_of(state: EventState, meeting: str, entry: int) -> tuple[str, ...]:
    """Return the players of a team in a meeting: its line-up, else its first members in board order."""
    lineup = state.teams.lineups.get(meeting)
    if lineup is not None:
        return lineup.of(entry)
    roster = state.teams.rosters.get(entry)
    return roster.members[: state.teams.entry_type.boards] if roster else ()


def result_at(state: EventState, name: str) -> PairingResult | None:
    """Return the recorded result of a pairing, or of a board of one."""
    return state.teams.results.get(name) if board_of(name) else state.results.get(name)


def players_at(state: EventState, name: str) -> tuple[str, str]:
    """Return the two players at a board of a meeting, "" for an empty seat."""
    return state.teams.lineups[meeting_of(name)].players(board_of(name))


def score_of(state: EventState, meeting: str) -> MeetingScore | None:
    """Return the score of a team meeting, None before it is lined up."""
    lineup = state.teams.lineups.get(meeting)
    return compute_score(state.teams, lineup) if lineup else None


def all_placements(state: EventState) -> dict[str, Placement]:
    """Return all placements that can have a match. In team events the boards have them, not the meetings."""
    event_board = board(state)
    if not state.teams.entry_type.is_of_teams:
        return event_board
    placements: dict[str, Placement] = {}
    at_boards = boards(state.teams, event_board, lambda name: can_be_drawn(state, name))
    boards_by_meeting: dict[str, list[Placement]] = {}
    for placed in at_boards.values():
        boards_by_meeting.setdefault(meeting_of(placed.id), []).append(placed)
    for name, placed in event_board.items():
        placements[name] = placed._replace(is_seated=False)
        placements |= {part.id: part for part in boards_by_meeting.get(name, ())}
    return placements


def can_be_drawn(state: EventState, meeting: str) -> bool:
    """Whether a meeting may end level."""
    stage = state.stages[state.stage_of(state.graph.by_id[meeting].flight)].stage
    return format_of(stage).can_be_drawn
