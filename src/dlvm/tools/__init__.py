"""The command-line tools: ``dlopt`` runs passes, ``dlc`` compiles and runs."""
