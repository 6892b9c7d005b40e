"""The verbs for others than people at a terminal: over HTTP, on a page, and as tools for agents."""
