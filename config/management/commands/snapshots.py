"""Lists the backups the house has made by itself."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config.backups import snapshots
from config.backups.seal import BackupError, opened


class Command(BaseCommand):
    help = "List the snapshots of this house, the newest first; exit code 1 when one is damaged or missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--take", action="store_true", help="make the one that is due first")
        parser.add_argument("--check", action="store_true", help="read every snapshot to its end")

    def handle(self, *, take: bool, check: bool, **_options: Any) -> None:
        if take:
            snapshots.take()
        damaged = 0
        for each in snapshots.found():
            fault = _fault(each) if check else ""
            damaged += bool(fault)
            self.stdout.write(
                f"{each.at:%Y-%m-%d %H:%M} UTC  {each.bytes // 1000:>9} kB  {each.file}  {fault}".rstrip()
            )
        if damaged or snapshots.is_late():
            self.stderr.write("Snapshots are damaged." if damaged else "The last snapshot is old.")
            raise SystemExit(1)


def _fault(each: snapshots.Snapshot) -> str:
    try:
        with opened(each.file):
            return ""
    except BackupError as damaged:
        return str(damaged)
