"""What chapters hand on: the people met so far, their ties and levels, and the evidence about who is who.

Every stage after extraction reads it; only `learn` changes it for the chapters to come.
"""
