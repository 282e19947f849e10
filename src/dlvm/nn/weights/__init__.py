"""Files of weights: :mod:`.storage` reads and writes them, :mod:`.pytorch` describes the layouts of
PyTorch's layers. Imports the layers of :mod:`dlvm.nn`."""
