"""The package `crawford`: built without network, installed outside of the clone, and used there.

With PROVE=1 its dependencies are installed; otherwise those of the tests are used.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
from django.conf import settings
from packaging.requirements import Requirement

from tests.config.pip_wheel import find_pip
from tests.servers import SITE_VARIABLES, until
from tests.site.source import PACKAGES, ROOT, files, name

pytestmark = pytest.mark.second_stage

PROVE = os.environ.get("PROVE") == "1"
BUILD = "import sys, hatchling.build as build; print(getattr(build, 'build_' + sys.argv[1])(sys.argv[2]))"
DIST_INFO = f"crawford-{settings.VERSION}.dist-info"
FOLDERS = (*PACKAGES, "templates", "static")
LEFT_OUT = {"rules/pyproject.toml", "crawford/README.md"}
SINGLE_FILES = (
    *("manage.py", "docs/quick-start.md", "docs/quick-start.it.md"),
    "locale/it/LC_MESSAGES/django.mo",
)


@dataclass(frozen=True)
class Installation:
    """An environment with the package: its folder, what its site-packages gained, and a home folder."""

    folder: Path
    gained: set[str]
    home: Path

    def program(self, name: str) -> str:
        """The path of a program of the environment."""
        return str(self.folder / ("Scripts" if os.name == "nt" else "bin") / name)

    def environment(self) -> dict[str, str]:
        """The variables of a user who has set nothing for Crawford."""
        unset = {*SITE_VARIABLES, "PYTHONPATH", "PORT", "XDG_DATA_HOME"}
        return {key: text for key, text in os.environ.items() if key not in unset} | {"HOME": str(self.home)}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command in the home folder."""
        command, env = [self.program("crawford"), *arguments], self.environment()
        return subprocess.run(command, cwd=self.home, env=env, capture_output=True, text=True, check=False)


def build(kind: str, source: Path, target: Path) -> Path:
    """Build the wheel or the sdist of a source folder; return its path."""
    command = [sys.executable, "-c", BUILD, kind, str(target)]
    process = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
    return target / process.stdout.split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder, home = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("home")
    venv.create(folder, with_pip=False)
    [packages] = folder.rglob("site-packages")
    if not PROVE:
        paths = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
        (packages / "packages-of-the-tests.pth").write_text("\n".join(paths), encoding="utf-8")
    before = set(os.listdir(packages))
    python = Installation(folder, set(), home).program("python")
    install = [python, find_pip(), "install", "--quiet", "--no-compile"]
    source = ["--only-binary", ":all:"] if PROVE else ["--no-deps", "--no-index"]
    subprocess.run([*install, *source, wheel], check=True, capture_output=True)
    return Installation(folder, set(os.listdir(packages)) - before, home)


def test_the_wheel_has_the_site_in_a_folder_of_its_own_and_nothing_else(wheel: Path) -> None:
    tracked = {name(path) for path in files()}
    site = {file for file in tracked if file.startswith(tuple(f"{folder}/" for folder in FOLDERS))}
    assert set(SINGLE_FILES) <= tracked
    assert set(ZipFile(wheel).namelist()) == {
        *(f"{DIST_INFO}/{part}" for part in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")),
        f"{DIST_INFO}/licenses/LICENSE",
        *(file for file in tracked if file.startswith("crawford/") and file not in LEFT_OUT),
        *(f"crawford/site/{file}" for file in site - LEFT_OUT),
        *(f"crawford/site/{file}" for file in SINGLE_FILES),
    }


def test_the_package_needs_exactly_the_versions_of_the_lock(wheel: Path) -> None:
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    locked = [line.removesuffix("\\") for line in lock if line and not line.startswith((" ", "#"))]
    metadata = ZipFile(wheel).read(f"{DIST_INFO}/METADATA").decode()
    needed = [str(one) for one in read_requirements(wheel) if "extra ==" not in str(one.marker)]
    assert sorted(needed) == sorted(str(Requirement(one)) for one in locked)
    assert f"\nVersion: {settings.VERSION}\n" in metadata


@pytest.mark.parametrize(
    ("extra", "package"),
    [("sentry", "sentry-sdk"), ("opentelemetry", "opentelemetry-sdk"), ("analysis", "bgsage")],
)
def test_an_extra_needs_exactly_the_versions_of_its_lock(wheel: Path, extra: str, package: str) -> None:
    needed = [
        one for one in read_requirements(wheel) if one.marker and f'extra == "{extra}"' in str(one.marker)
    ]
    lock = (ROOT / f"deploy/requirements-{extra}.txt").read_text(encoding="utf-8")
    assert len(needed) == len(re.findall("^[a-z].*==", lock, re.MULTILINE))
    [version] = re.findall(rf"^{package}==(\S+)", lock, re.MULTILINE)
    assert [str(one.specifier) for one in needed if one.name == package] == [f"=={version}"]


def test_the_package_starts_without_the_extra_of_the_engine(installation: Installation) -> None:
    script = "import sys; sys.modules['bgsage'] = None; sys.argv[1:] = ['manage', 'check']"
    command = [installation.program("python"), "-c", f"{script}; from crawford.__main__ import main; main()"]
    env = installation.environment()
    process = subprocess.run(
        command, cwd=installation.home, env=env, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stdout) == (0, "System check identified no issues (0 silenced).\n")


def read_requirements(wheel: Path) -> list[Requirement]:
    """The packages that a wheel needs, with its extras."""
    metadata = ZipFile(wheel).read(f"{DIST_INFO}/METADATA").decode()
    return [Requirement(each) for each in re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)]


def test_the_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build("sdist", ROOT, tmp_path)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    rebuilt = build("wheel", tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path)
    assert contents(rebuilt) == contents(wheel)


def contents(wheel: Path) -> dict[str, int]:
    """The checksum of each file of a wheel."""
    return {info.filename: info.CRC for info in ZipFile(wheel).infolist()}


def test_the_installed_package_serves_the_site_from_any_folder(installation: Installation) -> None:
    data = installation.home / ".local/share/crawford"
    if PROVE:
        assert {"crawford", DIST_INFO} <= installation.gained
        assert not {*PACKAGES, "templates", "static", "manage.py"} & installation.gained
    else:
        assert installation.gained == {"crawford", DIST_INFO}
    log = installation.home / "log"
    command = [installation.program("crawford"), "--port", "0", "--host", "127.0.0.1", "--no-demo"]
    with (
        log.open("w") as output,
        subprocess.Popen(
            command, cwd=installation.home, env=installation.environment(), stdout=output, stderr=output
        ) as process,
    ):
        try:
            until(lambda: "Ctrl-C" in log.read_text() or process.poll() is not None, patience=300)
            address = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
            assert address, log.read_text()
            check_pages(address[0])
        finally:
            process.terminate()
    assert {path.name for path in data.iterdir()} == {"crawford.sqlite3", "secret-key"}
    assert {path.name for path in installation.home.iterdir()} - {"club.example"} == {".local", "log"}


def check_pages(site: str) -> None:
    """Get the first page, a static file, a PDF and the Italian help."""
    first_page, style = get(f"{site}/"), get(f"{site}/static/site.css")
    assert "run “crawford manage createsuperuser” there instead" in first_page.decode()
    assert style == (ROOT / "static/site.css").read_bytes()
    assert get(f"{site}/laws/booklet.pdf").startswith(b"%PDF-")
    italian = get(f"{site}/help/", **{"Accept-Language": "it"}).decode()
    assert "anche mentre si gioca: <code>crawford manage backup FILE</code>" in italian


def get(address: str, **headers: str) -> bytes:
    """Get an address; the answer must be 200."""
    with urlopen(Request(address, headers=headers), timeout=60) as answer:
        assert answer.status == 200
        content: bytes = answer.read()
    return content


def test_the_command_says_its_version_and_its_name(installation: Installation) -> None:
    assert installation.run("--version").stdout == f"Crawford {settings.VERSION}\n"
    assert installation.run("manage", "backup", "--help").stdout.startswith("usage: crawford manage backup ")
    for command in ("worker", "beat"):
        assert installation.run(command, "--help").stdout.startswith(f"Usage: crawford {command} [OPTIONS]\n")
    module = [installation.program("python"), "-m", "crawford", "manage", "doctor"]
    env = {**installation.environment(), "CRAWFORD_DATA": str(installation.folder / "empty")}
    refused = subprocess.run(
        module, cwd=installation.home, env=env, capture_output=True, text=True, check=False
    )
    sentence = "The database lacks tables of this version: `crawford manage migrate` makes them."
    assert (refused.returncode, refused.stderr) == (1, f"CommandError: {sentence}\n")


def test_the_installed_command_writes_the_files_of_a_server(installation: Installation) -> None:
    written = installation.run("server-files", "club.example")
    assert written.stdout.startswith("club.example has crawford.env, crawford.service and Caddyfile.\n")
    assert len(list((installation.home / "club.example").iterdir())) == 3
    refused = installation.run("server-files", "club.example", "--containers")
    assert "--containers needs a clone" in refused.stderr
