"""Settings in production mode, and complete migrations."""

import subprocess
import sys

import pytest
from django.core.management import call_command

from config.management.commands.serve import Command
from tests.servers import ROOT, environment

PRODUCTION = {
    "CRAWFORD_MODE": "production",
    "SECRET_KEY": "k9" * 40 + "-only-for-this-check",
    "ALLOWED_HOSTS": "club.example",
}


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(env), capture_output=True, text=True, check=False
    )


@pytest.mark.second_stage
def test_production_settings_pass_the_deployment_check(tmp_path: object) -> None:
    env = {**PRODUCTION, "CRAWFORD_DATA": str(tmp_path)}
    process = manage("check", "--deploy", "--fail-level", "WARNING", **env)
    assert process.returncode == 0, process.stderr


def test_production_requires_a_secret_key(tmp_path: object) -> None:
    process = manage("check", **{**PRODUCTION, "SECRET_KEY": "", "CRAWFORD_DATA": str(tmp_path)})
    assert process.stderr.splitlines()[-1].endswith("SECRET_KEY must be set when CRAWFORD_MODE=production.")


def test_an_invalid_setting_is_reported(tmp_path: object) -> None:
    for name, value, sentence in (
        ("CRAWFORD_MODE", "prod", "CRAWFORD_MODE must be home or production."),
        ("METRICS_ALLOW", "10.0.0.0/88", "'10.0.0.0/88' does not appear to be an IPv4 or IPv6 network"),
    ):
        process = manage("check", **{**PRODUCTION, "CRAWFORD_DATA": str(tmp_path), name: value})
        assert (process.returncode, process.stderr.splitlines()[-1].endswith(sentence)) == (1, True)


@pytest.mark.parametrize(
    ("env", "headers"),
    [
        ({}, (86400, False, False)),
        ({"HSTS_SECONDS": "31536000", "HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}, (31536000, True, True)),
        ({"CRAWFORD_MODE": "home", "HSTS_SUBDOMAINS": "1"}, (0, False, False)),
    ],
)
def test_how_long_a_browser_keeps_to_https_is_a_setting(
    env: dict[str, str], headers: tuple[int, bool, bool], tmp_path: object
) -> None:
    names = ("SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD")
    expression = f"import config.settings as s; print(({', '.join(f's.SECURE_HSTS_{n}' for n in names)}))"
    command = [sys.executable, "-c", expression]
    variables = environment({**PRODUCTION, "CRAWFORD_DATA": str(tmp_path), **env})
    assert subprocess.check_output(command, cwd=ROOT, env=variables, text=True).strip() == str(headers)


def test_serve_takes_its_port_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_port(*arguments: str) -> int:
        port: int = Command().create_parser("manage.py", "serve").parse_args([*arguments]).port
        return port

    monkeypatch.delenv("PORT", raising=False)
    assert read_port() == 8000
    monkeypatch.setenv("PORT", "8123")
    assert (read_port(), read_port("--port", "9")) == (8123, 9)


@pytest.mark.django_db
def test_the_migrations_are_complete() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
