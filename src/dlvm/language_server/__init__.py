"""``dlvm-lsp``: a language server for ``.dl`` and ``.tel`` files (extra ``lsp``).

An editor sends each version of a file. The server finds the names in it (:mod:`.dl`, :mod:`.tel`),
and checks it in the background (:mod:`.documents`). Requests such as hover read these tables
(:mod:`.answers`), and do not wait for the check.

May import everything else.
"""
