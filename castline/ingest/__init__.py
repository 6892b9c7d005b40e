"""From a file to facts: each room is a stage, and what one hands to the next is a value.

    reading       file -> book text
    segmentation  book text -> chapters, scenes, paragraphs
    extraction    chapter -> annotations: what it says before anyone knows who is who (any order, other processes)
    rules         annotations, memory -> decisions, by way of
      resolution    who every mention means, who says every quote
      narrative     who is there, what happens, who knows, what ties and traits are told
      feelings      what moves anyone's affection and familiarity
    amend         decisions, answers -> decisions: whoever knows better than the rules
    learn         memory, decisions -> memory, for the chapters to come
    writer        decisions -> facts
    settling      one chapter through these four
    editions      a book that a saga holds under another name
    pieces        the chapters that a saga does not hold yet
    pipeline      the order of things, and nothing else

Others ask for `pipeline.ingest`; nothing here is imported by `castline.query`.
"""
