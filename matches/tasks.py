"""Celery's way in: thin tasks that take ids and may run twice."""

from datetime import timedelta

from celery import shared_task

from matches.models.operations import Kind
from matches.services import live, operations, outbox, settling


@shared_task
def deliver(*, outbox_id: int) -> None:
    """Do the work of one outbox row; if it fails the sweep tries again later."""
    outbox.deliver_message(outbox_id=outbox_id)


@shared_task
def sweep_outbox() -> None:
    """Do all outbox work that is due."""
    operations.record_pulse(name=operations.BEAT, kind=Kind.BEAT)
    outbox.deliver_due_messages()


@shared_task
def finalise() -> None:
    """Make reported results final whose time is up and to which nobody objected."""
    settling.finalise_due_matches()


@shared_task
def prune() -> None:
    """Forget hints and answers nobody can still ask for, and work done long ago."""
    live.prune(older_than=timedelta(days=1))
    outbox.prune(older_than=timedelta(days=30))
    operations.prune_answers()
    operations.prune_pulses(older_than=timedelta(days=1))
