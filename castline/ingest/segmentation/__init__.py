"""Book texts to chapters, scenes and paragraphs, by what stands on lines; `chapters.cut` is the door.

May import `reading`, and numerals of the graph.
"""
