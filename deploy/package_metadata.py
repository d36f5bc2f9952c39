"""The dependencies of the package `crawford` and of its extras: exactly the versions of their lock files."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS = ("sentry", "opentelemetry", "analysis")
PIN = re.compile(r"^([a-z0-9][^\\\n]*==[^\\\n]*?)\s*\\?$", re.MULTILINE)


class PinnedDependencies(MetadataHookInterface):
    """Read the dependencies from the lock files when the package is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dependencies in `metadata`, the project table of pyproject.toml."""
        metadata["dependencies"] = self._read_pins("requirements.txt")
        metadata["optional-dependencies"] = {
            extra: self._read_pins(f"deploy/requirements-{extra}.txt") for extra in EXTRAS
        }

    def _read_pins(self, lock: str) -> list[str]:
        return PIN.findall(Path(self.root, lock).read_text(encoding="utf-8"))
