"""Who is who in a chapter: every mention to a person, every quote to a speaker; `resolve.resolve` is the door.

cast <- coreference <- attribution <- resolve: each may import those before it.
"""
