"""Fill the index by which positions of transcripts are searched."""

from collections.abc import Iterator

from django.db import transaction

from matches.records.models import RecordedPosition, Transcript
from matches.records.positions import make_position_key
from rules.verdict import Verdict

# How many positions of one transcript are indexed at most.
MAX_POSITIONS = 5_000
BATCH_SIZE = 500
# Kinds of frames that can change the board; cube actions do not.
BOARD_KINDS = frozenset({"roll", "place", "condone"})


@transaction.atomic
def index_positions(*, transcript: Transcript, verdict: Verdict) -> int:
    """Write the positions of a transcript into the index, replacing earlier ones; return their number."""
    RecordedPosition.objects.filter(transcript=transcript).delete()
    rows = list(_make_positions(transcript, verdict))
    RecordedPosition.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    return len(rows)


def _make_positions(transcript: Transcript, verdict: Verdict) -> Iterator[RecordedPosition]:
    count = 0
    for game in verdict.games:
        previous_key = None
        for number, frame in enumerate(game.frames):
            if frame.kind not in BOARD_KINDS or frame.position.faults():
                continue
            key = make_position_key(frame.position)
            if key == previous_key:
                continue
            if count == MAX_POSITIONS:
                return
            count, previous_key = count + 1, key
            yield RecordedPosition(
                transcript=transcript,
                game=game.number,
                action=number,
                key=key,
                turn=frame.position.turn.value,
            )
