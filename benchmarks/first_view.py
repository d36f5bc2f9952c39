"""How long the first view of every public page takes on a slow phone network.

Run from the root of the repository: `python -m benchmarks.first_view [entries]`. Needs the development
requirements and a Chromium. The site runs as on a laptop, with an event of 256 half played; each page is
opened by a browser with an empty cache, on a line of 1.6 Mbit/s down, 0.75 Mbit/s up and 150 ms round
trip ("slow 4G" in the developer tools of browsers). A view is complete when all it needs has been loaded.
Limits: 1.5 s, and 100 kB transferred.
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

ENTRIES, SETTLED, VIEWS_PER_PAGE = 256, 150, 5
SECONDS, BYTES = 1.5, 100_000
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
MEASURE_SCRIPT = """() => {
    const [visit] = performance.getEntriesByType("navigation");
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return [painted ? painted.startTime : visit.loadEventEnd, visit.loadEventEnd];
}"""


class View(NamedTuple):
    """The first view of a page: seconds to the first content and to completion, and the bytes transferred."""

    painted: float
    complete: float
    transferred: float


def main(entries: int) -> int:
    """Print the median view of every page; return 1 where a limit is missed."""
    missed = []
    with tempfile.TemporaryDirectory() as data:
        env = {"CRAWFORD_DATA": data}
        pages = _create_site(env, entries)
        with servers.site(env) as (address, _process), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, path in pages.items():
                views = [_first_view(browser, address + path) for _ in range(VIEWS_PER_PAGE)]
                view = View(*(median(figures) for figures in zip(*views, strict=True)))
                sys.stdout.write(
                    f"{name:18} painted {view.painted:5.2f} s  whole {view.complete:5.2f} s  "
                    f"{view.transferred / 1000:5.1f} kB\n"
                )
                if view.complete > SECONDS or view.transferred > BYTES:
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
    transferred = [0.0]
    line.on("Network.loadingFinished", lambda event: transferred.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    page.goto(address, wait_until="load")
    page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    painted, complete = page.evaluate(MEASURE_SCRIPT)
    context.close()
    return View(painted / 1000, complete / 1000, sum(transferred))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES))
