"""Models of PyTorch that ``torch.compile(backend="dlvm")`` runs, and their agreement with eager
mode: ``python -m tests.peers.pytorch.models``."""
