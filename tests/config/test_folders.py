"""The folders to double-click: their files, and that of Linux started with an empty home folder.

They are built from the wheel and installed from the package index: `make prove` does it.
"""

import os
import platform
import shutil
import subprocess
import sys
import urllib.request
from contextlib import AbstractContextManager
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings

from tests.config.test_first_start import fetch, make_browser
from tests.config.test_server_stop import Browser
from tests.config.test_wheel import build
from tests.servers import free_port, running, until
from tests.site.source import ROOT
from tests.tournaments.people.test_site_setup import FORM

pytestmark = [
    pytest.mark.second_stage,
    pytest.mark.skipif(os.environ.get("PROVE") != "1", reason="installs all packages: `make prove`"),
]

NAME = f"Crawford-{settings.VERSION}"
WHEEL = f"crawford-{settings.VERSION}-py3-none-any.whl"
EVERYWHERE = {
    "README.txt",
    WHEEL,
    "requirements.txt",
    "uv-licences/LICENSE-APACHE",
    "uv-licences/LICENSE-MIT",
}
PROGRAMS = {
    "windows": {"Crawford.cmd", "uv.exe"},
    "macos-arm64": {"Crawford.command", "uv"},
    "macos-intel": {"Crawford.command", "uv"},
    "linux": {"crawford.sh", "uv"},
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the zips."""
    dist = tmp_path_factory.mktemp("dist")
    build("wheel", ROOT, dist)
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    subprocess.run([sys.executable, "deploy/folders/build.py", uv, str(dist)], cwd=ROOT, check=True)
    return dist / "folders"


@pytest.mark.parametrize("system", PROGRAMS)
def test_each_folder_has_the_package_uv_and_a_script_that_can_be_run(folders: Path, system: str) -> None:
    with ZipFile(folders / f"{NAME}-{system}.zip") as archive:
        files = {entry.filename.removeprefix(f"{NAME}/"): entry for entry in archive.infolist()}
        assert set(files) == EVERYWHERE | PROGRAMS[system]
        runnable = {name for name, entry in files.items() if entry.external_attr >> 16 & 0o111}
        assert runnable == PROGRAMS[system]
        for name in sorted({"README.txt", *PROGRAMS[system]} - {"uv", "uv.exe"}):
            text = archive.read(files[name]).decode()
            assert (settings.VERSION in text, "@VERSION@" in text, "@WHEEL@" in text) == (True, False, False)
            assert text.count("\r\n") == (text.count("\n") if system == "windows" else 0)


@pytest.fixture(scope="module")
def linux_folder(folders: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked folder of Linux, under a path with spaces and accents, and a home folder beside it."""
    place = tmp_path_factory.mktemp("Perché no")
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("the folder is for Linux on Intel and AMD")
    subprocess.run(["unzip", "-q", str(folders / f"{NAME}-linux.zip"), "-d", str(place)], check=True)
    (place / "home").mkdir()
    return place


def start(place: Path, port: int, browser: dict[str, str]) -> "AbstractContextManager[subprocess.Popen[str]]":
    """Run the script of the folder with a home folder of its own, for a site on `port`."""
    command = [str(place / NAME / "crawford.sh"), "--no-demo", "--host", "127.0.0.1", "--port", str(port)]
    home = {"HOME": str(place / "home"), "XDG_DATA_HOME": str(place / "home" / "data")}
    return running(command, env={**browser, **home}, output=subprocess.PIPE)


def test_the_linux_folder_starts_stops_and_keeps_its_data(linux_folder: Path, tmp_path: Path) -> None:
    port, (browser, opened), pages = free_port(), make_browser(tmp_path), Browser()
    address = f"http://127.0.0.1:{port}"
    with start(linux_folder, port, browser) as process:
        until(opened.exists, patience=300)
        pages.send(opened.read_text().strip(), FORM)
        assert fetch(f"{address}/static/site.css")[0] == 200
        with start(linux_folder, port, browser) as second:
            assert second.wait(60) == 0
        assert opened.read_text().strip() == f"{address}/"
        pages.send(f"{address}/host/stop/")
        assert process.wait(60) == 0
    with start(linux_folder, port, browser):
        until(lambda: is_up(f"{address}/clubs/bar-point/"))


def is_up(page: str) -> bool:
    """Whether a page answers."""
    try:
        with urllib.request.urlopen(page, timeout=60) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
