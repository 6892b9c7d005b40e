"""Files to book texts: formats, encodings, licences; `book.read` is the door, `BookText` what it hands on.

A new file format is a module here and a branch in `book.read`. Knows nothing of chapters or of language.
"""
