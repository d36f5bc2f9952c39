"""All settings, part by part; what differs between machines comes from the environment."""

from config.settings.accounts import *  # noqa: F403
from config.settings.doors import *  # noqa: F403
from config.settings.house import *  # noqa: F403
