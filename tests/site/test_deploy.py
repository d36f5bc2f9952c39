"""The files in deploy/ fit the site: known settings, health checks, no root user, no open ports."""

import os
import re
import secrets
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from celery.bin.celery import celery
from django.core.management import get_commands

from crawford import server_files
from tests.servers import environment
from tests.site.source import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
# The keys of a service, and of its health check, of the Compose Specification that deploy/compose.yaml uses.
SERVICE = {
    "cap_add",
    *("image", "build", "command", "environment", "env_file", "user", "restart", "stop_grace_period"),
    *("read_only", "tmpfs", "cap_drop", "security_opt", "volumes", "networks", "ports"),
    *("depends_on", "healthcheck"),
}
HEALTH = {"test", "interval", "timeout", "start_period"}
EXPLAINED = {
    "postgres": {"POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB"},
    "redis": {"REDIS_PASSWORD"},
    "caddy": {"SITE_NAME"},
}
# Caddy must listen on ports below 1024, which only root may; it has no other right.
STARTED_AS_ROOT = ["caddy"]
FILES = ("compose.yaml", "compose.https.yaml")


def _settings() -> str:
    return "".join(file.read_text() for file in sorted((ROOT / "config/settings").glob("*.py")))


def compose() -> dict[str, dict[str, dict[str, object]]]:
    """Both files as Compose puts them together: no service is in both."""
    files = [yaml.safe_load((DEPLOY / name).read_text()) for name in FILES]
    services = [name for file in files for name in file["services"]]
    assert len(services) == len(set(services))
    return {key: {} | files[0][key] | files[1].get(key, {}) for key in ("services", "volumes", "networks")}


def test_every_service_has_a_health_check_and_none_runs_as_root() -> None:
    services = compose()["services"]
    container = (DEPLOY / "Containerfile").read_text()
    assert set(services) == {"web", "worker", "beat", "postgres", "redis", "caddy"}
    assert (re.findall(r"^USER (.*)$", container, re.M), "HEALTHCHECK" in container) == (["crawford"], True)
    of_the_site = {name for name, service in services.items() if service["image"] == "crawford"}
    as_root = [name for name in services if name not in of_the_site and services[name].get("user") is None]
    assert as_root == STARTED_AS_ROOT
    rights = [(services[name]["cap_drop"], services[name]["cap_add"]) for name in as_root]
    assert rights == [(["ALL"], ["NET_BIND_SERVICE"])]
    assert [name for name in services if "healthcheck" not in services[name]] == []


def test_keys_dependencies_volumes_and_networks_of_the_compose_file_exist() -> None:
    data = compose()
    services, volumes, networks = data["services"], data["volumes"], data["networks"]
    unknown_keys = {name: sorted(set(service) - SERVICE) for name, service in services.items()}
    assert {name: keys for name, keys in unknown_keys.items() if keys} == {}
    for service in services.values():
        health, awaited = service["healthcheck"], service.get("depends_on", {})
        assert isinstance(health, dict)
        assert isinstance(awaited, dict)
        assert (set(health) - HEALTH, health["test"][0] in {"CMD", "CMD-SHELL"}) == (set(), True)
        assert set(awaited) <= set(services)
        assert [
            condition for condition in awaited.values() if condition != {"condition": "service_healthy"}
        ] == []
        mounted = service.get("volumes", [])
        joined = service["networks"]
        assert isinstance(mounted, list)
        assert isinstance(joined, list)
        sources = {volume.partition(":")[0] for volume in mounted}
        assert {source for source in sources if not (DEPLOY / source).is_file()} <= set(volumes)
        assert set(joined) <= set(networks)


def test_only_the_proxy_is_published_and_the_web_port_locally() -> None:
    services = compose()["services"]
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:8000:8000"], "caddy": ["80:80", "443:443", "443:443/udp"]}
    assert [services[name]["networks"] for name in ("postgres", "redis")] == [["inside"], ["inside"]]


def example(name: str) -> set[str]:
    """The variables of an example environment file."""
    return set(re.findall(r"^([A-Z_]+)=", (DEPLOY / f"{name}.example").read_text(), re.M))


def setting_names() -> set[str]:
    """The variables that the settings read."""
    return set(re.findall(r"env(?:\.\w+)?\(\s*\"([A-Z_]+)\"", _settings()))


def test_every_variable_of_the_environment_is_a_setting() -> None:
    assert example("crawford.env") - setting_names() == set()


def test_the_database_and_redis_get_their_own_variables_and_none_of_the_site() -> None:
    services = compose()["services"]
    files = {name: service.get("env_file") for name, service in services.items()}
    site_files = dict.fromkeys(("web", "worker", "beat"), "crawford.env")
    assert files == {**site_files, **{name: f"{name}.env" for name in EXPLAINED}}
    assert {name: example(f"{name}.env") for name in EXPLAINED} == EXPLAINED
    assert [name for name in EXPLAINED if "environment" in services[name]] == []


def test_the_commands_of_the_services_exist() -> None:
    services = compose()["services"]
    commands = {
        name: service["command"]
        for name, service in services.items()
        if service["image"] == "crawford" and "command" in service
    }
    assert {name: command[:2] for name, command in commands.items()} == {
        "worker": ["crawford", "worker"],
        "beat": ["crawford", "beat"],
    }
    checks = [service["healthcheck"]["test"] for service in services.values()]
    managed = {check[3] for check in checks if check[1:3] == ["crawford", "manage"]}
    assert (managed, managed <= set(get_commands())) == ({"alive"}, True)
    for name, command in commands.items():
        [celery_command] = [one for one in celery.commands.values() if one.name == name]
        assert celery_command.make_context(name, list(command[2:]), resilient_parsing=True)


def test_both_proxies_do_the_same() -> None:
    in_container = (
        (DEPLOY / "Caddyfile")
        .read_text()
        .replace("{$SITE_NAME}", "$name")
        .replace("web:8000", "127.0.0.1:8000")
    )
    on_server = (ROOT / "crawford/server/Caddyfile").read_text()
    bodies = [text[text.index("$name {") :] for text in (in_container, on_server)]
    assert bodies[0] == bodies[1]


def test_the_examples_are_filled_in_with_fresh_passwords_that_fit() -> None:
    first, second = (
        server_files.make_container_files("spiel.example"),
        server_files.make_container_files("spiel.example"),
    )
    variables = {name: dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.M)) for name, text in first.items()}
    site, database, redis = (variables[f"{name}.env"] for name in ("crawford", "postgres", "redis"))
    address, broker = urlsplit(site["DATABASE_URL"]), urlsplit(site["REDIS_URL"])
    assert (address.username, address.path) == (database["POSTGRES_USER"], f"/{database['POSTGRES_DB']}")
    assert (address.password, broker.password) == (database["POSTGRES_PASSWORD"], redis["REDIS_PASSWORD"])
    assert (address.hostname, broker.hostname) == ("postgres", "redis")
    assert site["ALLOWED_HOSTS"].split(",")[0] == variables["caddy.env"]["SITE_NAME"] == "spiel.example"
    assert [name for file in variables.values() for name, value in file.items() if not value] == []
    assert "club.example" not in "".join(first.values())
    keys = {site["SECRET_KEY"], site["METRICS_TOKEN"], address.password, broker.password}
    assert (len(keys), [key for key in keys if str(key) in "".join(second.values())]) == (4, [])


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs caddy")
@pytest.mark.second_stage
def test_caddy_accepts_the_file_of_its_container() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    env = {**os.environ, "SITE_NAME": "club.example"}
    assert subprocess.run(command, env=env, capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def fly() -> dict[str, Any]:
    return tomllib.loads((DEPLOY / "fly.toml").read_text())


@pytest.fixture(scope="module")
def render() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((DEPLOY / "render.yaml").read_text())
    return data


def test_fly_runs_one_machine_with_the_volume_of_the_image(fly: dict[str, Any]) -> None:
    container = (DEPLOY / "Containerfile").read_text()
    assert re.findall(r"^VOLUME (.*)$", container, re.M) == [fly["mounts"]["destination"]]
    service = fly["http_service"]
    assert (service["auto_stop_machines"], service["min_machines_running"]) == ("off", 1)
    assert str(service["internal_port"]) == fly["env"]["PORT"]
    [check] = service["checks"]
    assert (check["path"], check["headers"]["Host"]) == ("/healthz", fly["env"]["ALLOWED_HOSTS"])
    assert fly["env"]["CRAWFORD_ADDRESS"] == f"https://{fly['app']}.fly.dev"
    assert "DATABASE_URL" not in fly["env"]


def test_the_services_of_render_exist_and_share_what_they_need(render: dict[str, Any]) -> None:
    services = {service["type"]: service for service in render["services"]}
    assert set(services) == {"web", "worker", "keyvalue"}
    names = {service["name"] for service in render["services"]}
    databases = {database["name"] for database in render["databases"]}
    groups = {group["name"]: group["envVars"] for group in render["envVarGroups"]}
    for service in (services["web"], services["worker"]):
        assert (ROOT / service["dockerfilePath"]).is_file()
        variables = service["envVars"]
        assert {one["fromGroup"] for one in variables if "fromGroup" in one} == set(groups)
        assert {one["fromDatabase"]["name"] for one in variables if "fromDatabase" in one} == databases
        assert {one["fromService"]["name"] for one in variables if "fromService" in one} <= names
        own = {one["key"] for one in variables if "key" in one}
        assert own == {"ALLOWED_HOSTS", "CRAWFORD_ADDRESS", "DATABASE_URL", "REDIS_URL"}
    program, command, *options = services["worker"]["dockerCommand"].split()
    assert (program, "-B" in options, celery.commands[command].name) == ("crawford", True, "worker")
    assert celery.commands[command].make_context(command, options, resilient_parsing=True)
    assert (services["web"]["healthCheckPath"], services["keyvalue"]["maxmemoryPolicy"]) == (
        "/healthz",
        "noeviction",
    )


def test_every_variable_for_a_host_is_a_setting(fly: dict[str, Any], render: dict[str, Any]) -> None:
    variables = [one for service in render["services"] for one in service.get("envVars", [])]
    variables += [one for group in render["envVarGroups"] for one in group["envVars"]]
    names = {*fly["env"], *(one["key"] for one in variables if "key" in one)}
    # PORT is read by `serve`, FORWARDED_ALLOW_IPS by uvicorn.
    assert names - {"PORT", "FORWARDED_ALLOW_IPS"} <= setting_names()


@pytest.mark.second_stage
def test_the_settings_of_both_hosts_pass_the_deployment_check(
    fly: dict[str, Any], render: dict[str, Any], tmp_path: Path
) -> None:
    group = {one["key"]: one["value"] for one in render["envVarGroups"][0]["envVars"] if "value" in one}
    given = {"CRAWFORD_MODE": "production", "SECRET_KEY": secrets.token_hex(32)}
    given["CRAWFORD_DATA"] = str(tmp_path)
    on_render = {
        "ALLOWED_HOSTS": "crawford.onrender.com",
        "CRAWFORD_ADDRESS": "https://crawford.onrender.com",
        "DATABASE_URL": "postgresql://crawford:secret@dpg-a1-a/crawford",
        "REDIS_URL": "redis://red-a1:6379",
    }
    for variables in (fly["env"], group | on_render):
        command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
        env = environment(given | variables)
        process = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("name", [unit.name for unit in UNITS])
def test_no_unit_runs_as_root_or_writes_outside_its_folder(name: str) -> None:
    text = (DEPLOY / "systemd" / name).read_text()
    required_lines = ("User=crawford", "NoNewPrivileges=true", "ProtectSystem=strict", "Restart=always")
    assert [line for line in required_lines if line not in text] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_reads_every_unit() -> None:
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *map(str, UNITS)]
    stderr = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    # The programs of the units exist only on a server.
    faults = [line for line in stderr.splitlines() if "is not executable" not in line and str(DEPLOY) in line]
    assert faults == []
