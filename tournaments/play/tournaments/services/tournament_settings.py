"""Settings of tournaments and events: change name and days, cancel, archive and delete."""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from matches.actors import SYSTEM
from matches.messages.stored_reasons import IMPORT_WITHDRAWN
from matches.models import Match, User
from matches.services import desks, imported_results, lifecycle, live
from matches.services.players import normalise_name
from matches.states import Status
from rules.errors import Refusal
from tournaments import club_log
from tournaments.club_log import log_change
from tournaments.locks import lock_tournament
from tournaments.models import Event, EventStatus, JournalEntry, Pairing, Tournament
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.play.event_journal.services.journal import publish_change
from tournaments.play.schedule.services import breaks, calling
from tournaments.play.tournaments.queries import deletions
from tournaments.play.tournaments.services.event_names import check_event_name
from tournaments.signals import event_deleting, matches_deleting, tournament_cancelled, tournament_deleting


@transaction.atomic
def update_tournament(
    *, tournament: Tournament, name: str, starts_at: datetime, ends_on: date | None, by: User
) -> Tournament:
    """Change the name and the days of a tournament; its address stays.

    An event of the same name is renamed with it. Raises `tournament_archived`, `tournament_ends_early`, and
    errors of names.
    """
    tournament, events = lock_tournament_and_events(tournament, by)
    must_not_be_archived(tournament)
    previous_name, new_name = tournament.name, normalise_name(name)
    if (previous_name, tournament.starts_at, tournament.ends_on) == (new_name, starts_at, ends_on):
        return tournament
    check_last_day(starts_at, ends_on)
    tournament.name, tournament.starts_at, tournament.ends_on = new_name, starts_at, ends_on
    tournament.save(update_fields=["name", "starts_at", "ends_on"])
    desks.rename_desk(desk=tournament.desk, name=new_name, by=SYSTEM)
    Event.objects.filter(tournament=tournament, name=previous_name).update(name=new_name)
    log_change(tournament, "tournament_changed", by, name=new_name)
    breaks.follow_changed_start(tournament=tournament, by=by)
    publish_changes(tournament, events)
    return tournament


@transaction.atomic
def rename_event(*, event: Event, name: str, by: User) -> Event:
    """Rename an event; its address stays.

    Raises `tournament_archived`, `event_name_taken`, and errors of names.
    """
    tournament, events = lock_tournament_and_events(event.tournament, by)
    event = events[event.pk]
    must_not_be_archived(tournament)
    previous_name, event.name = event.name, normalise_name(name)
    if event.name != previous_name:
        check_event_name(tournament=tournament, name=event.name, event=event)
        event.save(update_fields=["name"])
        log_change(tournament, "event_renamed", by, was=previous_name, name=event.name)
        publish_changes(tournament, [event])
    return event


@transaction.atomic
def cancel_tournament(*, tournament: Tournament, by: User, reason: str = "") -> Tournament:
    """Cancel a tournament: nothing is entered or played any more; called matches leave their tables.

    The reason is public and in the e-mails. Raises `tournament_archived`, `matches_in_play`, and
    `tournament_over` if all its events are finished.
    """
    tournament, events = lock_tournament_and_events(tournament, by)
    must_not_be_archived(tournament)
    if tournament.cancelled_at is not None:
        return tournament
    if events and all(event.status == EventStatus.FINISHED for event in events.values()):
        raise Refusal("tournament_over", name=tournament.name)
    tournament.cancel_reason = reason.strip()
    tournament.save(update_fields=["cancel_reason"])
    _close(tournament, events.values(), "cancelled_at", "tournament_cancelled", by)
    tournament_cancelled.send(sender=Tournament, tournament=tournament)
    return tournament


@transaction.atomic
def reinstate_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Reinstate a cancelled tournament and call the matches that wait. Raises `tournament_archived`."""
    tournament, events = lock_tournament_and_events(tournament, by)
    must_not_be_archived(tournament)
    tournament.cancel_reason = ""
    tournament.save(update_fields=["cancel_reason"])
    return _reopen(tournament, events.values(), "cancelled_at", "tournament_reinstated", by)


@transaction.atomic
def archive_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Archive a tournament: it becomes read-only and leaves the lists. Raises `matches_in_play`."""
    tournament, events = lock_tournament_and_events(tournament, by)
    if tournament.archived_at is not None:
        return tournament
    return _close(tournament, events.values(), "archived_at", "tournament_archived", by)


@transaction.atomic
def restore_tournament(*, tournament: Tournament, by: User) -> Tournament:
    """Restore a tournament from the archive."""
    tournament, events = lock_tournament_and_events(tournament, by)
    return _reopen(tournament, events.values(), "archived_at", "tournament_restored", by)


@transaction.atomic
def cancel_event(*, event: Event, by: User, reason: str = "") -> Event:
    """Cancel an event: nothing is entered or played any more; called matches leave their tables.

    The reason is public. Raises `tournament_archived`, `tournament_cancelled`, `matches_in_play`, and
    `event_over` for a finished event.
    """
    tournament, events = lock_tournament_and_events(event.tournament, by)
    event = events[event.pk]
    must_be_active(tournament)
    if event.cancelled_at is not None:
        return event
    if event.status == EventStatus.FINISHED:
        raise Refusal("event_over", name=event.name)
    _clear_tables([event])
    event.cancelled_at, event.cancel_reason = timezone.now(), reason.strip()
    event.save(update_fields=["cancelled_at", "cancel_reason"])
    log_change(tournament, "event_cancelled", by, name=event.name)
    # The tables of its called matches are free for other events.
    calling.call_waiting(tournament=tournament)
    publish_changes(tournament, [event])
    return event


@transaction.atomic
def reinstate_event(*, event: Event, by: User) -> Event:
    """Reinstate a cancelled event and call the matches that wait.

    Raises `tournament_archived`, `tournament_cancelled`.
    """
    tournament, events = lock_tournament_and_events(event.tournament, by)
    event = events[event.pk]
    must_be_active(tournament)
    if event.cancelled_at is not None:
        event.cancelled_at, event.cancel_reason = None, ""
        event.save(update_fields=["cancelled_at", "cancel_reason"])
        log_change(tournament, "event_reinstated", by, name=event.name)
        calling.call_waiting(tournament=tournament)
        publish_changes(tournament, [event])
    return event


@transaction.atomic
def delete_event(*, event: Event, by: User) -> None:
    """Delete an event with its entries, its draw, its activity log and its matches.

    Only an imported event is deleted with its results; these no longer count for ratings and seasons.
    Raises `tournament_archived`, the first obstacle (see `queries.deletions`), and `still_in_use` if anything
    else refers to it.
    """
    tournament, events = lock_tournament_and_events(event.tournament, by)
    event = events[event.pk]
    must_not_be_archived(tournament)
    _delete_event(event, by)
    log_change(tournament, "event_deleted", by, name=event.name)
    calling.call_waiting(tournament=tournament)
    publish_changes(tournament, ())


@transaction.atomic
def delete_tournament(*, tournament: Tournament, by: User) -> None:
    """Delete a tournament with its events, tables, badges and announcements.

    Raises what `delete_event` does.
    """
    tournament, events = lock_tournament_and_events(tournament, by)
    must_not_be_archived(tournament)
    for obstacle in deletions.preview_tournament_deletion(tournament).obstacles:
        raise obstacle
    for event in events.values():
        _delete_event(event, by)
    club, desk, name = tournament.club, tournament.desk, tournament.name
    tournament_deleting.send(sender=Tournament, tournament=tournament)
    # Matches that the desk has voided belong to no event any more; they may have been rated before.
    remaining_matches = list(Match.objects.filter(desk=desk))
    try:
        matches_deleting.send(sender=Match, matches=[match.pk for match in remaining_matches])
        lifecycle.delete_unplayed(matches=remaining_matches, by=SYSTEM)
        tournament.delete()
        desks.delete_desk(desk=desk, by=SYSTEM)
    except ProtectedError as error:
        raise Refusal("still_in_use", name=name) from error
    club_log.log_action(club=club, kind="tournament_deleted", by=by, about={"name": name})
    live.publish(topic=f"club:{club.pk}", kind="club", data={"club": club.pk})


def lock_tournament_and_events(tournament: Tournament, by: User) -> tuple[Tournament, dict[int, Event]]:
    """Return the tournament and its events under their locks; `by` must direct it."""
    must_direct(by, tournament)
    must_be_open(tournament.club)
    events = lock_tournament(tournament.pk)
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("club", "desk")
    return rows.get(pk=tournament.pk), events


def must_not_be_archived(tournament: Tournament) -> None:
    """Raise `tournament_archived` for an archived tournament."""
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
    """Set the time `field` of a tournament; `kind` is that of the line in the audit log."""
    _clear_tables(events)
    setattr(tournament, field, timezone.now())
    tournament.save(update_fields=[field])
    log_change(tournament, kind, by, name=tournament.name)
    publish_changes(tournament, events)
    return tournament


def _reopen(tournament: Tournament, events: Iterable[Event], field: str, kind: str, by: User) -> Tournament:
    """Clear the time `field` of a tournament; `kind` is that of the line in the audit log."""
    if getattr(tournament, field) is not None:
        setattr(tournament, field, None)
        tournament.save(update_fields=[field])
        log_change(tournament, kind, by, name=tournament.name)
        calling.call_waiting(tournament=tournament)
        publish_changes(tournament, events)
    return tournament


def _delete_event(event: Event, by: User) -> None:
    deletion = deletions.preview_event_deletion(event)
    for obstacle in deletion.obstacles:
        raise obstacle
    matches = deletions.matches_of(event)
    event_deleting.send(sender=Event, event=event)
    if deletion.results:
        imported_results.void_matches(
            matches=Match.objects.filter(pk__in=[match.pk for match in matches]),
            actor=by.get_username(),
            reason=IMPORT_WITHDRAWN,
        )
    try:
        Pairing.objects.filter(event=event).delete()
        JournalEntry.objects.filter(event=event).delete()
        matches_deleting.send(sender=Match, matches=[match.pk for match in matches])
        Event.objects.filter(pk=event.pk).delete()
        lifecycle.delete_unplayed(matches=matches, by=SYSTEM)
    except ProtectedError as error:
        raise Refusal("still_in_use", name=event.name) from error


def publish_changes(tournament: Tournament, events: Iterable[Event] | dict[int, Event]) -> None:
    """Notify the open pages of events and of the club."""
    for event in events.values() if isinstance(events, dict) else events:
        publish_change(event)
    live.publish(topic=f"club:{tournament.club_id}", kind="club", data={"club": tournament.club_id})


def check_last_day(starts_at: datetime, ends_on: date | None) -> None:
    """Raise `tournament_ends_early` for a last day before the first."""
    if ends_on is not None and ends_on < timezone.localdate(starts_at):
        raise Refusal("tournament_ends_early")
