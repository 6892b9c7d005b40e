"""Every answer: folds over facts up to a moment, in plain code, the same for each store.

Reads `castline.graph` alone; the library, the command line and the service say its verbs aloud.
"""
