"""Whether the background processes are alive, by their last heartbeats."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Heartbeat
from matches.models.operations import ProcessKind

# Three heartbeat intervals (`services.heartbeats.HEARTBEAT_INTERVAL`).
MISSED_AFTER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ProcessStatus:
    """The last heartbeats of the workers and of the beat; one not seen for `MISSED_AFTER` is missed."""

    workers: Sequence[Heartbeat]
    beat: Heartbeat | None
    now: datetime

    def is_missed(self, heartbeat: Heartbeat | None) -> bool:
        """Whether the heartbeat of a process is overdue."""
        return heartbeat is None or self.now - heartbeat.seen_at > MISSED_AFTER

    @property
    def worker_states(self) -> list[tuple[Heartbeat, bool]]:
        """Every worker, each with whether it is missed."""
        return [(worker, self.is_missed(worker)) for worker in self.workers]

    @property
    def is_healthy(self) -> bool:
        """Whether the beat and at least one worker are alive."""
        return not self.is_missed(self.beat) and any(not missed for _, missed in self.worker_states)


def get_process_status(now: datetime) -> ProcessStatus:
    """The status of all processes, in one query."""
    rows = list(Heartbeat.objects.order_by("-seen_at"))
    beats = [row for row in rows if row.kind == ProcessKind.BEAT]
    return ProcessStatus(
        [row for row in rows if row.kind == ProcessKind.WORKER], beats[0] if beats else None, now
    )
