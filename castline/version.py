"""The version: what is installed, and what every fact says it was made by."""

__version__ = "0.1.0"
