"""The stored OpenAPI description of the API: `python -m tests.site.openapi` (make schema) writes it."""

import os
import sys
from pathlib import Path
from typing import Any

import django
import yaml

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.utils import translation  # noqa: E402
from drf_spectacular.generators import SchemaGenerator  # noqa: E402

from tests.site import actions  # noqa: E402

ROOT = Path(__file__).parents[2]
STORED, LISTED = ROOT / "docs" / "openapi.yaml", ROOT / "docs" / "api-addresses.md"
COMMANDS = ROOT / "docs" / "commands.md"
HEAD = """# Every address for programs

How to think about them stands in [api.md](api.md). This list and [openapi.yaml](openapi.yaml) are
written by `make schema`.

| Address | Method | Operation | What it does |
|---|---|---|---|
"""


def described() -> dict[str, Any]:
    """The description that the site serves, in English."""
    with translation.override("en"):
        schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
        return dict(yaml.safe_load(yaml.safe_dump(_plain(schema), allow_unicode=True)))


def stored() -> dict[str, Any]:
    """The description stored in docs/openapi.yaml."""
    return dict(yaml.safe_load(STORED.read_text(encoding="utf-8")))


def operations(description: dict[str, Any]) -> dict[str, Any]:
    """Every operation by its ID, with its method and path."""
    return {
        operation["operationId"]: {"at": f"{method.upper()} {path}", **operation}
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }


def as_yaml(description: dict[str, Any]) -> str:
    """A description as YAML."""
    return yaml.safe_dump(description, allow_unicode=True, sort_keys=False, width=110)


def as_list(description: dict[str, Any]) -> str:
    """The page docs/api-addresses.md."""
    rows = [
        f"| `{path}` | {method.upper()} | `{operation['operationId']}` | {_summary(operation)} |"
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return HEAD + "\n".join(rows) + "\n"


def _summary(operation: dict[str, Any]) -> str:
    return actions.summarise(operation).replace("|", "\\|")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    return value if isinstance(value, bool | int | float | type(None)) else str(value)


def main() -> None:
    """Write the description, the list of its addresses and that of everything that can be done."""
    description = described()
    STORED.write_text(as_yaml(description), encoding="utf-8")
    LISTED.write_text(as_list(description), encoding="utf-8")
    COMMANDS.write_text(actions.as_page(description["paths"]), encoding="utf-8")
    sys.stdout.write(f"{len(operations(description))} operations\n")


if __name__ == "__main__":
    main()
