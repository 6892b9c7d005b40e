"""`bench`: benchmarks of role-play at a moment, built from any ingested book the way of TimeChara (Ahn et al. 2024).

    dataset     an item, and the files that items stand in, with text or with pointers alone
    scenes      the stretches of a book that questions are asked about
    answers     what models have answered, kept line by line so that a run goes on where it stopped
    writing     what a model is asked of a scene: its summary, who is there, questions, falsified ones
    building    scenes -> items, with filters whose survival is counted
    running     items x methods -> answers and judgements
    sheets      people who judge by hand: sheets out and in, and how they agree
    reporting   judgements -> the tables of TimeChara
    showing     these in Markdown
    sessions    dialogue sessions in the form of HPD (Chen et al. 2023): read, stripped of their texts, filled
    hpd_tables  HPD's attributes and relations beside the graph's
    replying    sessions -> candidates in order, answers, judgements
    proposing   candidates by models, chosen by people
    measures    MAP, MRR, P@1, R10@k, dist-n, delta-P
    hpd_report  replies -> tables

May import agent and what is below it; nothing but the library's callers imports it.
"""
