"""deploy/Containerfile, executed step by step in a folder: copied files exist, and the image serves the site.

With PROVE=1 the packages are installed and the tables created; otherwise those of the tests are used.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests import servers
from tests.config.pip_wheel import find_pip
from tests.servers import ROOT

pytestmark = pytest.mark.second_stage

PROVE = os.environ.get("PROVE") == "1"
FILE = ROOT / "deploy" / "Containerfile"
BARE = f"{Path(sys._base_executable).parent}:/usr/bin:/bin"  # type: ignore[attr-defined]


@dataclass
class Stage:
    """A build stage: its name, the folder used as its root, and its environment and instructions."""

    name: str
    root: Path
    cwd: Path
    env: dict[str, str] = field(default_factory=lambda: {"PATH": BARE})
    instructions: dict[str, str] = field(default_factory=dict)

    def inside(self, path: str) -> Path:
        """The real path of a path of the image."""
        return self.root / path.lstrip("/") if path.startswith("/") else self.cwd / path

    def placed(self, text: str) -> str:
        """A text in which the paths below /srv/ are replaced by real paths."""
        return re.sub(r"(?<![\w/])/srv/", f"{self.root}/srv/", text)


def steps() -> Iterator[tuple[str, str]]:
    """The instructions of the file, each with its arguments."""
    text = re.sub(r"^#.*\n", "", FILE.read_text(), flags=re.M).replace("\\\n", " ")
    for line in filter(str.strip, text.splitlines()):
        instruction, _, rest = line.partition(" ")
        yield instruction, " ".join(rest.split())


def context() -> list[str]:
    """The build context: the files of the repository that .dockerignore does not exclude."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    patterns = (ROOT / ".dockerignore").read_text().split()
    files = [name for name in listed.splitlines() if (ROOT / name).is_file()]
    return [name for name in files if not any(is_excluded(name, pattern) for pattern in patterns)]


def is_excluded(name: str, pattern: str) -> bool:
    """Whether .dockerignore excludes a file, or a folder that it is in."""
    return fnmatch(name, pattern) or name.startswith(f"{pattern}/")


def built(folder: Path) -> Stage:
    """Execute every step of the file in `folder`, and return the last stage."""
    stages: dict[str, Stage] = {}
    for instruction, rest in steps():
        if instruction == "FROM":
            name = rest.partition(" AS ")[2] or "image"
            root = folder / name
            root.mkdir()
            stages[name] = stage = Stage(name, root, root)
        elif instruction == "WORKDIR":
            stage.cwd = stage.inside(rest)
            stage.cwd.mkdir(parents=True, exist_ok=True)
        elif instruction == "COPY":
            copy(stage, stages, rest.split())
        elif instruction == "RUN":
            run(stage, rest)
        elif instruction == "ENV":
            pairs = (pair.split("=", 1) for pair in stage.placed(rest).split())
            stage.env |= {name: value.replace("$PATH", stage.env["PATH"]) for name, value in pairs}
        else:
            assert instruction in {"USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
            stage.instructions[instruction] = rest
    return stage


def copy(stage: Stage, stages: dict[str, Stage], arguments: list[str]) -> None:
    flags = dict(argument[2:].split("=") for argument in arguments if argument.startswith("--"))
    *sources, target = [argument for argument in arguments if not argument.startswith("--")]
    to = stage.inside(target)
    if "from" in flags:
        [source] = sources
        source_folder = stages[flags["from"]].inside(source)
        assert source_folder.is_dir(), f"{source} was never made"
        shutil.copytree(source_folder, to, symlinks=True, dirs_exist_ok=True)
        return
    if sources == ["."]:
        for name in context():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
        return
    assert set(sources) <= set(context())
    for name in sources:
        shutil.copy2(ROOT / name, to)


def run(stage: Stage, command: str) -> None:
    if command.startswith("useradd"):
        re_match = re.search(r"--home-dir (\S+) --create-home", command)
        assert re_match
        stage.inside(re_match[1]).mkdir(parents=True)
    elif "requirements-build.txt" in command and not PROVE:
        stage.inside("/srv/build").symlink_to(Path(sys.prefix))
    elif "requirements.txt" in command and not PROVE:
        make_environment(stage.inside("/srv/crawford"))
    else:
        env = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_"))}
        subprocess.run(
            ["sh", "-ec", stage.placed(command)], cwd=stage.cwd, env={**env, **stage.env}, check=True
        )


def make_environment(folder: Path) -> None:
    """Make an environment with the packages of the tests, and a pip that installs into it."""
    venv.create(folder, with_pip=False)
    [packages] = folder.rglob("site-packages")
    paths = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (packages / "packages-of-the-tests.pth").write_text("\n".join(paths), encoding="utf-8")
    pip = folder / "bin" / "pip"
    pip.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" "{find_pip()}" "$@"\n', encoding="utf-8")
    pip.chmod(0o755)


def files_outside_volume(image: Stage) -> set[Path]:
    """The files of the image, without its volume."""
    volume = image.inside("/srv/data")
    return {path for path in image.root.rglob("*") if not path.is_relative_to(volume)}


def example() -> dict[str, str]:
    """The environment of deploy/crawford.env.example, filled in, on SQLite and without Redis."""
    text = (ROOT / "deploy" / "crawford.env.example").read_text()
    variables = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.M))
    return {
        **variables,
        "SECRET_KEY": "k9" * 40,
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def test_the_image_serves_the_site_and_writes_only_to_its_volume(
    tmp_path: Path, migrated_folder: Path
) -> None:
    image = built(tmp_path)
    assert (image.instructions["USER"], image.instructions["VOLUME"]) == ("crawford", "/srv/data")
    port = str(servers.free_port())
    command, health_command = (
        json.loads(image.instructions[name].partition("CMD ")[2] or image.instructions[name])
        for name in ("CMD", "HEALTHCHECK")
    )
    env = {**image.env, **{name: value for name, value in example().items() if value}, "PORT": port}
    program = str(image.inside("/srv/crawford/bin/python"))
    if not PROVE:
        shutil.copytree(migrated_folder, image.inside("/srv/data"), dirs_exist_ok=True)
    before = files_outside_volume(image)
    assert (command[0], health_command[0]) == ("crawford", "python")
    # As a module, because the first line of the command names the Python of the first stage.
    command = [program, "-m", *command]
    with subprocess.Popen(command, cwd=image.cwd, env=env, start_new_session=True) as site:
        try:
            servers.until(lambda: is_ready(port), patience=180)
            health_command[0] = program
            assert subprocess.run(health_command, env=env, check=False).returncode == 0
        finally:
            site.terminate()
    assert files_outside_volume(image) == before
    assert {path.name for path in before if path.parent == image.inside("/srv")} == {"crawford", "collected"}


def is_ready(port: str) -> bool:
    """Whether the site answers and has its tables, which with PROVE=1 it creates first."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
            return json.loads(answer.read())["ready"] is True
    except OSError:
        return False
