"""`crawford server-files`: fresh keys that nobody else reads, and files that run a site behind Caddy."""

import http.client
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.management.commands.serve import Command
from crawford.__main__ import read_options
from tests.servers import ROOT, environment, free_port, running, until

NAME = "club.example"
KEYS = ("SECRET_KEY", "METRICS_TOKEN")
needs_caddy = pytest.mark.skipif(shutil.which("caddy") is None, reason="needs caddy")


def write(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-m", "crawford", "server-files", NAME, "--folder", str(folder), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def read_variables(file: Path) -> dict[str, str]:
    """The variables of an environment file, as systemd and a shell read them."""
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", file.read_text(), re.MULTILINE))


def read_lines(file: Path, key: str) -> list[str]:
    """The values of a key of a unit."""
    return re.findall(rf"^{key}=(.*)$", file.read_text(), re.MULTILINE)


def test_keys_are_fresh_and_only_their_owner_reads_them(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        assert (write(tmp_path / folder).returncode, write(tmp_path / folder).returncode) == (0, 1)
    one, other = (read_variables(tmp_path / folder / "crawford.env") for folder in ("one", "other"))
    assert len({variables[key] for variables in (one, other) for key in KEYS}) == 4
    assert {len(variables[key]) for variables in (one, other) for key in KEYS} == {64}
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in (tmp_path / "one").iterdir()}
    assert set(modes) == {"crawford.env", "crawford.service", "Caddyfile"}
    assert modes["crawford.env"] == 0


def test_files_are_replaced_only_on_demand(tmp_path: Path) -> None:
    unit = tmp_path / "crawford.service"
    unit.write_text("mine")
    refused = write(tmp_path)
    assert refused.stderr.startswith(f"{unit} exists. With --force all files are written anew, with new keys")
    assert (refused.returncode, unit.read_text(), [path.name for path in tmp_path.iterdir()]) == (
        1,
        "mine",
        ["crawford.service"],
    )
    assert write(tmp_path, "--force").returncode == 0
    first_key = read_variables(tmp_path / "crawford.env")["SECRET_KEY"]
    assert write(tmp_path, "--force").returncode == 0
    assert read_variables(tmp_path / "crawford.env")["SECRET_KEY"] != first_key
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "Caddyfile",
        "crawford.env",
        "crawford.service",
    ]


@pytest.mark.parametrize(
    "name",
    ["https://club.example", "club.example/", "club.example:443", "-a.example", "10.0.0.1", "a b", "çlub.it"],
)
def test_what_is_no_host_name_is_refused(name: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "crawford",
        "server-files",
        "--folder",
        str(tmp_path / "new"),
        "--",
        name,
    ]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (refused.returncode, "is not a host name" in refused.stderr) == (2, True)
    assert not (tmp_path / "new").exists()


def test_the_environment_starts_in_production_mode_without_a_warning(tmp_path: Path) -> None:
    write(tmp_path)
    variables = read_variables(tmp_path / "crawford.env") | {"CRAWFORD_DATA": str(tmp_path / "data")}
    check = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "DEBUG"]
    process = subprocess.run(
        check, cwd=ROOT, env=environment(variables), capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    show = "import config.settings as s; print(s.MODE, s.SITE_ADDRESS, s.ALLOWED_HOSTS, s.BEHIND_PROXY)"
    command = [sys.executable, "-c", show]
    settings = subprocess.check_output(command, cwd=ROOT, env=environment(variables), text=True)
    assert settings == f"production https://{NAME} ['{NAME}', '127.0.0.1'] True\n"


def test_the_unit_starts_the_site_for_the_proxy_and_with_no_rights(tmp_path: Path) -> None:
    write(tmp_path, "--program", "/usr/local/bin/crawford")
    unit, proxy = tmp_path / "crawford.service", (tmp_path / "Caddyfile").read_text()
    [start] = read_lines(unit, "ExecStart")
    program, *arguments = start.split()
    options = Command().create_parser("manage.py", "serve").parse_args(read_options(arguments))
    assert (program, options.demo, options.quiet) == ("/usr/local/bin/crawford", False, False)
    assert f"reverse_proxy {options.host}:{options.port}\n" in proxy
    folder = read_variables(tmp_path / "crawford.env")["CRAWFORD_DATA"]
    assert [f"/var/lib/{state}" for state in read_lines(unit, "StateDirectory")] == [folder]
    limits = {key: read_lines(unit, key) for key in ("User", "NoNewPrivileges", "ProtectSystem", "UMask")}
    assert limits == {
        "User": ["crawford"],
        "NoNewPrivileges": ["true"],
        "ProtectSystem": ["strict"],
        "UMask": ["0077"],
    }


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    write(tmp_path, "--program", sys.executable)
    unit = str(tmp_path / "crawford.service")
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit]
    stderr = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert [line for line in stderr.splitlines() if "crawford.service" in line] == []


@dataclass(frozen=True)
class Connection:
    """Where Caddy answers for the name of the site."""

    ports: dict[str, int]

    @contextmanager
    def get(self, path: str, scheme: str = "https") -> Iterator[http.client.HTTPResponse]:
        """Ask for a path under the name of the site, without following redirects."""
        # Caddy signs this certificate itself.
        context = ssl._create_unverified_context()
        with ExitStack() as stack:
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", self.ports[scheme]), 60))
            connection = stack.enter_context(closing(http.client.HTTPConnection(NAME, timeout=60)))
            connection.sock = context.wrap_socket(plain, server_hostname=NAME) if scheme == "https" else plain
            connection.request("GET", path)
            yield stack.enter_context(connection.getresponse())

    def answers(self) -> bool:
        """Whether the site answers through Caddy."""
        try:
            with self.get("/healthz") as answer:
                return answer.status == 200
        except OSError:
            return False


@pytest.fixture
def site(tmp_path: Path, migrated_folder: Path) -> Iterator[Connection]:
    """The site that the files run: only folders and ports differ, and the certificate is Caddy's own."""
    write(tmp_path)
    port, ports = free_port(), {"http": free_port(), "https": free_port()}
    data = shutil.copytree(migrated_folder, tmp_path / "data")
    variables = read_variables(tmp_path / "crawford.env") | {"CRAWFORD_DATA": str(data)}
    unit = tmp_path / "crawford.service"
    commands = [*read_lines(unit, "ExecStartPre"), *read_lines(unit, "ExecStart")]
    prepare, start = (
        [sys.executable, "-m", "crawford", *command.replace("8000", str(port)).split()[1:]]
        for command in commands
    )
    subprocess.run(prepare, cwd=ROOT, env=environment(variables), check=True)
    head = (
        f"{{\n\thttp_port {ports['http']}\n\thttps_port {ports['https']}\n\tadmin off\n\tskip_install_trust\n"
        f"\tstorage file_system {tmp_path / 'caddy'}\n}}\n"
    )
    proxy = (tmp_path / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    config = tmp_path / "Caddyfile.here"
    config.write_text(head + proxy.replace(f"{NAME} {{\n", f"{NAME} {{\n\ttls internal\n"))
    caddy = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    connection = Connection(ports)
    with running(start, env=variables), running(caddy, env={"XDG_DATA_HOME": str(tmp_path)}):
        until(connection.answers)
        yield connection


@needs_caddy
@pytest.mark.second_stage
def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    write(tmp_path)
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.returncode, '"level":"warn"' in process.stderr) == (0, False)


@needs_caddy
@pytest.mark.second_stage
def test_the_files_serve_a_site_over_https(site: Connection) -> None:
    with site.get("/laws/") as page:
        style = re.search(r'href="(/static/site\.[0-9a-f]{12}\.css)"', page.read().decode())
    assert (page.status, page.headers["Strict-Transport-Security"]) == (200, "max-age=86400")
    assert style
    with (
        site.get("/accounts/sign-in/") as sign_in,
        site.get(style[1]) as sheet,
        site.get("/metrics") as metrics,
    ):
        assert (sheet.status, metrics.status) == (200, 403)
        assert "Secure" in sign_in.headers["Set-Cookie"]
    with site.get("/laws/", "http") as redirect:
        assert (redirect.status, redirect.headers["Location"]) == (308, f"https://{NAME}/laws/")
    with site.get("/stream/?topic=match:abc") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert stream.readline() == b"retry: 2000\n"
