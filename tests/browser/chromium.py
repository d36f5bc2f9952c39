"""The Chromium of this machine, started with as little around the page as it can do without."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

# The shell has no windows, so that a page costs a third of what it does in the whole browser.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")

# The first two are pages drawn behind every address bar; a list of one's own takes the place of the driver's.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "Translate",
)

# No page lives long enough to earn back what it costs to translate its scripts twice more.
UNPOLISHED = "--js-flags=--no-opt --no-maglev"


def launched(playwright: Playwright) -> Browser:
    """The browser, running; `CHROMIUM` must not be empty."""
    arguments = ["--no-sandbox", f"--disable-features={','.join(LEFT_OUT)}", UNPOLISHED]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
