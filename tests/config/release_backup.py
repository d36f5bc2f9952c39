"""Write the backup of a release, which later releases must open: the demo, as small as it can be packed.

python -m tests.config.release_backup NAME    writes tests/data/releases/NAME.backup
"""

import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.servers import ROOT, create_tables, manage

FOLDER = ROOT / "tests" / "data" / "releases"


def write_release_backup(name: str) -> Path:
    """Write the backup of a new site with the demo; return its path. A file of that name is replaced."""
    file = FOLDER / f"{name}.backup"
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        env = {"CRAWFORD_DATA": folder}
        create_tables(env)
        manage(env, "demo", "--verbosity", "0")
        backup = Path(folder) / file.name
        manage(env, "backup", str(backup))
        pack_again(backup, file)
    return file


def pack_again(backup: Path, file: Path) -> None:
    """Copy a backup with the best compression; members, manifest and checksum stay the same."""
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
        target.comment = source.comment


if __name__ == "__main__":
    path = write_release_backup(sys.argv[1])
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
