"""Make the folders to double-click: one zip for each system, with the wheel of dist/, uv and a script.

`make folders` runs it. The files of uv have the versions and hashes of requirements-uv.txt.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "deploy" / "folders"
# The same files give the same zip, whenever it is made.
MADE_AT = (2020, 2, 2, 0, 0, 0)


@dataclass(frozen=True)
class System:
    """A system: its name in the zip's, its platform as uv names it, and its script."""

    name: str
    platform: str
    script: str = "crawford.sh"
    uv: str = "uv"
    is_windows: bool = False


SYSTEMS = (
    System("windows", "x86_64-pc-windows-msvc", "Crawford.cmd", "uv.exe", is_windows=True),
    System("macos-arm64", "aarch64-apple-darwin", "Crawford.command"),
    System("macos-intel", "x86_64-apple-darwin", "Crawford.command"),
    System("linux", "x86_64-unknown-linux-gnu"),
)


def main() -> None:
    """Write the zips and list them."""
    parser = argparse.ArgumentParser(description="Make the folders to double-click.")
    parser.add_argument("uv", help="the program that fetches uv for each system")
    parser.add_argument("dist", nargs="?", type=Path, default=ROOT / "dist", help="the folder of the wheel")
    options = parser.parse_args()
    wheels = sorted(options.dist.glob("crawford-*.whl"))
    if len(wheels) != 1:
        sys.exit(f"{options.dist} must hold one wheel: `make package` makes it.")
    target = options.dist / "folders"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for system in SYSTEMS:
        with tempfile.TemporaryDirectory() as packages:
            fetch_uv(options.uv, system, Path(packages))
            file = write_zip(target, system, wheels[0], Path(packages))
        print(f"{file}: {file.stat().st_size // 1000} kB")


def fetch_uv(uv: str, system: System, packages: Path) -> None:
    """Unpack uv for a system into a folder; its hash must be one of requirements-uv.txt."""
    target = ["--target", str(packages), "--python-platform", system.platform]
    checks = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", "requirements-uv.txt"]
    subprocess.run([uv, "pip", "install", "--quiet", *target, *checks], cwd=ROOT, check=True)


def write_zip(target: Path, system: System, wheel: Path, packages: Path) -> Path:
    """Write the zip of a system into the folder `target`; return its path."""
    version = wheel.name.split("-")[1]
    name = f"Crawford-{version}"
    file = target / f"{name}-{system.name}.zip"
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for path, content, is_program in list_files(system, wheel, packages):
            entry = ZipInfo(f"{name}/{path}", MADE_AT)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            archive.writestr(entry, content)
    return file


def list_files(system: System, wheel: Path, packages: Path) -> list[tuple[str, bytes, bool]]:
    """Return the files of a folder: path in it, content, and whether it is a program."""
    script = SOURCE / ("crawford.cmd" if system.is_windows else "crawford.sh")
    licences = sorted(packages.glob("uv-*.dist-info/licenses/*"))
    return [
        (system.script, fill(script, wheel, system), True),
        ("README.txt", fill(SOURCE / "README.txt", wheel, system), False),
        (wheel.name, wheel.read_bytes(), False),
        ("requirements.txt", (ROOT / "requirements.txt").read_bytes(), False),
        (system.uv, (packages / "bin" / system.uv).read_bytes(), True),
        *((f"uv-licences/{path.name}", path.read_bytes(), False) for path in licences),
    ]


def fill(template: Path, wheel: Path, system: System) -> bytes:
    """Return a text with the version and the wheel, with the line ends of the system."""
    text = template.read_text(encoding="utf-8")
    text = text.replace("@VERSION@", wheel.name.split("-")[1]).replace("@WHEEL@", wheel.name)
    return (text.replace("\n", "\r\n") if system.is_windows else text).encode()


if __name__ == "__main__":
    main()
