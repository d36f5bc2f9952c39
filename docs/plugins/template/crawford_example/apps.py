"""Configuration of the plug-in, named by its entry point."""

from config.plugins import PluginConfig


class ExampleConfig(PluginConfig):
    name = "crawford_example"
    verbose_name = "Example"
    # The versions of Crawford that it was tried with.
    requires_crawford = ">=0.1,<1"
