"""The dependencies of the package `crawford`: exactly the versions of requirements.txt."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(r"^([a-z0-9][^\\\n]*==[^\\\n]*?)\s*\\?$", re.MULTILINE)


class PinnedDependencies(MetadataHookInterface):
    """Read the dependencies from the lock file when the package is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dependencies in `metadata`, the project table of pyproject.toml."""
        lock = Path(self.root, "requirements.txt").read_text(encoding="utf-8")
        metadata["dependencies"] = PIN.findall(lock)
