"""`model`: a language model reads beside the rules, and amends what they have decided.

    seen        what the rules have read of a chapter, kept until it is settled
    passages    a chapter -> passages of some 1,500 words
    form        the form of an answer, a sentence for each field
    prompts     a passage, with what was known before it -> what is asked
    endpoint    one call to an OpenAI-compatible endpoint: the one place that knows the `openai` package
    ladder      how an endpoint is made to answer in JSON, and what was learnt of it
    pace        how many calls run at once
    asking      all passages at once, patiently, each answer paid once
    kept        answers by the hash of what was asked, beside the store
    parsing     the text of an answer -> its form, mended where it is nearly JSON
    checks      what an answer may say of its passage; the rest is refused
    who         the people of an answer -> the people of the memory
    laying      an answer -> answers to decisions, laid over them
    estimate    calls, tokens, minutes and money, before any is spent
    batches     requests and answers as files of JSON lines
    route       the reader that `pipeline.ingest` is given

An extra, `castline[model]`: nothing else in castline imports this room until a model is asked for.
"""
