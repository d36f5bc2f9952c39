"""The files in deploy/ fit the site: known settings, health checks, no root user, no open ports."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.site.source import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
# The keys of a service, and of its health check, of the Compose Specification that deploy/compose.yaml uses.
SERVICE = {
    *("image", "build", "command", "environment", "env_file", "user", "restart", "stop_grace_period"),
    *("read_only", "tmpfs", "cap_drop", "security_opt", "volumes", "networks", "ports"),
    *("depends_on", "healthcheck"),
}
HEALTH = {"test", "interval", "timeout", "start_period"}
EXPLAINED = {
    "postgres": {"POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB"},
    "redis": {"REDIS_PASSWORD"},
}


def _settings() -> str:
    return "".join(file.read_text() for file in sorted((ROOT / "config/settings").glob("*.py")))


def compose() -> dict[str, dict[str, dict[str, object]]]:
    data: dict[str, dict[str, dict[str, object]]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return data


def test_every_service_has_a_health_check_and_none_runs_as_root() -> None:
    services = compose()["services"]
    container = (DEPLOY / "Containerfile").read_text()
    assert set(services) == {"web", "worker", "beat", "postgres", "redis"}
    assert (re.findall(r"^USER (.*)$", container, re.M), "HEALTHCHECK" in container) == (["crawford"], True)
    of_the_site = {name for name, service in services.items() if service["image"] == "crawford"}
    assert [name for name in services if name not in of_the_site and services[name].get("user") is None] == []
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
        assert {volume.partition(":")[0] for volume in mounted} <= set(volumes)
        assert set(joined) <= set(networks)


def test_only_the_web_port_is_published_and_only_locally() -> None:
    services = compose()["services"]
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:8000:8000"]}
    assert [services[name]["networks"] for name in ("postgres", "redis")] == [["inside"], ["inside"]]


def example(name: str) -> set[str]:
    """The variables of an example environment file."""
    return set(re.findall(r"^([A-Z_]+)=", (DEPLOY / f"{name}.example").read_text(), re.M))


def test_every_variable_of_the_environment_is_a_setting() -> None:
    setting_names = set(re.findall(r"env(?:\.\w+)?\(\s*\"([A-Z_]+)\"", _settings()))
    assert example("crawford.env") - setting_names == set()


def test_the_database_and_redis_get_their_own_variables_and_none_of_the_site() -> None:
    services = compose()["services"]
    files = {name: service.get("env_file") for name, service in services.items()}
    site_files = dict.fromkeys(("web", "worker", "beat"), "crawford.env")
    assert files == {**site_files, "postgres": "postgres.env", "redis": "redis.env"}
    assert {name: example(f"{name}.env") for name in EXPLAINED} == EXPLAINED
    assert [name for name in EXPLAINED if "environment" in services[name]] == []


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
