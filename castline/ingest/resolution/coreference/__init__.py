"""Nouns and pronouns to people, and the narrator's "I": whom a mention means where the walk has come to.

May import `cast`.
"""
