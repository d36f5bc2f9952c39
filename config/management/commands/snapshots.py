"""Lists the snapshots."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config.backups import snapshots
from config.backups.archive import BackupError, open_backup


class Command(BaseCommand):
    help = "List the snapshots, newest first; exit code 1 when one is damaged or missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--take", action="store_true", help="first make the snapshot that is due")
        parser.add_argument("--check", action="store_true", help="read every snapshot to its end")

    def handle(self, *, take: bool, check: bool, **_options: Any) -> None:
        if take:
            snapshots.take_due_snapshot()
        damaged_count = 0
        for snapshot in snapshots.list_snapshots():
            damage = _find_damage(snapshot) if check else ""
            damaged_count += bool(damage)
            size = snapshot.bytes // 1000
            line = f"{snapshot.taken_at:%Y-%m-%d %H:%M} UTC  {size:>9} kB  {snapshot.file}  {damage}"
            self.stdout.write(line.rstrip())
        if damaged_count or snapshots.is_late():
            self.stderr.write("Snapshots are damaged." if damaged_count else "The last snapshot is old.")
            raise SystemExit(1)


def _find_damage(snapshot: snapshots.Snapshot) -> str:
    try:
        with open_backup(snapshot.file):
            return ""
    except BackupError as error:
        return str(error)
