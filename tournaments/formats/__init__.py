"""Formats of stages (draw, pairing, places) and plans of events. Pure functions, without the database.

`format` defines the interface, `registry` lists the formats; each format has its own module.
"""

from tournaments.formats.registry import FORMATS, format_of

__all__ = ["FORMATS", "format_of"]
