"""Settings in production mode, and complete migrations."""

import subprocess
import sys

import pytest
from django.core.management import call_command

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


@pytest.mark.django_db
def test_the_migrations_are_complete() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
