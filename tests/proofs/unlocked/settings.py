"""The settings of the site, without row locks on matches and with deferred transactions."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES as SITE_DATABASES
from config.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "tests.proofs.unlocked"]
DATABASES = SITE_DATABASES
DATABASES["default"]["OPTIONS"].pop("transaction_mode", None)
