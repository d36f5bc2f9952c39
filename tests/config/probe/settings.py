"""The settings of the site, with the probe app added."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "tests.config.probe"]
ROOT_URLCONF = "tests.config.probe.urls"
