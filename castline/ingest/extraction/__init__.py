"""A chapter's text to its annotations, with no memory of other chapters; `extract.extract` and `workers.extract_all` are doors.

Runs in any order and in other processes. Later stages import `annotations`, never this room.
"""
