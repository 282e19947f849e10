"""DLVM: a compiler framework for neural-network languages."""
