"""Which processes of the house work in the background, as last seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Pulse
from matches.models.pulse import Kind

# Three pulses that did not come.
MISSED_AFTER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ProcessStatus:
    """The workers as last seen, and the beat; a process not seen for a minute is missed."""

    workers: Sequence[Pulse]
    beat: Pulse | None
    now: datetime

    def is_missed(self, pulse: Pulse | None) -> bool:
        """Whether a process should have been heard of by now."""
        return pulse is None or self.now - pulse.seen_at > MISSED_AFTER

    @property
    def seen(self) -> list[tuple[Pulse, bool]]:
        """Every worker, each with whether it is missed."""
        return [(worker, self.is_missed(worker)) for worker in self.workers]

    @property
    def is_well(self) -> bool:
        """Whether somebody works and the beat beats."""
        return not self.is_missed(self.beat) and any(not missed for _, missed in self.seen)


def get_process_status(now: datetime) -> ProcessStatus:
    """Everything that was ever seen, in one query."""
    rows = list(Pulse.objects.order_by("-seen_at"))
    beats = [row for row in rows if row.kind == Kind.BEAT]
    return ProcessStatus([row for row in rows if row.kind == Kind.WORKER], beats[0] if beats else None, now)
