"""The typed client that openapi-python-client generates from docs/openapi.yaml."""

import subprocess
import sys
from pathlib import Path

from tests import servers

PACKAGE = "crawford_client"


def run(*command: str, **environment: str) -> str:
    """Run a command and return its standard output; fail with all its output if it fails."""
    env = servers.environment(environment)
    process = subprocess.run(
        command, cwd=servers.ROOT, env=env, capture_output=True, text=True, check=False, timeout=600
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def generate_client(folder: Path) -> None:
    """Generate the package into a folder; fail on every warning of the generator."""
    run(
        *(str(Path(sys.executable).parent / "openapi-python-client"), "generate"),
        *("--path", "docs/openapi.yaml", "--config", "tests/site/client.yaml", "--meta", "none"),
        *("--fail-on-warning", "--output-path", str(folder / PACKAGE)),
    )
    (folder / PACKAGE / "py.typed").touch()
