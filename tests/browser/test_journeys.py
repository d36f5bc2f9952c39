"""Every journey is counted in the test module it names, and documented as it is."""

import re
from pathlib import Path

from tests.browser.journeys import JOURNEYS
from tests.servers import ROOT

DOCUMENTED = re.compile(r"^\| (J\w+(?: \w+)?) \| (.+) \| (\d+) \| (\d+) \| `test_(\w+)` \|$", re.MULTILINE)
COUNTED = re.compile(r'took\("([^"]+)"')


def test_every_journey_is_counted_in_its_scene() -> None:
    modules = Path(__file__).parent.glob("test_*.py")
    values = {(name, scene.stem) for scene in modules for name in COUNTED.findall(scene.read_text())}

    assert {(name, f"test_{journey.scene}") for name, journey in JOURNEYS.items()} <= values
    assert {name for name, _scene in values} == set(JOURNEYS)


def test_the_document_lists_the_tap_counts_of_the_journeys() -> None:
    texts = DOCUMENTED.findall((ROOT / "docs" / "proofs.md").read_text())

    assert texts == [
        (name, journey.does, str(journey.most), str(journey.takes), journey.scene)
        for name, journey in JOURNEYS.items()
    ]
