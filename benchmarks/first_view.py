"""How long the first view of every public page takes on a slow phone network.

Run from the root of the repository: `python -m benchmarks.first_view [entries]`. Needs the development
requirements and a Chromium. The site runs as on a laptop, with an event of 256 half played; each page is
opened by a browser with an empty cache, on a line of 1.6 Mbit/s down, 0.75 Mbit/s up and 150 ms there and
back (the "slow 4G" of browsers' tools). A view is complete when everything it needs has arrived.
Limits: 1.5 s, and 100 kB on the line.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests import servers
from tests.browser.chromium import CHROMIUM

ENTRIES, SETTLED, TIMES = 256, 150, 5
SECONDS, BYTES = 1.5, 100_000
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PAINTED = """() => {
    const [visit] = performance.getEntriesByType("navigation");
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return [painted ? painted.startTime : visit.loadEventEnd, visit.loadEventEnd];
}"""


class View(NamedTuple):
    """The first view of a page: seconds to the first text and to completion, and its bytes."""

    painted: float
    whole: float
    carried: float


def main(entries: int) -> int:
    """Print the median view of every page; return 1 where a limit is missed."""
    missed = []
    with tempfile.TemporaryDirectory() as data:
        env = {"CRAWFORD_DATA": data}
        pages = _create_site(env, entries)
        with servers.site(env) as (address, _process), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, path in pages.items():
                views = [_first_view(browser, address + path) for _ in range(TIMES)]
                view = View(*(median(each) for each in zip(*views, strict=True)))
                sys.stdout.write(
                    f"{name:18} painted {view.painted:5.2f} s  whole {view.whole:5.2f} s  "
                    f"{view.carried / 1000:5.1f} kB\n"
                )
                if view.whole > SECONDS or view.carried > BYTES:
                    missed.append(name)
            browser.close()
    sys.stdout.write(f"missed: {', '.join(missed) or 'none'}\n")
    return 1 if missed else 0


def _create_site(env: Mapping[str, str], entries: int) -> dict[str, str]:
    command = [sys.executable, "-m", "benchmarks.sites.views", str(entries), str(SETTLED)]
    settings = {**servers.environment(env), "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True)
    data: dict[str, str] = json.loads(process.stdout)
    return data


def _first_view(browser: Browser, address: str) -> View:
    """Open a page with an empty cache."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    line = context.new_cdp_session(page)
    carried = [0.0]
    line.on("Network.loadingFinished", lambda value: carried.append(value["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    page.goto(address, wait_until="load")
    page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    value, whole = page.evaluate(PAINTED)
    context.close()
    return View(value / 1000, whole / 1000, sum(carried))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES))
