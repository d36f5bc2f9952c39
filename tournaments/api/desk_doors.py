"""The desk for programs: entries, presence, stages and rounds, corrections, the room, small knockouts."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter

from matches.api.shapes_out import MatchOut
from matches.models import Match, Player
from matches.queries import sheets
from matches.services import badges, desks, reporting
from matches.services.badges import Issued
from rules.errors import Refusal
from tournaments.api import shapes_desk as shapes
from tournaments.api.deeds import Asked, Deed, Look, anybody, event_path
from tournaments.api.loading import found
from tournaments.desk_lines import LONGEST
from tournaments.forms import desk as forms
from tournaments.forms import draws as draw_forms
from tournaments.models import Entry, Event, JournalEntry
from tournaments.permissions import may_direct
from tournaments.queries import finding, journal
from tournaments.services import entries, presence
from tournaments.services.tables import furnish

At = Asked[Event]


def entry_of(at: At, number: int) -> Entry:
    """An entry of the event by its number, or 404."""
    rows = Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk")
    return found(rows.filter(event=at.of, number=number).first())


def match_of(at: At, code: str) -> Match:
    """A match at the desk of the event, or 404."""
    match = sheets.match_by_code(code)
    if match is None or match.desk_id != at.of.tournament.desk_id:
        raise Refusal("match_absent")
    return match


def _withdraw(at: At) -> JournalEntry:
    return entries.withdraw(entry=entry_of(at, at.said["entry"]), **at.signed)


def _describe(at: At) -> JournalEntry:
    number = entry_of(at, at.at["number"]).number
    return entries.describe(event=at.of, particulars={number: at.form.particulars}, **at.signed)


def _note(at: At) -> JournalEntry:
    number = at.said["entry"]
    if number is None:
        return presence.note_everybody(event=at.of, **at.signed)
    entry_of(at, number)
    return presence.note(event=at.of, entries=[number], presence=at.said["presence"], **at.signed)


def _step_in(at: At) -> JournalEntry:
    absent, alternate = (entry_of(at, at.said[name]).number for name in ("absent", "alternate"))
    return presence.replace_absent(
        event=at.of, absent=absent, alternate=alternate, flight=at.said["flight"], **at.signed
    )


def _badge(at: At) -> Issued:
    holder = _holder(entry_of(at, at.said["entry"]), at.said["member"])
    return badges.issue(desk=at.of.tournament.desk, player=holder, by=at.by)


def _holder(entry: Entry, member: str) -> Player:
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    chosen = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return found(chosen.first()).player


def _quick(at: At) -> Match:
    line = at.said["line"]
    if not line.scores:
        raise Refusal("request_invalid", "", problem="line")
    match, side = _meant(at, line)
    white, black = line.scores if side == "white" else line.scores[::-1]
    report = reporting.report(
        match=match, white_score=white, black_score=black, identity=at.identity, key=at.key
    )
    return found(sheets.match_by_code(report.match.code))


def _meant(at: At, line: Any) -> tuple[Match, str]:
    if line.letters:
        return finding.match_meant(at.of.tournament.desk, line.letters)
    match = finding.table_of(at.of, line.table)
    if match is None:
        raise Refusal("table_empty", table=line.table)
    return match, "white"


def _find(at: At) -> dict[str, Any]:
    asked = at.request.query_params.get("q", "").strip()[:LONGEST]
    return {"found": finding.entries_meant(at.of.tournament, asked) if asked else []}


def _journal(at: At) -> dict[str, Any]:
    """The newest lines: as the public page has them, and with their payloads for who directs the event."""
    limit = _limit(at)
    if not may_direct(at.account, at.of):
        return {"version": at.of.version, "lines": journal.public_lines(at.of, limit=limit)}
    lines = [
        {
            **asdict(journal.public_line(line)),
            "command": line.command,
            "payload": line.entry.payload,
            "may_undo": line.may_undo,
        }
        for line in journal.lines(at.of, limit=limit)
    ]
    return {"version": at.of.version, "lines": lines}


def _limit(at: At) -> int:
    asked = at.request.query_params.get("limit", "50")
    if not (asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) <= MOST_LINES):
        raise Refusal("request_invalid", "", problem="limit")
    return int(asked)


def _tables(at: At) -> Any:
    furnish(tournament=at.of.tournament, tables=at.said["count"], by=at.by)
    return _desk(at)


def _called(at: At) -> Any:
    table = found(at.of.tournament.desk.tables.filter(number=at.said["table"]).first())
    desks.label_table(table=table, label=at.said["label"], by=at.by)
    return _desk(at)


def _policy(at: At) -> Any:
    desks.set_policy(desk=at.of.tournament.desk, policy=at.said["policy"], by=at.by)
    return _desk(at)


def _times(at: At) -> Any:
    said = at.said
    desks.set_times(
        desk=at.of.tournament.desk,
        scale=said["scale"],
        final_after=said["final_after"],
        clock=said["clock"],
        by=at.by,
    )
    return _desk(at)


def _desk(at: At) -> Any:
    desk = at.of.tournament.desk
    desk.refresh_from_db()
    return desk


MOST_LINES = 500
LIMIT = OpenApiParameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": MOST_LINES, "default": 50}, description="Lines."
)
LETTERS = OpenApiParameter(
    "q", {"type": "string", "maxLength": LONGEST}, description="Beginnings of the words of a name."
)

urlpatterns = [
    event_path("desk/", Look(name="event_desk", find=_desk, answer=shapes.DeskOut,
        about="The house settings of the evening, and its tables.")),
    event_path("desk/tables/", Deed(name="event_furnish", form=forms.Room, act=_tables, answer=shapes.DeskOut,
        about="Put up the tables that are missing; waiting matches are called to them.")),
    event_path("desk/table/", Deed(name="event_name_table", form=forms.TableName, act=_called,
        answer=shapes.DeskOut, about='Call a table by a name ("Stream"), or by its number again.')),
    event_path("desk/policy/", Deed(name="event_set_policy", form=forms.House, act=_policy,
        answer=shapes.DeskOut, about="Change when a reported result counts.")),
    event_path("desk/times/", Deed(name="event_set_times", form=forms.Times, act=_times,
        answer=shapes.DeskOut,
        about="Change what coming late costs, when a report becomes final by itself, and the clock.")),
    event_path("desk/find/", Look(name="event_find", find=_find, answer=shapes.FindingOut, proofs=(LETTERS,),
        about="Whom letters may mean in all events of the evening, with their matches.")),
    event_path("desk/quick/", Deed(name="event_quick_result", form=forms.Quick, act=_quick, answer=MatchOut,
        about='A final score by table or name, as the box of the desk reads it: "4 7-3" or "ros 7-3".')),
    event_path("journal/", Look(name="event_journal", find=_journal, answer=shapes.JournalOut,
        right=anybody, proofs=(LIMIT,),
        about="The newest lines of the journal, as its public page has them; with payloads for directors.")),
    event_path("withdraw/", Deed(name="event_withdraw", form=forms.Withdrawal, act=_withdraw,
        about="Take an entry out of what is still to be played.")),
    event_path("entries/<int:number>/", Deed(name="event_describe_entry", form=draw_forms.Details,
        act=_describe, about="Put right what is known of an entry.")),
    event_path("badges/", Deed(name="event_issue_badge", shape=shapes.BadgeIn, act=_badge,
        answer=shapes.BadgeOut, about="Give an entry a new badge; the one before is worth nothing."),
        secrets=("token",)),
    event_path("presence/", Deed(name="event_note_presence", form=draw_forms.Presence, act=_note,
        about="Mark an entry as here, away, waiting or not said; without `entry` everybody as here.")),
    event_path("step-in/", Deed(name="event_step_in", form=draw_forms.StepIn, act=_step_in,
        about="Let somebody of the waiting list take the line of one who did not come.")),
]  # fmt: skip
