"""Backups: one verified file of the whole installation, written while it runs, and restoring it."""

from config.backups.restorer import restore
from config.backups.writer import write_backup

__all__ = ["restore", "write_backup"]
