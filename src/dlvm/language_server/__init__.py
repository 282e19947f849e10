"""``dlvm-lsp``: a language server for ``.dl`` and ``.tel`` files (extra ``lsp``).

An editor sends each version of a file. The server finds the names in the file (:mod:`.dl`,
:mod:`.tel`), and checks it in the background (:mod:`.server`). Requests such as hover read these
names (:mod:`.answers`), and do not wait for the check.

May import everything else.
"""
