"""Class names are unique in the site."""

import ast
from collections import defaultdict

from tests.site import source

# The rules are a separate library: its classes are used with their module (`rules.gameplay.Match`).
LIBRARY = "rules"
# Names that Django requires.
FIXED = {"Command"}


def test_a_class_name_is_unique_in_the_site() -> None:
    modules_by_class = defaultdict(list)
    for path in source.modules():
        if path.relative_to(source.ROOT).parts[0] != LIBRARY:
            for node in source.tree(path).body:
                if isinstance(node, ast.ClassDef) and node.name not in FIXED:
                    modules_by_class[node.name].append(source.name(path))
    assert {name: modules for name, modules in modules_by_class.items() if len(modules) > 1} == {}
