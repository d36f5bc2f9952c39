"""Configuration of the plug-in, named by its entry point."""

from config.plugins import PluginConfig


class AtlantisConfig(PluginConfig):
    name = "crawford_atlantis"
    verbose_name = "Backgammon Federation of Atlantis"
    requires_crawford = ">=0.1,<1"
