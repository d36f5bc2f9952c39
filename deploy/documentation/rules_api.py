"""Write the API of `rules` as pages: rules_api.py FOLDER."""

import sys
from base64 import b64encode
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import get_type_hints

import pdoc
import pdoc.render

ROOT = Path(__file__).resolve().parents[2]


def main(folder: str) -> None:
    """Import all modules of `rules`, and write their pages into a folder."""
    sys.path.insert(0, str(ROOT))
    package = import_module("rules")
    for module in walk_packages(package.__path__, "rules."):
        name_annotated_types(import_module(module.name))
    mark = b64encode((ROOT / "static/mark.svg").read_bytes()).decode()
    pdoc.render.configure(
        docformat="markdown", search=True, show_source=False, favicon=f"data:image/svg+xml;base64,{mark}"
    )
    pdoc.pdoc("rules", output_directory=Path(folder))


def name_annotated_types(module: object) -> None:
    """Resolve the types of the named tuples of a module, which pdoc resolves in `typing` only."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            value.__new__.__annotations__ = get_type_hints(value)


if __name__ == "__main__":
    main(sys.argv[1])
