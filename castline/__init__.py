"""Castline: books into a time-stamped character graph, and anyone's persona as of a chapter."""

__version__ = "0.1.0"
