"""``dlvm explore``: the stages of a program side by side, linked line by line.

:mod:`.stages` collects the texts of all stages, and the lines of the source that each of their
lines implements. :mod:`.page` makes one self-contained HTML page of them; ``page.js`` shows it.

May import everything else.
"""
