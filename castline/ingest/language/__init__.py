"""What is known of English before any book: the parser, word lists, names and their short forms, learnt weights.

Imported by every later stage; imports nothing of them.
"""
