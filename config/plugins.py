"""Plug-ins: apps of other packages, found by their entry points in `crawford.plugins` (docs/plugins.md)."""

import traceback
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import EntryPoint, entry_points
from typing import ClassVar

from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy as _
from packaging.specifiers import SpecifierSet

ENTRY_POINT_GROUP = "crawford.plugins"


class PluginState(StrEnum):
    """Whether a plug-in is loaded, or why not."""

    LOADED = "loaded"
    SWITCHED_OFF = "switched off"
    NOT_INSTALLED = "not installed"
    OTHER_VERSION = "made for another version of Crawford"
    FAILED = "failed"


SENTENCES = {
    PluginState.LOADED: _("Loaded"),
    PluginState.SWITCHED_OFF: _("Switched off by CRAWFORD_PLUGINS"),
    PluginState.NOT_INSTALLED: _("Named in CRAWFORD_PLUGINS, but not installed"),
    PluginState.OTHER_VERSION: _("Not loaded: needs Crawford %(detail)s"),
    PluginState.FAILED: _("Not loaded: %(detail)s"),
}


@dataclass(slots=True)
class Plugin:
    """A plug-in by the name of its entry point, with the package that contains it and its version.

    `app` is the dotted path of its configuration, for INSTALLED_APPS. `detail` is the version of Crawford it
    needs, or the error with which it failed; `traceback` is that of the error.
    """

    name: str
    package: str = ""
    version: str = ""
    app: str = ""
    state: PluginState = PluginState.LOADED
    detail: str = ""
    traceback: str = ""

    @property
    def is_loaded(self) -> bool:
        """Whether the site uses it."""
        return self.state == PluginState.LOADED

    @property
    def has_problem(self) -> bool:
        """Whether the site should use it and cannot."""
        return self.state not in (PluginState.LOADED, PluginState.SWITCHED_OFF)

    def describe(self) -> str:
        """Return whether it is loaded, or why not, as a sentence."""
        return str(SENTENCES[self.state]) % {"detail": self.detail}

    def fail(self, error: Exception) -> None:
        """Note the error with which it failed."""
        self.state, self.detail = PluginState.FAILED, f"{type(error).__name__}: {error}"
        self.traceback = "".join(traceback.format_exception(error))


class PluginConfig(AppConfig):
    """The configuration of a plug-in: its entry point names a class below this one."""

    # The versions of Crawford that it fits, such as ">=1.2,<2".
    requires_crawford: ClassVar[str]
    # Set by `find_plugins`.
    plugin: ClassVar[Plugin]

    def import_models(self) -> None:
        """Import the models; an app whose models fail is removed."""
        try:
            super().import_models()
        except Exception as error:  # noqa: BLE001 - no fault of a plug-in may keep the site from starting
            self.plugin.fail(error)
            self.remove()

    def remove(self) -> None:
        """Remove the app from Django's registry."""
        # Django iterates over the apps while it starts, so that the mapping is replaced, not changed.
        apps.app_configs = {
            label: app_config for label, app_config in apps.app_configs.items() if app_config is not self
        }
        apps.all_models.pop(self.label, None)
        apps.clear_cache()


def find_plugins(
    version: str, chosen: Collection[str] | None, installed_apps: Collection[str]
) -> list[Plugin]:
    """Return the plug-ins that are installed, and those that are chosen but not installed, by name.

    `version` is that of Crawford. `chosen` are the names of those to load, None for all; others are not even
    imported. A plug-in that does not fit or fails is returned with its state and must not be installed.
    """
    labels = {app.rpartition(".")[2] for app in installed_apps}
    plugins = []
    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        plugin = Plugin(entry_point.name)
        plugins.append(plugin)
        if entry_point.dist is not None:
            plugin.package, plugin.version = entry_point.dist.name, entry_point.dist.version
        if chosen is not None and plugin.name not in chosen:
            plugin.state = PluginState.SWITCHED_OFF
            continue
        try:
            _load(plugin, entry_point, version, labels)
        except Exception as error:  # noqa: BLE001 - no fault of a plug-in may keep the site from starting
            plugin.fail(error)
    missing = set(chosen or ()) - {plugin.name for plugin in plugins}
    plugins += [Plugin(name, state=PluginState.NOT_INSTALLED) for name in missing]
    return sorted(plugins, key=lambda plugin: plugin.name)


def _load(plugin: Plugin, entry_point: EntryPoint, version: str, labels: set[str]) -> None:
    """Import the configuration of a plug-in and check it; its label is added to `labels`.

    Raises whatever the plug-in raises, TypeError for another class, ValueError for a label in use, and
    InvalidSpecifier for a version that cannot be read.
    """
    config_class = entry_point.load()
    if not (isinstance(config_class, type) and issubclass(config_class, PluginConfig)):
        raise TypeError(f"{entry_point.value} is not a class below config.plugins.PluginConfig.")
    needed = config_class.requires_crawford
    if not SpecifierSet(needed).contains(version, prereleases=True):
        plugin.state, plugin.detail = PluginState.OTHER_VERSION, needed
        return
    app = f"{config_class.__module__}.{config_class.__qualname__}"
    label = AppConfig.create(app).label
    if label in labels:
        raise ValueError(f"There is another app with the label {label}.")
    labels.add(label)
    config_class.plugin, plugin.app = plugin, app
