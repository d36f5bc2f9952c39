"""The house's own settings, its matches without locks and its transactions without a queue."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES as HOUSE_DATABASES
from config.settings import INSTALLED_APPS as HOUSE_APPS

INSTALLED_APPS = [*HOUSE_APPS, "tests.proofs.unlocked"]
DATABASES = HOUSE_DATABASES
DATABASES["default"]["OPTIONS"].pop("transaction_mode", None)
