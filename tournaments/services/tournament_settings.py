"""Settings of a tournament and its events: renamed, moved, cancelled, archived and deleted."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match, User
from matches.services import desks, lifecycle, live
from matches.services.players import normalise_name
from matches.states import Status
from rules.errors import Refusal
from tournaments.models import Event, EventStatus, JournalEntry, Pairing, Tournament
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.queries import deletions
from tournaments.services import calling, clubs
from tournaments.services.journal import publish_change
from tournaments.services.locks import lock_tournament
from tournaments.signals import event_deleting, tournament_cancelled, tournament_deleting


@transaction.atomic
def update_tournament(*, tournament: Tournament, name: str, starts_at: datetime, by: User) -> Tournament:
    """Change the name and the start of a tournament; its address stays.

    An event of the same name is renamed with it. Raises `tournament_archived`, and errors of names.
    """
    tournament, events = _lock(tournament, by)
    _check_not_archived(tournament)
    previous_name, new_name = tournament.name, normalise_name(name)
    if (previous_name, tournament.starts_at) == (new_name, starts_at):
        return tournament
    tournament.name, tournament.starts_at = new_name, starts_at
    tournament.save(update_fields=["name", "starts_at"])
    desks.rename_desk(desk=tournament.desk, name=new_name, by=SYSTEM)
    Event.objects.filter(tournament=tournament, name=previous_name).update(name=new_name)
    _log(tournament, "tournament_changed", by, name=new_name)
    _publish(tournament, events)
    return tournament


@transaction.atomic
def rename_event(*, event: Event, name: str, by: User) -> Event:
    """Rename an event; its address stays. Raises `tournament_archived`, and errors of names."""
    tournament, events = _lock(event.tournament, by)
    event = events[event.pk]
    _check_not_archived(tournament)
    previous_name, event.name = event.name, normalise_name(name)
    if event.name != previous_name:
        event.save(update_fields=["name"])
        _log(tournament, "event_renamed", by, was=previous_name, name=event.name)
        _publish(tournament, [event])
    return event


@transaction.atomic
def cancel_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Cancel a tournament: nothing is entered or played any more; called matches leave their tables.

    Raises `tournament_archived`, `matches_in_play`, and `tournament_over` if all its events are finished.
    """
    tournament, events = _lock(tournament, by)
    _check_not_archived(tournament)
    if tournament.cancelled_at is not None:
        return tournament
    if events and all(event.status == EventStatus.FINISHED for event in events.values()):
        raise Refusal("tournament_over", name=tournament.name)
    _close(tournament, events.values(), "cancelled_at", "tournament_cancelled", by)
    tournament_cancelled.send(sender=Tournament, tournament=tournament)
    return tournament


@transaction.atomic
def reinstate_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Reinstate a cancelled tournament and call the matches that wait. Raises `tournament_archived`."""
    tournament, events = _lock(tournament, by)
    _check_not_archived(tournament)
    return _reopen(tournament, events.values(), "cancelled_at", "tournament_reinstated", by)


@transaction.atomic
def archive_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Archive a tournament: it becomes read-only and leaves the lists. Raises `matches_in_play`."""
    tournament, events = _lock(tournament, by)
    if tournament.archived_at is not None:
        return tournament
    return _close(tournament, events.values(), "archived_at", "tournament_archived", by)


@transaction.atomic
def restore_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Restore a tournament from the archive."""
    tournament, events = _lock(tournament, by)
    return _reopen(tournament, events.values(), "archived_at", "tournament_restored", by)


@transaction.atomic
def cancel_event(*, event: Event, by: User) -> Event:
    """Cancel an event: nothing is entered or played any more; called matches leave their tables.

    Raises `tournament_archived`, `tournament_cancelled`, `matches_in_play`, and `event_over` for a finished
    event.
    """
    tournament, events = _lock(event.tournament, by)
    event = events[event.pk]
    must_be_active(tournament)
    if event.cancelled_at is not None:
        return event
    if event.status == EventStatus.FINISHED:
        raise Refusal("event_over", name=event.name)
    _clear_tables([event])
    event.cancelled_at = timezone.now()
    event.save(update_fields=["cancelled_at"])
    _log(tournament, "event_cancelled", by, name=event.name)
    # The tables of its called matches are free for other events.
    calling.call_waiting(tournament=tournament)
    _publish(tournament, [event])
    return event


@transaction.atomic
def reinstate_event(*, event: Event, by: User) -> Event:
    """Reinstate a cancelled event and call the matches that wait.

    Raises `tournament_archived`, `tournament_cancelled`.
    """
    tournament, events = _lock(event.tournament, by)
    event = events[event.pk]
    must_be_active(tournament)
    if event.cancelled_at is not None:
        event.cancelled_at = None
        event.save(update_fields=["cancelled_at"])
        _log(tournament, "event_reinstated", by, name=event.name)
        calling.call_waiting(tournament=tournament)
        _publish(tournament, [event])
    return event


@transaction.atomic
def delete_event(*, event: Event, by: User) -> None:
    """Delete an event with its entries, its draw, its activity log and its unplayed matches.

    Raises `tournament_archived`, the first obstacle (see `queries.deletions`), and `still_in_use` if anything
    else refers to it.
    """
    tournament, events = _lock(event.tournament, by)
    event = events[event.pk]
    _check_not_archived(tournament)
    _delete_event(event)
    _log(tournament, "event_deleted", by, name=event.name)
    calling.call_waiting(tournament=tournament)
    _publish(tournament, ())


@transaction.atomic
def delete_tournament(*, tournament: Tournament, by: User) -> None:
    """Delete a tournament with its events, tables, badges and announcements.

    Raises what `delete_event` does.
    """
    tournament, events = _lock(tournament, by)
    _check_not_archived(tournament)
    for obstacle in deletions.preview_tournament_deletion(tournament).obstacles:
        raise obstacle
    for event in events.values():
        _delete_event(event)
    club, desk, name = tournament.club, tournament.desk, tournament.name
    tournament_deleting.send(sender=Tournament, tournament=tournament)
    try:
        lifecycle.delete_unplayed(matches=Match.objects.filter(desk=desk), by=SYSTEM)
        tournament.delete()
        desks.delete_desk(desk=desk, by=SYSTEM)
    except ProtectedError as error:
        raise Refusal("still_in_use", name=name) from error
    clubs.log_action(club=club, kind="tournament_deleted", by=by, about={"name": name})
    live.publish(topic=f"club:{club.pk}", kind="club", data={"club": club.pk})


def _lock(tournament: Tournament, by: User) -> tuple[Tournament, dict[int, Event]]:
    """Return the tournament and its events under their locks; `by` must direct it."""
    must_direct(by, tournament)
    must_be_open(tournament.club)
    events = lock_tournament(tournament.pk)
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("club", "desk")
    return rows.get(pk=tournament.pk), events


def _check_not_archived(tournament: Tournament) -> None:
    if tournament.archived_at is not None:
        raise Refusal("tournament_archived", name=tournament.name)


def _clear_tables(events: Iterable[Event]) -> None:
    """Take the called matches of events from their tables. Raises `matches_in_play`."""
    events = list(events)
    for event in events:
        if deletions.has_matches_in_play(event):
            raise Refusal("matches_in_play", name=event.name)
    called = Match.objects.filter(pairing__event__in=events, status=Status.CALLED.value)
    for match in called.order_by("pk"):
        lifecycle.cancel_call(match=match, by=SYSTEM)


def _close(tournament: Tournament, events: Iterable[Event], field: str, kind: str, by: User) -> Tournament:
    _clear_tables(events)
    setattr(tournament, field, timezone.now())
    tournament.save(update_fields=[field])
    _log(tournament, kind, by, name=tournament.name)
    _publish(tournament, events)
    return tournament


def _reopen(tournament: Tournament, events: Iterable[Event], field: str, kind: str, by: User) -> Tournament:
    if getattr(tournament, field) is not None:
        setattr(tournament, field, None)
        tournament.save(update_fields=[field])
        _log(tournament, kind, by, name=tournament.name)
        calling.call_waiting(tournament=tournament)
        _publish(tournament, events)
    return tournament


def _delete_event(event: Event) -> None:
    for obstacle in deletions.preview_event_deletion(event).obstacles:
        raise obstacle
    matches = deletions.matches_of(event)
    event_deleting.send(sender=Event, event=event)
    try:
        Pairing.objects.filter(event=event).delete()
        JournalEntry.objects.filter(event=event).delete()
        Event.objects.filter(pk=event.pk).delete()
        lifecycle.delete_unplayed(matches=matches, by=SYSTEM)
    except ProtectedError as error:
        raise Refusal("still_in_use", name=event.name) from error


def _log(tournament: Tournament, kind: str, by: User, **about: str) -> None:
    clubs.log_action(club=tournament.club, kind=kind, by=by, about={**about, "evening": tournament.slug})


def _publish(tournament: Tournament, events: Iterable[Event] | dict[int, Event]) -> None:
    """Notify the open pages of events and of the club."""
    for event in events.values() if isinstance(events, dict) else events:
        publish_change(event)
    live.publish(topic=f"club:{tournament.club_id}", kind="club", data={"club": tournament.club_id})
