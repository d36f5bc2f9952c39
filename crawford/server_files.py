"""Write the files of a server, with fresh keys: what `crawford server-files` does. Needs no Django."""

import argparse
import os
import re
import secrets
import sys
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).parent / "server"
# Only a clone has the files of the containers.
DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
SERVER_FILES = ("crawford.env", "crawford.service", "Caddyfile")
CONTAINER_FILES = ("crawford.env", "postgres.env", "redis.env", "caddy.env")
EXAMPLE_NAME = "club.example"
HOST_NAME = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?")


def main(arguments: list[str]) -> None:
    """Write the files that the arguments ask for, and print what to do with them."""
    options = read_options(arguments)
    values = {"name": options.name, "program": options.program, "folder": options.folder}
    if options.containers:
        files, steps = make_container_files(options.name), "container_steps.txt"
    else:
        files, steps = make_server_files(options.name, options.program), "steps.txt"
    try:
        write_files(options.folder, files, replace=options.force)
    except FileExistsError as error:
        sys.exit(
            f"{error.filename} exists. With --force all files are written anew, with new keys: "
            "then everybody is signed out, and second factors must be set up again."
        )
    except OSError as error:
        sys.exit(f"{error.filename} cannot be written: {error.strerror}.")
    sys.stdout.write(fill_template(steps, **values))


def read_options(arguments: list[str]) -> argparse.Namespace:
    """Return the options of the command."""
    parser = argparse.ArgumentParser(
        prog="crawford server-files",
        description="Write the files of a server: environment with fresh keys, systemd unit, Caddyfile.",
    )
    parser.add_argument("name", type=read_host_name, help=f"host name of the site, such as {EXAMPLE_NAME}")
    parser.add_argument("--folder", type=Path, help="where to write them; if omitted, a folder of that name")
    parser.add_argument(
        "--program", default="/opt/crawford/bin/crawford", help="where the command is on the server"
    )
    parser.add_argument(
        "--containers",
        action="store_true",
        help="in a clone: the environments of deploy/compose.yaml instead",
    )
    parser.add_argument("--force", action="store_true", help="replace files, and with them the keys")
    options = parser.parse_args(arguments)
    if options.containers and not DEPLOY.is_dir():
        parser.error("--containers needs a clone of the repository, which has the file of the image")
    options.folder = options.folder or (DEPLOY if options.containers else Path(options.name))
    return options


def read_host_name(text: str) -> str:
    """Return a host name in lower case; raise ArgumentTypeError if it is none."""
    name = text.lower()
    if not HOST_NAME.fullmatch(name):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a host name. Write it without https:// and without a path, as {EXAMPLE_NAME}; "
            "a name with other letters than a to z in its form xn--…"
        )
    return name


def make_server_files(name: str, program: str) -> dict[str, str]:
    """Return the text of each file of a server without containers."""
    values = {
        "name": name,
        "program": program,
        "secret_key": make_key(),
        "metrics_token": make_key(),
    }
    return {file: fill_template(file, **values) for file in SERVER_FILES}


def make_container_files(name: str) -> dict[str, str]:
    """Return the text of each environment file of the containers: its example, filled in."""
    keys = {key: make_key() for key in ("SECRET_KEY", "METRICS_TOKEN", "POSTGRES_PASSWORD", "REDIS_PASSWORD")}

    def fill_example(file: str) -> str:
        text = (DEPLOY / f"{file}.example").read_text(encoding="utf-8").replace(EXAMPLE_NAME, name)
        for key, value in keys.items():
            text = re.sub(rf"^{key}=$", f"{key}={value}", text, flags=re.MULTILINE)
            text = text.replace(f":{key}@", f":{value}@")
        return text

    return {file: fill_example(file) for file in CONTAINER_FILES}


def make_key() -> str:
    """Return a new key, of letters and digits that need no quotes anywhere."""
    return secrets.token_hex(32)


def fill_template(file: str, **values: object) -> str:
    """Return a template with its values."""
    return Template((TEMPLATES / file).read_text(encoding="utf-8")).substitute(values)


def write_files(folder: Path, files: dict[str, str], *, replace: bool) -> None:
    """Write the files; those with keys can only be read by their owner.

    Raises FileExistsError, before anything is written, if one exists and `replace` is false.
    """
    for file in files:
        if not replace and os.path.lexists(folder / file):
            raise FileExistsError(0, "", str(folder / file))
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        write_file(folder / file, text, mode=0o600 if file.endswith(".env") else 0o644)


def write_file(path: Path, text: str, *, mode: int) -> None:
    """Write a file with its mode, as a new one: nobody who has the old one open can read it."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
