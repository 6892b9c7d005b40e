"""The graph and its stores: facts, moments, identity as of a moment, the property graph, SQLite and Neo4j.

Knows neither how facts are found nor what is asked of them: `ingest` writes through a store, `query` reads.
"""
