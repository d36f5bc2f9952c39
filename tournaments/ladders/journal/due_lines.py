"""The lines of a ladder that a day makes due: challenges that expire, and idle members who lose a place."""

from collections.abc import Collection
from datetime import date, timedelta

from tournaments.ladders.journal import journal_lines
from tournaments.ladders.journal.journal_lines import NewLadderLine
from tournaments.ladders.journal.state import LadderState


def get_due_lines(
    state: LadderState, today: date, begun_challenges: Collection[int] = ()
) -> tuple[NewLadderLine, ...]:
    """Return the lines due by `today`: challenges that expire, idle members who lose a place.

    `begun_challenges` are the numbers of those whose match is in progress or waits for confirmation: they
    do not expire. To be called until it returns none, as applied lines can make others due.
    """
    expired = [
        NewLadderLine(
            journal_lines.EXPIRED,
            {"challenge": open_challenge.number, "day": _get_next_day(open_challenge.due).isoformat()},
        )
        for open_challenge in state.challenges.values()
        if open_challenge.is_open
        and open_challenge.number not in begun_challenges
        and open_challenge.due is not None
        and open_challenge.due < today
    ]
    return tuple(expired) or _get_idle_lines(state, today)


def _get_idle_lines(state: LadderState, today: date) -> tuple[NewLadderLine, ...]:
    """Return one line with all members who became idle on the earliest such day.

    A member with an open challenge does not become idle.
    """
    span = timedelta(days=state.rules.idle_days + 1)
    if not state.rules.idle_days:
        return ()
    idle_members_by_day: dict[date, list[int]] = {}
    for member in (state.members[number] for number in state.order):
        day = member.played_on + span
        if day <= today and state.challenge_of(member.number) is None:
            idle_members_by_day.setdefault(day, []).append(member.number)
    if not idle_members_by_day:
        return ()
    first = min(idle_members_by_day)
    return (
        NewLadderLine(
            journal_lines.IDLED, {"members": sorted(idle_members_by_day[first]), "day": first.isoformat()}
        ),
    )


def _get_next_day(day: date) -> date:
    return day + timedelta(days=1)
