"""The site's own settings with the yard beside it."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "tests.config.yard"]
ROOT_URLCONF = "tests.config.yard.urls"
