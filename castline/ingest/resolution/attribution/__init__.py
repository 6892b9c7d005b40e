"""Quotes to speakers and to those spoken to, and letters to writers and readers; `attribute.Conversation` is the door.

May import `cast` and `coreference`.
"""
