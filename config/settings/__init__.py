"""All settings; what differs between machines comes from the environment."""

from config.settings.auth import *  # noqa: F403
from config.settings.base import *  # noqa: F403
from config.settings.web import *  # noqa: F403
