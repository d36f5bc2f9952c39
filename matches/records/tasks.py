"""Thin Celery tasks that may run twice."""

from celery import shared_task

from matches.records.services import analyses


@shared_task
def analyse() -> None:
    """Analyse the next pending game, if any; one a task, so that other work gets its turn."""
    if analyses.analyse_next_game():
        analyses.enqueue()
