"""Journal of an event for display, newest line first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import gettext

from matches.messages.stored_reasons import describe_stored_reason
from matches.models import User
from rules.errors import Refusal
from tournaments.formats.plan import ROLLING
from tournaments.journal.facts import FIELD_CAUSES
from tournaments.journal.registry import KINDS
from tournaments.journal.team_facts import board_of, meeting_of
from tournaments.journal.undo import Commands, commands_of, lines_of, state_without, undoable_commands
from tournaments.messages.journal import BlankContext
from tournaments.models import Event, JournalEntry, Pairing
from tournaments.play.entrants.queries.public_entries import find_unlisted_players
from tournaments.play.event_journal.queries.consequences import (
    describe_consequences,
    get_journal_consequences,
)
from tournaments.play.event_journal.queries.journal_contexts import (
    CONTEXT_BY_KIND,
    PLANNED,
    get_entry_name,
    get_result_context,
    get_result_text,
    join_first_names,
)
from tournaments.play.event_journal.queries.journal_source import (
    EnteringLines,
    FormerEntries,
    JournalSource,
    find_undone_entries,
    load_former_entries,
)
from tournaments.play.events import event_state, events

CACHE_SECONDS = 3600
# The signatures of a line without the name of the account: who wrote it.
DIRECTOR, PLAYER = "director", "player"
# A command of several lines is named by the first of these kinds, else by its first line.
NAMING_KINDS = ("published", "drawn", "paired", "relined", "entered", "settled", "corrected")
# Payload values shown unchanged.
PLAIN_FIELDS = ("seq", "pairing", "round", "length")


@dataclass(frozen=True, slots=True)
class JournalMarks:
    """Data derived from a whole journal; cached.

    `void` are the numbers of undone lines, `undoable` those of commands that can be undone, `commands` the
    order of undo and redo, `undone_entries` as `find_undone_entries` returns them.
    """

    void: frozenset[int]
    undoable: frozenset[int]
    commands: Commands = field(default_factory=Commands)
    undone_entries: EnteringLines = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A journal line for display.

    `facts` is the context of the sentence of its kind. `undid` is the line that an undo line
    has undone; None for other lines. `consequences` says by pairing what a correction did to other matches,
    `replaced_by` is the line that replaced the result of this one, None if there is none.
    """

    entry: JournalEntry
    facts: Mapping[str, Any]
    is_undone: bool
    may_undo: bool
    undid: "JournalLine | None" = None
    consequences: Mapping[str, str] = field(default_factory=dict)
    replaced_by: int | None = None

    @property
    def seq(self) -> int:
        """Return its number in the journal."""
        return self.entry.seq

    @property
    def command(self) -> int:
        """Return the number of its command."""
        return self.entry.command


@dataclass(frozen=True, slots=True)
class DeskCommand:
    """A command as shown at the desk: its lines, oldest first."""

    lines: tuple[JournalLine, ...]

    @property
    def number(self) -> int:
        """Return the number of its first line."""
        return self.lines[0].command

    @property
    def line(self) -> JournalLine:
        """Return the line that names it."""
        return get_naming_line(self.lines)

    @property
    def description(self) -> str:
        """Return the description of the command."""
        return describe_line(self.line)


@dataclass(frozen=True, slots=True)
class UndoRedo:
    """The commands of the undo and redo buttons."""

    undo: DeskCommand | None = None
    redo: DeskCommand | None = None

    @property
    def buttons(self) -> list[tuple[str, DeskCommand]]:
        """Return the available buttons by name."""
        both = (("undo", self.undo), ("redo", self.redo))
        return [(name, command) for name, command in both if command is not None]

    @property
    def undone_from(self) -> datetime | None:
        """The time of the command that undo would reverse; None without one."""
        return self.undo.line.entry.at if self.undo else None


@dataclass(frozen=True, slots=True)
class CommandElsewhere:
    """The last command of a user, which was in another event of the tournament."""

    event: Event
    command: DeskCommand


def find_last_command_elsewhere(event: Event, user: User, since: datetime | None) -> CommandElsewhere | None:
    """Return the last command of a user in the tournament if it was in another event, after `since`.

    None also if it was undone. One query, and five if there is one.
    """
    rows = JournalEntry.objects.filter(event__tournament=event.tournament_id, by=user)
    last = rows.select_related("event__tournament__club").order_by("at", "pk").last()
    if last is None or last.event_id == event.pk or (since is not None and last.at <= since):
        return None
    command = get_undo_redo(last.event).undo
    is_last = command is not None and command.number == last.command
    return CommandElsewhere(last.event, command) if command is not None and is_last else None


def get_undo_redo(event: Event, source: JournalSource | None = None) -> UndoRedo:
    """Return the commands that undo and redo would reverse. Two queries, and two for each command."""
    source = source or JournalSource(event)
    commands = commands_of(source.rows)
    return UndoRedo(
        _get_command(source, next(reversed(commands.live), 0)),
        _get_command(source, next(reversed(commands.undone), 0)),
    )


def _get_command(source: JournalSource, number: int) -> DeskCommand | None:
    """Return a command by number; None for 0."""
    if not number:
        return None
    entries = list(JournalEntry.objects.filter(event=source.event, command=number).order_by("seq"))
    names = _load_names(source.event, entries, source.entry_names)
    lines = (
        JournalLine(
            entry,
            _line_context(entry, names.at(entry.seq, source.former_entries)),
            is_undone=False,
            may_undo=False,
        )
        for entry in entries
    )
    return DeskCommand(tuple(lines))


def get_naming_line(lines: Sequence[JournalLine]) -> JournalLine:
    """Return the most descriptive line of a command."""
    place = {kind: number for number, kind in enumerate(NAMING_KINDS)}
    return min(
        lines, key=lambda line: (place.get(_get_original_line(line)[0].entry.kind, len(place)), line.seq)
    )


def get_naming_lines(lines: Iterable[JournalLine]) -> list[JournalLine]:
    """Return the most descriptive line of each command, in order."""
    lines_by_command: dict[int, list[JournalLine]] = {}
    for line in lines:
        lines_by_command.setdefault(line.command, []).append(line)
    return [get_naming_line(command_lines) for command_lines in lines_by_command.values()]


@dataclass(frozen=True, slots=True)
class PublicLine:
    """A journal line as shown publicly, on pages and in the API: a sentence without payload.

    Pages name an account (`has_account`) to officials only. `consequences` are the sentences about what a
    correction did to other matches, `replaced_by` is the line that replaced the result of this one.

    Payloads contain private data: details of entries, the seed and the lines of an unpublished draw.
    """

    seq: int
    kind: str
    at: datetime
    sentence: str
    pairing: str
    by: str
    has_account: bool
    reason: str
    is_undone: bool
    consequences: tuple[str, ...] = ()
    replaced_by: int | None = None


def describe_signature(signed: str) -> str:
    """Return who signed a line that was written elsewhere: a name, or a role where names are left out."""
    roles = {DIRECTOR: gettext("Director"), PLAYER: gettext("Player")}
    return roles.get(signed, signed)


def make_public_line(line: JournalLine) -> PublicLine:
    """Return the public form of a journal line."""
    entry = line.entry
    return PublicLine(
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        sentence=describe_line(line),
        pairing=line.facts.get("pairing", ""),
        by=entry.by.get_username() if entry.by else describe_signature(entry.signed),
        has_account=entry.by is not None,
        reason=describe_stored_reason(entry.reason),
        is_undone=line.is_undone,
        consequences=tuple(line.consequences.values()),
        replaced_by=line.replaced_by,
    )


def entries_of(event: Event) -> QuerySet[JournalEntry]:
    """Return the stored lines of a journal, newest first."""
    return JournalEntry.objects.filter(event=event).select_related("by").order_by("-seq")


def get_lines(
    event: Event,
    limit: int | None = None,
    names: Mapping[int, str] | None = None,
    *,
    entries: Sequence[JournalEntry] | None = None,
    source: JournalSource | None = None,
) -> list[JournalLine]:
    """Return the newest `limit` lines (default: all), or those of `entries`; three queries.

    Two if `names` of all entries by number is given, and one more if an older line was undone.

    `may_undo` is what the journal allows; a match begun meanwhile may still prevent it. Commands older than
    the newest dozen lines are not offered; `find_undo_obstacle` checks any.
    """
    source = source or JournalSource(event)
    rows = entries_of(event)[:limit] if entries is None else entries
    return _make_lines(event, _load_marks(source), rows, names, source)


def get_public_lines(
    event: Event,
    limit: int | None = None,
    *,
    entries: Sequence[JournalEntry] | None = None,
    source: JournalSource | None = None,
    is_director: bool = False,
) -> list[PublicLine]:
    """Return the newest `limit` lines (default: all), or those of `entries`, in their public form.

    Three queries, and one if an older line was undone. Players on changed draw lines, and those who did not
    agree to be listed, are named once the draw is published; a director reads the latter at any time.
    """
    source = source or JournalSource(event)
    undone_entries = find_undone_entries(source.rows, source.void)
    marks = JournalMarks(source.void, frozenset(), undone_entries=undone_entries)
    rows = entries_of(event)[:limit] if entries is None else entries
    unlisted_players = [] if is_director else find_unlisted_players(event)
    unlisted_entries = event.entries.filter(player__in=unlisted_players)
    unlisted = set(unlisted_entries.values_list("number", flat=True))
    names = {number: name for number, name in source.entry_names.items() if number not in unlisted}
    lines = _make_lines(event, marks, rows, names, source, is_public=True)
    return [make_public_line(line) for line in lines]


def _make_lines(
    event: Event,
    marks: JournalMarks,
    entries: Iterable[JournalEntry],
    names: Mapping[int, str] | None,
    source: JournalSource,
    *,
    is_public: bool = False,
) -> list[JournalLine]:
    entry_list = list(entries)
    lines_by_seq: dict[int, JournalLine] = {}
    older_entries = list(_get_older_undone(event, entry_list))
    entry_names = source.entry_names if names is None else names
    line_names = _load_names(event, [*older_entries, *entry_list], entry_names)
    public_names = replace(line_names, entries={})
    former_entries = load_former_entries(marks.undone_entries)
    consequences = get_journal_consequences(event, source.rows)
    for entry in (*older_entries, *sorted(entry_list, key=lambda entry: entry.seq)):
        lines_by_seq[entry.seq] = JournalLine(
            entry=entry,
            facts=_line_context(
                entry,
                public_names
                if is_public and _changes_draft(event, entry)
                else line_names.at(entry.seq, former_entries),
            ),
            is_undone=entry.seq in marks.void,
            may_undo=entry.command in marks.undoable,
            undid=lines_by_seq.get(entry.undoes) if entry.undoes else None,
            consequences=describe_consequences(
                consequences.by_seq.get(entry.seq, ()), line_names.at(entry.seq, former_entries).entries
            ),
            replaced_by=consequences.replaced_by.get(entry.seq),
        )
    return [lines_by_seq[entry.seq] for entry in entry_list]


def _changes_draft(event: Event, entry: JournalEntry) -> bool:
    """Return whether a line changed an unpublished draw."""
    if entry.kind != "relined":
        return False
    flight_info = events.get_overview(event).flight_infos.get(entry.payload["flight"])
    return flight_info is None or not flight_info.is_published


def _get_older_undone(event: Event, entries: Sequence[JournalEntry]) -> Iterable[JournalEntry]:
    """Return the undone lines older than these, and those that such lines undid; a query for each step."""
    listed_seqs = {entry.seq for entry in entries}
    wanted_seqs = {entry.undoes for entry in entries if entry.undoes} - listed_seqs
    older_entries: dict[int, JournalEntry] = {}
    while wanted_seqs:
        rows = list(JournalEntry.objects.filter(event=event, seq__in=wanted_seqs))
        older_entries |= {row.seq: row for row in rows}
        undone_seqs = {row.undoes for row in rows if row.undoes}
        wanted_seqs = undone_seqs - listed_seqs - older_entries.keys()
    return [older_entries[seq] for seq in sorted(older_entries)]


def describe_command(event: Event, command: int) -> str:
    """Describe what a command did. Two queries, plus one per line it refers to."""
    source = JournalSource(event)

    def to_line(entry: JournalEntry) -> JournalLine:
        undid = to_line(event.journal.get(seq=entry.undoes)) if entry.undoes else None
        names = _load_names(event, [entry], source.entry_names).at(entry.seq, source.former_entries)
        facts = _line_context(entry, names)
        return JournalLine(entry, facts, is_undone=False, may_undo=False, undid=undid)

    return describe_line(get_naming_line([to_line(entry) for entry in event.journal.filter(command=command)]))


def describe_line(line: JournalLine) -> str:
    """Describe a line without line numbers; an undo line names what it undid."""
    if line.undid:
        line, times = _get_original_line(line)
        template = gettext("Undone: %(line)s") if times % 2 else gettext("Redone: %(line)s")
        return template % {"line": describe_line(line)}
    if line.entry.kind == "settled":
        return str(line.facts["result"])
    if line.entry.kind == "corrected":
        return gettext("Corrected: %(result)s") % {"result": line.facts["result"]}
    if line.facts.get("is_closing"):
        return gettext("No more mini brackets")
    return format_sentence(line.entry.kind, line.facts)


def format_sentence(kind: str, facts: Mapping[str, object]) -> str:
    """Return the translated sentence of a kind of row, with its values."""
    return gettext(KINDS[kind].sentence) % BlankContext(facts)


def _get_original_line(line: JournalLine) -> tuple[JournalLine, int]:
    """Return the line at the start of a chain of undo lines, and the length of the chain."""
    times = 0
    while line.undid:
        line, times = line.undid, times + 1
    return line, times


def _load_marks(source: JournalSource) -> JournalMarks:
    """Return the data derived from the journal, cached per version of the event."""
    event = source.event
    key = f"journal-line-marks:{event.draw_commitment}:{event.version}"
    cached_marks: JournalMarks | None = cache.get(key)
    if cached_marks is None:
        commands = commands_of(source.rows)
        undoable = undoable_commands(source.rows) & set(commands.live)
        undone_entries = find_undone_entries(source.rows, source.void)
        cached_marks = JournalMarks(source.void, undoable, commands, undone_entries)
        cache.set(key, cached_marks, CACHE_SECONDS)
    return cached_marks


def find_undo_obstacle(event: Event, command: int) -> Refusal | None:
    """Return why a command cannot be undone, None if it can.

    `undo.undoable_commands` tests the same for the newest commands at once, without the reason.
    """
    rows = event_state.get_journal_rows(event)
    try:
        state_without(rows, *lines_of(rows, command))
    except Refusal as refusal:
        return refusal
    return None


@dataclass(frozen=True, slots=True)
class _LineNames:
    """What lines are described with: names of entries by number, players of boards by pairing, and the
    numbers of the lines that close a series of mini brackets, and names of the flights that lines name."""

    entries: Mapping[int, str]
    board_players: Mapping[str, tuple[str, str]]
    closing_seqs: frozenset[int]
    flights: Mapping[str, str]
    dated_matches: Mapping[str, str]

    def at(self, seq: int, former_entries: FormerEntries) -> "_LineNames":
        """Return the names that the line of this number has for entries that are gone."""
        return replace(self, entries=former_entries.get_names(seq, self.entries))


def _load_names(
    event: Event, entries: Collection[JournalEntry], entry_names: Mapping[int, str]
) -> _LineNames:
    """Return what these lines are described with.

    A query each for team boards, for mini brackets, and for matches with a deadline of their own.
    """
    return _LineNames(
        entry_names,
        _board_players(event, entries),
        _find_closing_seqs(event, entries),
        _get_flight_names(event, entries),
        _name_dated_matches(event, entries),
    )


def _name_dated_matches(event: Event, entries: Iterable[JournalEntry]) -> dict[str, str]:
    """Return the players of the matches whose deadline these lines set, by pairing; one query if any."""
    labels = {entry.payload.get("pairing") for entry in entries if entry.kind == "dated"} - {None}
    if not labels:
        return {}
    rows = Pairing.objects.filter(event=event, label__in=labels)
    names = rows.values_list("label", "white_entry__player__name", "black_entry__player__name")
    return {label: " – ".join(filter(None, (white, black))) for label, white, black in names}


def _get_flight_names(event: Event, entries: Iterable[JournalEntry]) -> dict[str, str]:
    flights = {entry.payload["flight"] for entry in entries if entry.payload.get("flight")}
    overview = events.get_overview(event) if flights else None
    return {flight: overview.get_flight_name(flight) for flight in flights} if overview else {}


def _find_closing_seqs(event: Event, entries: Iterable[JournalEntry]) -> frozenset[int]:
    """Return the lines whose plan only lacks the open mini bracket of the plan before."""
    if not any(_list_rolling_keys(entry.payload) for entry in entries if entry.kind == PLANNED):
        return frozenset()
    plans = event.journal.filter(kind=PLANNED).order_by("seq").values_list("seq", "payload")
    keys = [(seq, _list_rolling_keys(payload)) for seq, payload in plans]
    return frozenset(seq for (_, before), (seq, after) in pairwise(keys) if after and after == before[:-1])


def _list_rolling_keys(payload: Mapping[str, Any]) -> list[str]:
    """Return the keys of the mini brackets of a series in a plan."""
    return [stage["key"] for stage in payload["stages"] if ROLLING in stage["options"]]


def _board_players(event: Event, entries: Iterable[JournalEntry]) -> dict[str, tuple[str, str]]:
    """Return the players of team boards in these lines, by pairing; one query if there are any."""
    labels = [
        entry.payload["pairing"] for entry in entries if CONTEXT_BY_KIND.get(entry.kind) is get_result_context
    ]
    boards = {label for label in labels if meeting_of(label) != label}
    if not boards:
        return {}
    rows = Pairing.objects.filter(event=event, label__in=boards)
    people = rows.values_list("label", "white_player__name", "black_player__name")
    return {label: (white, black) for label, white, black in people if white and black}


def _board_context(
    payload: Mapping[str, Any], names: Mapping[int, str], players: tuple[str, str]
) -> dict[str, Any]:
    """Return the context of a team board result: board, teams and players."""
    teams = [get_entry_name(names, payload[side]) for side in ("white", "black")]
    by_entry = dict(zip((payload["white"], payload["black"]), players, strict=True))
    parameters = {
        "number": board_of(payload["pairing"]),
        "teams": " – ".join(teams),
        "result": get_result_text(payload, by_entry),
    }
    return {"result": gettext("Board %(number)s of %(teams)s: %(result)s") % parameters}


def _line_context(entry: JournalEntry, line_names: _LineNames) -> dict[str, Any]:
    """Return the values of the sentence of a line: those of any kind, then those of its own kind."""
    payload, names = entry.payload, line_names.entries
    context: dict[str, Any] = {name: payload[name] for name in PLAIN_FIELDS if name in payload}
    if "entry" in payload:
        context["name"] = get_entry_name(names, payload["entry"])
    if "entries" in payload:
        context["names"] = join_first_names(payload["entries"], names)
    if payload.get("flight"):
        context["stage"] = line_names.flights[payload["flight"]]
    get_context = CONTEXT_BY_KIND.get(entry.kind)
    context |= get_context(payload, names) if get_context else {}
    if payload.get("cause") in FIELD_CAUSES:
        context["cause"] = f"{context['stage']}, {context['cause']}"
    if entry.kind == "dated":
        subject = context.get("stage") or line_names.dated_matches.get(payload.get("pairing", ""), "")
        context["until"] = f"{subject} {context['until']}".lstrip()
    if entry.seq in line_names.closing_seqs:
        context["is_closing"] = True
    has_result = get_context is get_result_context
    players = line_names.board_players.get(payload.get("pairing", "")) if has_result else None
    return context | _board_context(payload, names, players) if players else context
