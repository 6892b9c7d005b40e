"""What noun phrases and clauses say that somebody is, has or can; `features.find_features` is the door.

A new kind of attribute is a module here, with its kind in `annotations`.
"""
