"""The engine that this site runs, its level and its limits, by the settings."""

from django.conf import settings

from matches.records.engines.bgsage import Bgsage
from matches.records.engines.engine import Engine, Limits
from matches.records.engines.gnubg import GnuBackgammon, name_level


def list_engines() -> list[Engine]:
    """All engines that the site can run, the preferred one first."""
    return [GnuBackgammon(settings.GNUBG_PATH), Bgsage()]


def get_engine(code: str) -> Engine | None:
    """The engine of this code; None for an unknown one."""
    return next((engine for engine in list_engines() if engine.code == code), None)


def find_site_engine() -> Engine | None:
    """The engine that analyses here: that of the setting, or the first installed; None without one."""
    allowed = [engine for engine in list_engines() if settings.ANALYSIS_ENGINE in ("auto", engine.code)]
    return next((engine for engine in allowed if engine.is_installed()), None)


def get_level(engine: Engine) -> str:
    """The level at which the site uses an engine."""
    if engine.code == GnuBackgammon.code:
        return name_level(settings.GNUBG_PLIES)
    return str(settings.BGSAGE_LEVEL)


def has_quick_stage(engine: Engine) -> bool:
    """Whether a quick analysis comes before that at the level of the site."""
    return bool(settings.ANALYSIS_QUICK_FIRST) and get_level(engine) != engine.quick_level


def get_limits() -> Limits:
    """The limits for the analysis of one game."""
    seconds = settings.ANALYSIS_SECONDS
    return Limits(2 * seconds, seconds, settings.ANALYSIS_MEMORY_MB * 1_000_000)
