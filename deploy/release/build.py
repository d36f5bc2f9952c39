"""Make the files of a release: packages, folders, list of components, checksums, data for later tests.

`make release-files` runs it, with the path of uv. While CHANGELOG.md has no heading of the version, it is a
rehearsal: only dist/ is written. With TAG set, as in the workflow of a release, it fails unless the tag is
the version.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES, RELEASE = ROOT / "dist", ROOT / "dist" / "release"
ENVIRONMENT = ROOT / "var" / "release" / "environment"
BACKUPS, MIGRATIONS = ROOT / "tests/data/releases", ROOT / "tests/site/released.txt"

PIN = re.compile(r"^([a-z0-9.-]+)(?:\[[^\]]*\])?==[^ ;\\]+ (;?)", re.MULTILINE)
# Packages of PYTHONPATH would be listed with those of the environment.
LIST_COMPONENTS = (
    "import os, runpy; del os.environ['PYTHONPATH']; "
    "runpy.run_module('cyclonedx_py', run_name='__main__', alter_sys=True)"
)


def main() -> None:
    """Write all files and list them."""
    version = read_version()
    check_tag(version, os.environ.get("TAG", ""))
    shutil.rmtree(PACKAGES, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    run("-m", "hatchling", "build", "--directory", str(PACKAGES))
    run("deploy/folders/build.py", sys.argv[1])
    write_components(version)
    write_checksums()
    files = sorted(path for path in PACKAGES.rglob("*") if path.is_file())
    if has_heading(version):
        files += write_test_data(version)
    else:
        print(f"CHANGELOG.md has no heading of {version}: a rehearsal, nothing is written for later tests.")
    for file in files:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")


def read_version() -> str:
    """Return the version, which stands in pyproject.toml alone."""
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return version


def check_tag(version: str, tag: str) -> None:
    """Exit unless the tag, if there is one, is that of the version and the version has a heading."""
    if not tag:
        return
    if tag != f"v{version}":
        sys.exit(f"The tag is {tag}, the version in pyproject.toml {version}.")
    if not has_heading(version):
        sys.exit(f"CHANGELOG.md has no heading of {version}.")


def has_heading(version: str) -> bool:
    """Whether CHANGELOG.md has a heading of the version with a date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return bool(re.search(rf"^## {re.escape(version)} .*\d{{4}}$", text, re.MULTILINE))


def write_components(version: str) -> None:
    """Write the list of components (CycloneDX) of an environment with the packages of the lock file."""
    file = RELEASE / f"crawford-{version}.cdx.json"
    options = ["--pyproject", "pyproject.toml", "--output-reproducible", "--output-file", str(file)]
    run("-c", LIST_COMPONENTS, "environment", *options, str(ENVIRONMENT))
    parts = json.loads(file.read_text(encoding="utf-8"))["components"]
    components = {re.sub(r"[-_.]+", "-", part["name"]).lower() for part in parts}
    pins = PIN.findall((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    everywhere = {name for name, marker in pins if not marker}
    wrong = sorted((everywhere - components) | (components - {name for name, _marker in pins}))
    if wrong:
        sys.exit(f"The list of components does not agree with requirements.txt about {', '.join(wrong)}.")


def write_checksums() -> None:
    """Write the SHA-256 of every file, as `sha256sum --check` reads them beside the packages."""
    files = sorted(path for path in PACKAGES.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (RELEASE / "SHA256SUMS").write_text("".join(lines), encoding="ascii")


def write_test_data(version: str) -> list[Path]:
    """Write the backup and the migrations of this release, unless it has them; return the files."""
    backup = BACKUPS / f"{version}.backup"
    if not backup.exists():
        run("-m", "tests.config.release_backup", version)
        MIGRATIONS.write_text(run("-m", "tests.site.migrations"), encoding="utf-8")
    return [backup, MIGRATIONS]


def run(*arguments: str) -> str:
    """Run Python in the repository; return its output, and exit if it fails."""
    process = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if process.returncode:
        sys.exit(process.stdout + process.stderr)
    return process.stdout


if __name__ == "__main__":
    main()
