"""What differentiation asks before it runs: requests, activity, and what has no derivative.

:mod:`~dlvm.transforms.differentiation` transforms; this folder only decides. May import the other
folders of :mod:`dlvm.analysis` but :mod:`~dlvm.analysis.verification`.
"""
