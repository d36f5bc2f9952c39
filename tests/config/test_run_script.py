"""The script `run`, which installs and starts the site, tested in small copies that need no network."""

import ast
import hashlib
import os
import shutil
import socket
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile, ZipInfo

import pytest

pytestmark = pytest.mark.second_stage

ROOT = Path(__file__).resolve().parents[2]
UNSET = {"DJANGO_SETTINGS_MODULE": "x", "PYTHONDONTWRITEBYTECODE": "1"}
ECHO = f'import os, sys\nprint("said", sys.argv[1:], os.getcwd(), not {set(UNSET)}.isdisjoint(os.environ))\n'
PYTHON = getattr(sys, "_base_executable", sys.executable)


@pytest.fixture
def script() -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("run_script", str(ROOT / "run"))
    spec = spec_from_loader("run_script", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A site that was never started."""
    return a_copy(tmp_path)


def a_copy(folder: Path) -> Path:
    """A site with a space in its path, no packages to install, and programs that print their arguments."""
    home = folder / "a club's site"
    home.mkdir()
    shutil.copy(ROOT / "run", home / "run")
    for lock in ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt"):
        (home / lock).write_text("# nothing is needed\n")
    for script in ("manage.py", "pytest.py"):
        (home / script).write_text(ECHO)
    return home


@pytest.fixture(scope="module")
def once_installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose first start is over."""
    home = a_copy(tmp_path_factory.mktemp("installed"))
    run(home, "test")
    return home


@pytest.fixture
def installed(once_installed: Path, tmp_path: Path) -> Path:
    """A site that has been started before, for this test alone."""
    return Path(shutil.copytree(once_installed, tmp_path / once_installed.name, symlinks=True))


def run(home: Path, *arguments: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a copy with pip and an unreachable package index."""
    bare = {"PATH": "/usr/bin:/bin", "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    return subprocess.run(
        [PYTHON, str(home / "run"), *arguments],
        cwd=cwd or home,
        env={"HOME": str(home), **bare, **env},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def last_line(process: subprocess.CompletedProcess[str]) -> str:
    """The last line of the output, which the program of the copy prints."""
    return process.stdout.splitlines()[-1]


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_the_first_start_installs_and_opens_the_site_with_the_demo(copy: Path) -> None:
    port = free_port()
    result = run(copy, "--port", port)
    assert "Installing 0 packages" in result.stdout
    assert (
        last_line(result) == f"said ['serve', '--host', '0.0.0.0', '--port', '{port}', '--demo'] {copy} False"
    )


def test_the_second_start_installs_nothing(installed: Path) -> None:
    assert run(installed, "manage", "check").stdout == f"said ['check'] {installed} False\n"


def test_pip_is_used_when_uv_fails(copy: Path, tmp_path: Path) -> None:
    uv = tmp_path / "uv"
    uv.write_text("#!/bin/sh\necho 'uv is of no help'\nexit 1\n")
    uv.chmod(0o755)
    result = run(copy, "manage", "check", PATH=f"{tmp_path}:/usr/bin:/bin")
    assert (result.stdout.count("failed after"), result.stdout.count("installed after")) == (1, 1)
    assert last_line(result) == f"said ['check'] {copy} False"


def test_uv_is_fetched_by_its_hash_and_installs_the_packages(copy: Path, tmp_path: Path) -> None:
    wheel = make_uv_wheel(tmp_path)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (copy / "requirements-uv.txt").write_text(f"uv==9.9.9 --hash=sha256:{digest}\n")

    result = run(copy, "manage", "check", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))

    python = copy / ".venv" / "bin" / "python"
    exactly = ["--require-hashes", "--only-binary", ":all:", "-r", str(copy / "requirements.txt")]
    said = ["pip", "install", "--python", str(python), *exactly, "http://127.0.0.1:9/"]
    assert (copy / ".venv" / "bin" / "said").read_text().splitlines() == said
    titles = [line for line in result.stdout.splitlines() if line.endswith("...")]
    assert titles == [
        "Making a place for the packages (.venv) ...",
        "Fetching uv, which installs them faster ...",
        "Installing 0 packages into .venv (only this once) ...",
    ]
    assert last_line(result) == f"said ['check'] {copy} False"


def test_a_uv_with_another_hash_is_not_used(copy: Path, tmp_path: Path) -> None:
    make_uv_wheel(tmp_path)
    (copy / "requirements-uv.txt").write_text(f"uv==9.9.9 --hash=sha256:{'0' * 64}\n")

    result = run(copy, "manage", "check", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))

    assert not (copy / ".venv" / "bin" / "uv").exists()
    assert (result.stdout.count("failed after"), result.stdout.count("installed after")) == (1, 1)
    assert last_line(result) == f"said ['check'] {copy} False"


def make_uv_wheel(folder: Path) -> Path:
    """A package uv whose program writes its arguments and its package index into a file beside it."""
    program = 'for word in "$@" "$UV_DEFAULT_INDEX"; do echo "$word"; done > "$(dirname "$0")/said"'
    files = {
        "uv-9.9.9.data/scripts/uv": f"#!/bin/sh\n{program}\n",
        "uv-9.9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: uv\nVersion: 9.9.9\n",
        "uv-9.9.9.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "uv-9.9.9.dist-info/RECORD"
    wheel = folder / "uv-9.9.9-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for name, text in {**files, record: "".join(f"{name},,\n" for name in [*files, record])}.items():
            member = ZipInfo(name)
            member.external_attr = 0o100755 << 16
            archive.writestr(member, text)
    return wheel


def test_a_changed_lock_is_installed_again(installed: Path) -> None:
    (installed / "requirements.txt").write_text("# something else is needed\n")
    assert "Installing 0 packages" in run(installed, "manage", "check").stdout


def test_host_port_and_demo_can_be_chosen_from_any_folder(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    result = run(installed, "--no-demo", "--host", "127.0.0.1", cwd=tmp_path, PORT=port)
    assert last_line(result) == f"said ['serve', '--host', '127.0.0.1', '--port', '{port}'] {tmp_path} False"


@pytest.mark.parametrize("option", ["--open", "--no-open"])
def test_whether_a_browser_opens_can_be_chosen(installed: Path, option: str) -> None:
    port = free_port()
    result = run(installed, "--no-demo", option, "--host", "127.0.0.1", "--port", port)
    arguments = ["serve", "--host", "127.0.0.1", "--port", port, option]
    assert last_line(result) == f"said {arguments} {installed} False"


def test_a_command_is_run_in_the_current_folder(installed: Path, tmp_path: Path) -> None:
    result = run(installed, "manage", "check_record", "a match.mat", cwd=tmp_path, **UNSET)
    assert last_line(result) == f"said ['check_record', 'a match.mat'] {tmp_path} False"


def test_tests_run_in_the_site_in_one_process_more_than_processors(installed: Path, tmp_path: Path) -> None:
    workers = (os.cpu_count() or 1) + 1
    spread = ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    assert last_line(run(installed, "test", "-k", "word", cwd=tmp_path)) == (
        f"said {[*spread, '-k', 'word']} {installed} False"
    )


def test_the_first_stage_leaves_the_second_out(installed: Path) -> None:
    stage = ["-m", "not second_stage"]
    spread = ["-n", str(os.cpu_count() or 1), "--dist", "loadfile", "--no-loadscope-reorder", *stage]
    assert last_line(run(installed, "test", "--quick", "-x")) == f"said {[*spread, '-x']} {installed} False"
    assert last_line(run(installed, "test", "-n0", "--quick")) == f"said {[*stage, '-n0']} {installed} False"


def test_the_number_of_processes_can_be_chosen(installed: Path) -> None:
    assert last_line(run(installed, "test", "-n0")) == f"said ['-n0'] {installed} False"


def test_another_python_uses_what_the_first_one_installed(installed: Path) -> None:
    other = [sys.executable, str(installed / "run"), "manage", "check"]
    process = subprocess.run(other, cwd=installed, env={}, capture_output=True, text=True, check=True)
    assert process.stdout == f"said ['check'] {installed} False\n"


def test_a_broken_environment_is_created_again(installed: Path) -> None:
    python = installed / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert last_line(run(installed, "manage", "check")) == f"said ['check'] {installed} False"


def test_a_failed_installation_shows_the_last_output_and_a_remedy(copy: Path) -> None:
    pin = "django==5.2.19 --hash=sha256:" + "0" * 64 + "\n"
    (copy / "requirements.txt").write_text(pin)
    result = run(copy, "manage", "check")
    assert result.returncode == 1
    assert "No matching distribution found for django==5.2.19" in result.stderr
    assert "The first start needs the internet" in result.stderr
    assert not (copy / ".venv" / "installed.txt").exists()


def test_a_port_in_use_is_reported_in_one_line_before_anything_is_installed(copy: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        result = run(copy, "--host", "127.0.0.1", "--port", str(port))
    reason = "cannot be used: Address already in use"
    assert result.stderr == f"run: Port {port} on 127.0.0.1 {reason}. Try: ./run --port {port + 1}\n"
    assert (result.returncode, result.stdout) == (1, "")


def test_a_second_start_waits_for_the_first_to_finish_installing(copy: Path) -> None:
    commands = [[PYTHON, str(copy / "run"), "manage", "check"]] * 2
    env = {"HOME": str(copy), "PATH": "/usr/bin:/bin"}
    started = [
        subprocess.Popen(command, cwd=copy, env=env, stdout=subprocess.PIPE, text=True)
        for command in commands
    ]
    outputs = [process.communicate(timeout=600)[0] for process in started]
    assert [output.splitlines()[-1] for output in outputs] == [f"said ['check'] {copy} False"] * 2
    assert sum("Installing 0 packages" in output for output in outputs) == 1


def test_a_python_that_is_new_enough_is_used(script: ModuleType) -> None:
    assert script.newer_python((3, 11, 0)) is None


def test_a_newer_python_on_the_machine_is_preferred_to_an_old_one(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("python3.9", "python3.12", "python3.11"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.newer_python((3, 9, 2)) == str(tmp_path / "python3.12")


def test_an_old_python_is_reported_in_one_line(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(script.Trouble) as trouble:
        script.newer_python((3, 9, 2))
    assert str(trouble.value) == (
        "Crawford needs Python 3.11 or newer, this is 3.9. Install a newer one (python.org, or your system's "
        "package manager) and run: python3.12 run"
    )


def test_a_python_of_2018_can_read_the_script() -> None:
    ast.parse((ROOT / "run").read_text(), feature_version=(3, 7))


def test_the_script_can_be_started_directly() -> None:
    assert os.access(ROOT / "run", os.X_OK)
