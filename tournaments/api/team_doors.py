"""Teams for programs: who is in them, their meetings, line-ups by captains and by the desk."""

from typing import Any

from django.db.models import Prefetch
from django.http import Http404

from matches.api.authentication import PROOFS
from tournaments.api import shapes_teams as shapes
from tournaments.api.deeds import Asked, Deed, Look, anybody, event_path
from tournaments.api.loading import entry_of, found
from tournaments.forms import teams as team_forms
from tournaments.models import Entry, Event, JournalEntry, Takes, TeamMember
from tournaments.permissions import may_captain, may_direct
from tournaments.queries import team_meetings
from tournaments.queries.team_meetings import Meeting
from tournaments.services import teams as services

At = Asked[Event]


def _meeting(at: At) -> Meeting:
    is_of_teams = at.of.takes == Takes.TEAMS.value
    return found(team_meetings.meeting(at.of, at.at["label"]) if is_of_teams else None)


def _team(at: At, meeting: Meeting) -> Entry:
    here = {one.number for one in (meeting.pairing.white_entry, meeting.pairing.black_entry) if one}
    if at.said["entry"] not in here:
        raise Http404
    return entry_of(at, at.said["entry"])


def _teams(at: At) -> dict[str, Any]:
    if at.of.takes != Takes.TEAMS.value:
        raise Http404
    people = TeamMember.objects.select_related("player").order_by("position", "pk")
    rows = Entry.objects.filter(event=at.of).select_related("player").order_by("number")
    return {"teams": rows.prefetch_related(Prefetch("members", queryset=people))}


def _man(at: At) -> JournalEntry:
    if at.of.takes != Takes.TEAMS.value:
        raise Http404
    entry = entry_of(at, at.at["number"])
    return services.man(entry=entry, names=at.said["names"], **at.signed)


def _line_up(at: At) -> dict[str, bool]:
    meeting = _meeting(at)
    entry = _team(at, meeting)
    identity = at.identity
    if not may_direct(identity.user, at.of) and not may_captain(identity, entry):
        raise Http404
    is_open = services.hand_in(
        pairing=meeting.pairing, entry=entry, codes=at.said["boards"], identity=identity
    )
    return {"is_open": is_open}


def _open(at: At) -> JournalEntry:
    return services.open_line_ups(pairing=_meeting(at).pairing, by=at.by, key=at.key)


def _seat_anew(at: At) -> JournalEntry:
    meeting = _meeting(at)
    sides = {_team(at, meeting).number: at.said["boards"]}
    return services.seat_anew(pairing=meeting.pairing, sides=sides, **at.signed)


def _play_off(at: At) -> JournalEntry:
    sides = {side: at.said[side] for side in ("white", "black")}
    return services.seat_play_off(pairing=_meeting(at).pairing, **sides, **at.signed)


urlpatterns = [
    event_path("teams/", Look(name="event_teams", find=_teams, answer=shapes.TeamsOut, right=anybody,
        about="The teams of an event with their members in board order.")),
    event_path("teams/<int:number>/", Deed(name="event_man_team", form=team_forms.People, act=_man,
        about='Who is in a team: a name a line in board order, the captain marked "(c)".')),
    event_path("meetings/<slug:label>/", Look(name="event_meeting", find=_meeting, answer=shapes.MeetingOut,
        right=anybody, about="A meeting of two teams with its boards.")),
    event_path("meetings/<slug:label>/line-up/", Deed(name="event_hand_in_line_up", shape=shapes.LineUpIn,
        act=_line_up, answer=shapes.LineUpOut, right=anybody, proofs=tuple(PROOFS),
        about="A captain, or the desk for him, hands a line-up in; it is sealed until both are.")),
    event_path("meetings/<slug:label>/open/", Deed(name="event_open_line_ups", form=team_forms.Opening,
        act=_open, about="Open a meeting; a team that handed nothing in sits in its board order.")),
    event_path("meetings/<slug:label>/seats/", Deed(name="event_seat_anew", shape=shapes.LineUpIn,
        act=_seat_anew, about="A reserve comes in, or a team names who plays one more board.")),
    event_path("meetings/<slug:label>/play-off/", Deed(name="event_seat_play_off", form=team_forms.PlayOff,
        act=_play_off, about="Two play one more board of a meeting with equal boards.")),
]  # fmt: skip
