"""What moves anyone's affection and familiarity for another, and the levels that come of it; `levels` is the door.

May import `narrative` for who is there; a new sort of cue is a module here, called by `cues` or `levels`.
"""
