"""Names to people, old and new: whom a name means, which names are one person's, and which are not.

A new rule about names is a module here, called by `aliases.name_people`.
"""
