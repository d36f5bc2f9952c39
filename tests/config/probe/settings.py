"""The site's own settings with the probe app beside it."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "tests.config.probe"]
ROOT_URLCONF = "tests.config.probe.urls"
