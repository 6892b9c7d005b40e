"""What a resolved chapter tells: presence, events, knowledge, identities, ties, attributes, moods, sayings.

A new kind of tie is a rule in `ties` or `tie_changes`, and its kind in `castline.graph.ties`. Imports `annotations`,
`memory`, `language` and results of `resolution`; never `extraction`.
"""
