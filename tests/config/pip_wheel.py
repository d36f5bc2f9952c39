"""The wheel of pip that belongs to Python, which installs into an environment without pip."""

import ensurepip
from pathlib import Path
from sysconfig import get_config_var

# Debian has it elsewhere.
PLACES = (Path(ensurepip.__file__).parent / "_bundled", get_config_var("WHEEL_PKG_DIR") or "")


def find_pip() -> Path:
    """Return the path by which a Python runs pip from its wheel."""
    return next(wheel for place in PLACES for wheel in Path(place).glob("pip-*.whl")) / "pip"
