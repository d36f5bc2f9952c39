"""The whole house in one sealed file: written while it works, checked before it is believed, put back."""

from config.backups.restoring import restore
from config.backups.writing import write

__all__ = ["restore", "write"]
