"""The modules by which an app adds to the site (receivers, hooks, tasks), imported when Django starts."""

import logging
import pkgutil
from importlib import import_module
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib import admin
from django.dispatch import Signal
from django.utils.module_loading import module_has_submodule

from config.plugins import PluginConfig
from matches import registry as match_registry
from matches import signals as match_signals
from tournaments import registry, signals

logger = logging.getLogger(__name__)

SITE_PACKAGES = ("config", "tournaments", "matches")
PARTS = ("receivers", "hooks", "tasks", "heartbeat")
# Django imports these later, those of all apps at once. Of a plug-in they are tried before.
DJANGO_PARTS = ("migrations", "templatetags", "admin")

Register = list[Any] | dict[Any, Any]


def import_parts() -> None:
    """Import the parts of the site's apps in the order of INSTALLED_APPS, where the plug-ins are last.

    What a plug-in that fails has added is taken back, and it is removed.
    """
    for app_config in apps.get_app_configs():
        if isinstance(app_config, PluginConfig):
            _load_plugin(app_config)
        elif app_config.name.partition(".")[0] in SITE_PACKAGES:
            for part in PARTS:
                _import_part(app_config, part)
    for plugin in settings.PLUGINS:
        if plugin.has_problem:
            reason = plugin.traceback or plugin.detail
            logger.error("The plug-in %s is not loaded: %s. %s", plugin.name, plugin.state, reason)


def list_registers() -> list[Register]:
    """Return what plug-ins add to: functions of hooks, addresses, receivers, pages of the admin."""
    modules = (match_registry, registry, match_signals, signals)
    values = [value for module in modules for name, value in vars(module).items() if not name.startswith("_")]
    return [
        *(value.functions for value in values if isinstance(value, match_registry.Hook)),
        *(value.receivers for value in values if isinstance(value, Signal)),
        *(value for value in values if isinstance(value, (list, dict))),
        admin.site._registry,
    ]


def _load_plugin(app_config: PluginConfig) -> None:
    registers = list_registers()
    contents = [register.copy() for register in registers]
    try:
        for part in (*PARTS, *DJANGO_PARTS):
            _import_part(app_config, part)
        for module in (*registry.page_urls, *registry.api_urls):
            if module.startswith(f"{app_config.name}."):
                list(import_module(module).urlpatterns)
    except Exception as error:  # noqa: BLE001 - no fault of a plug-in may keep the site from starting
        for register, content in zip(registers, contents, strict=True):
            _restore(register, content)
        app_config.plugin.fail(error)
        app_config.remove()


def _import_part(app_config: AppConfig, part: str) -> None:
    """Import a module of an app, or a package with its modules, if the app has it."""
    if app_config.module is not None and module_has_submodule(app_config.module, part):
        package = import_module(f"{app_config.name}.{part}")
        for module in pkgutil.iter_modules(getattr(package, "__path__", ())):
            import_module(f"{package.__name__}.{module.name}")


def _restore(register: Register, content: Register) -> None:
    register.clear()
    if isinstance(register, dict):
        register.update(content)
    else:
        register.extend(content)
