"""What people have said of a saga where it was read wrong, laid over what has been decided of a chapter.

`prior` tells the rules before they decide, `laying` answers what they decided; may import all of ingest below `settling`.
"""
