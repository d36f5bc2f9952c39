"""Formats: how a stage is drawn, paired and ranked, and plans made of them. Pure, no Django.

`format` defines the interface, `registry` lists the formats, and each has its own module.
"""

from tournaments.formats.registry import FORMATS, format_of

__all__ = ["FORMATS", "format_of"]
