"""Celery tasks of matches; each calls one service and may run twice."""

from datetime import timedelta

from celery import shared_task

from matches.models.operations import ProcessKind
from matches.services import heartbeats, idempotency_keys, live, outbox, unanswered_reports


@shared_task
def deliver(*, outbox_id: int) -> None:
    """Deliver one outbox message; `sweep_outbox` retries it if that fails."""
    outbox.deliver_message(outbox_id=outbox_id)


@shared_task
def sweep_outbox() -> None:
    """Deliver all due outbox messages."""
    heartbeats.record_heartbeat(name=heartbeats.BEAT, kind=ProcessKind.BEAT)
    outbox.deliver_due_messages()


@shared_task
def finalise() -> None:
    """Settle matches whose report has waited long enough without an objection."""
    unanswered_reports.finalise_due_matches()


@shared_task
def prune() -> None:
    """Delete expired notices, outbox messages, stored responses and heartbeats."""
    live.prune(older_than=timedelta(days=1))
    outbox.prune(older_than=timedelta(days=30))
    idempotency_keys.prune_idempotency_keys()
    heartbeats.prune_heartbeats(older_than=timedelta(days=1))
