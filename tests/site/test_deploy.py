"""What lies in deploy/ fits the site: its settings, its commands, no root, health checks, nothing open."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.site.source import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
# Keys of a service, and of its health, in the Compose Specification; of them, those this site uses.
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
    result: dict[str, dict[str, dict[str, object]]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return result


def test_every_service_asks_for_its_health_and_none_is_root() -> None:
    services = compose()["services"]
    container = (DEPLOY / "Containerfile").read_text()
    assert set(services) == {"web", "worker", "beat", "postgres", "redis"}
    assert (re.findall(r"^USER (.*)$", container, re.M), "HEALTHCHECK" in container) == (["crawford"], True)
    values = {name for name, service in services.items() if service["image"] == "crawford"}
    assert [name for name in services if name not in values and services[name].get("user") is None] == []
    assert [name for name in services if "healthcheck" not in services[name]] == []


def test_every_key_of_the_compose_file_is_known_and_leads_somewhere() -> None:
    result = compose()
    services, volumes, networks = result["services"], result["volumes"], result["networks"]
    strange = {name: sorted(set(service) - SERVICE) for name, service in services.items()}
    assert {name: keys for name, keys in strange.items() if keys} == {}
    for service in services.values():
        health, awaited = service["healthcheck"], service.get("depends_on", {})
        assert isinstance(health, dict)
        assert isinstance(awaited, dict)
        assert (set(health) - HEALTH, health["test"][0] in {"CMD", "CMD-SHELL"}) == (set(), True)
        assert set(awaited) <= set(services)
        assert [each for each in awaited.values() if each != {"condition": "service_healthy"}] == []
        mounted = service.get("volumes", [])
        joined = service["networks"]
        assert isinstance(mounted, list)
        assert isinstance(joined, list)
        assert {each.partition(":")[0] for each in mounted} <= set(volumes)
        assert set(joined) <= set(networks)


def test_only_pages_are_open_and_only_to_this_machine() -> None:
    services = compose()["services"]
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:8000:8000"]}
    assert [services[name]["networks"] for name in ("postgres", "redis")] == [["inside"], ["inside"]]


def example(name: str) -> set[str]:
    """The variables of an example of an environment."""
    return set(re.findall(r"^([A-Z_]+)=", (DEPLOY / f"{name}.example").read_text(), re.M))


def test_every_variable_of_the_environment_is_a_setting() -> None:
    values = set(re.findall(r"env(?:\.\w+)?\(\s*\"([A-Z_]+)\"", _settings()))
    assert example("crawford.env") - values == set()


def test_the_database_and_redis_get_their_own_variables_and_none_of_the_site() -> None:
    services = compose()["services"]
    files = {name: service.get("env_file") for name, service in services.items()}
    mapping = dict.fromkeys(("web", "worker", "beat"), "crawford.env")
    assert files == {**mapping, "postgres": "postgres.env", "redis": "redis.env"}
    assert {name: example(f"{name}.env") for name in EXPLAINED} == EXPLAINED
    assert [name for name in EXPLAINED if "environment" in services[name]] == []


@pytest.mark.parametrize("name", [unit.name for unit in UNITS])
def test_no_unit_runs_as_root_or_writes_elsewhere(name: str) -> None:
    text = (DEPLOY / "systemd" / name).read_text()
    items = ("User=crawford", "NoNewPrivileges=true", "ProtectSystem=strict", "Restart=always")
    assert [phrase for phrase in items if phrase not in text] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_reads_every_unit() -> None:
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *map(str, UNITS)]
    stderr = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    # The programs themselves lie where a server has them.
    faults = [line for line in stderr.splitlines() if "is not executable" not in line and str(DEPLOY) in line]
    assert faults == []
