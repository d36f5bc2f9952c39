"""Start Crawford from an installed package.

    crawford [--port N] [--host H] [--no-demo]    start the site (more options: crawford manage serve --help)
    crawford manage COMMAND ...                   any command of the site, such as createsuperuser or backup
    crawford worker ...                           a Celery worker, with its options
    crawford beat ...                             the beat of the workers, with its options
    crawford server-files NAME                    write the files of a server: keys, systemd unit, Caddyfile
    crawford --version

Data is stored in the data folder of the user, or in CRAWFORD_DATA.
"""

import argparse
import os
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from crawford import server_files

SITE = Path(__file__).parent / "site"


def main() -> None:
    """Run the command that the arguments of this process name."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["server-files"]:
        server_files.main(arguments[1:])
        return
    prepare_environment()
    if arguments[:1] in (["worker"], ["beat"]):
        run_celery(arguments)
    elif arguments[:1] == ["manage"]:
        run_command(arguments[1:])
    else:
        run_command(["serve", *read_options(arguments)])


def prepare_environment() -> None:
    """Make the site importable, and choose its settings and data folder."""
    sys.path.insert(0, str(SITE))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ.setdefault("CRAWFORD_DATA", str(find_data_folder(sys.platform, os.environ, Path.home())))


def find_data_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Return the folder in which a program keeps the data of the user, by the rules of the system."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local", "Crawford")
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Crawford"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share", "crawford")


def read_options(arguments: list[str]) -> list[str]:
    """Return the arguments of `serve`; print the version or the help if that was asked."""
    as_written = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(prog="crawford", description=__doc__, formatter_class=as_written)
    parser.add_argument("--version", action="store_true", help="show the version of the package and exit")
    parser.add_argument("--port", default=os.environ.get("PORT", "8000"))
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1 keeps it to this computer")  # noqa: S104
    parser.add_argument("--no-demo", dest="demo", action="store_false", help="start with an empty database")
    options, others = parser.parse_known_args(arguments)
    if options.version:
        sys.stdout.write(f"Crawford {version('crawford')}\n")
        sys.exit()
    demo = ["--demo"] if options.demo else []
    return ["--host", options.host, "--port", options.port, *demo, *others]


def run_command(arguments: list[str]) -> None:
    """Run a management command of the site."""
    from manage import main as run  # noqa: PLC0415 - the site is importable only now

    run(["crawford manage", *arguments])


def run_celery(arguments: list[str]) -> None:
    """Run a command of Celery, such as a worker of the site."""
    from celery.bin.celery import celery  # noqa: PLC0415 - it reads the environment
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - only here is it needed

    try:
        celery(["-A", "config", *arguments], prog_name="crawford", auto_envvar_prefix="CELERY")
    except ImproperlyConfigured as error:
        sys.exit(f"CommandError: {error}")


if __name__ == "__main__":
    main()
