"""Analyses for differentiation: requests, activity, and differentiability.

:mod:`~dlvm.transforms.differentiation` transforms; this folder only decides. May import the other
folders of :mod:`dlvm.analysis` but :mod:`~dlvm.analysis.verification`.
"""
