"""The verbs over HTTP."""
