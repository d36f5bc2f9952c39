"""Start the Chromium of this machine with as few features as possible."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

# The headless shell has no windows: a page takes a third of the time of the whole browser.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")

# This list replaces the one of Playwright; the first two are pages rendered behind every address bar.
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

# Optimising compilers do not pay off: pages are open only briefly.
UNPOLISHED = "--js-flags=--no-opt --no-maglev"

# Animations are drawn frame by frame, and no test looks at one.
NO_MOTION = "--force-prefers-reduced-motion"


def launched(playwright: Playwright) -> Browser:
    """Start the browser; `CHROMIUM` must not be empty."""
    arguments = ["--no-sandbox", NO_MOTION, f"--disable-features={','.join(LEFT_OUT)}", UNPOLISHED]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
