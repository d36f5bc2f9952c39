"""Fill the index of positions for match files that are not in it: `manage.py index_positions`."""

from typing import Any

from django.core.management.base import BaseCommand

from matches.records.queries.positions import get_transcripts_without_positions
from matches.records.services.positions import index_positions
from rules.verdict import Verdict


class Command(BaseCommand):
    """Read the stored verdict of each match file once; may be stopped and run again."""

    help = "Fill the index of positions for match files that are not in it."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Index one match file after the other, each in its own transaction."""
        files = positions = 0
        for transcript in get_transcripts_without_positions().defer("text").iterator(chunk_size=20):
            verdict = Verdict.from_json(transcript.verdict)
            positions += index_positions(transcript=transcript, verdict=verdict)
            files += 1
        self.stdout.write(f"{files} match files, {positions} positions")
