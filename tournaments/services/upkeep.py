"""What the host does with work that failed: try it again, or give it up."""

from django.db import transaction

from matches.models import User
from matches.services import outbox
from rules.errors import Refusal
from tournaments.permissions import must_host


@transaction.atomic
def try_again(*, row: int, by: User) -> None:
    """Do owed work at once, given up or not. Raises `host_only`, `work_done`."""
    must_host(by)
    if not outbox.retry_message(outbox_id=row):
        raise Refusal("work_done")


@transaction.atomic
def give_up(*, row: int, by: User) -> None:
    """Leave work that was tried in vain undone. Raises `host_only`, `work_done`."""
    must_host(by)
    if not outbox.abandon_message(outbox_id=row):
        raise Refusal("work_done")
