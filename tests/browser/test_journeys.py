"""Every journey (docs/proofs.md) is counted in the test module it names, and documented with its number of
taps."""

import re
from pathlib import Path

from tests.browser.journeys import JOURNEYS
from tests.servers import ROOT

DOCUMENTED = re.compile(r"^\| (J\w+(?: \w+)?) \| (.+) \| (\d+) \| (\d+) \| `test_(\w+)` \|$", re.MULTILINE)
COUNTED = re.compile(r'took\("([^"]+)"')


def test_every_journey_is_counted_in_its_test_module() -> None:
    test_modules = Path(__file__).parent.glob("test_*.py")
    counted = {(name, module.stem) for module in test_modules for name in COUNTED.findall(module.read_text())}

    assert {(name, f"test_{journey.test_module}") for name, journey in JOURNEYS.items()} <= counted
    assert {name for name, _module in counted} == set(JOURNEYS)


def test_the_document_lists_the_tap_counts_of_the_journeys() -> None:
    rows = DOCUMENTED.findall((ROOT / "docs" / "proofs.md").read_text())

    assert rows == [
        (name, journey.does, str(journey.most), str(journey.takes), journey.test_module)
        for name, journey in JOURNEYS.items()
    ]
