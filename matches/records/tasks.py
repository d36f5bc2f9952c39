"""Celery task of match files; it may run twice."""

from celery import shared_task

from matches.records.services import analyses


@shared_task
def analyse() -> None:
    """Analyse the next pending game, then enqueue the task again.

    One game per task, so that other tasks get a turn.
    """
    if analyses.analyse_next_game():
        analyses.enqueue()
