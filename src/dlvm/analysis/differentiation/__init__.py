"""Analyses for differentiation: requests, activity, and differentiability.

This folder decides what is differentiated; :mod:`~dlvm.transforms.differentiation` transforms the
code. May import the other folders of :mod:`dlvm.analysis` except
:mod:`~dlvm.analysis.verification`.
"""
