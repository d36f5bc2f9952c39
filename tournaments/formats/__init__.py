"""Formats: how a stage is drawn, paired and placed, and the plans made of them. Pure, no Django.

`format` says what a format answers, `registry` lists them, and each stands in a module of its own.
"""

from tournaments.formats.registry import FORMATS, format_of

__all__ = ["FORMATS", "format_of"]
