"""Models as ONNX files: real architectures with random weights, and models that packages ship.

``python -m benchmarks.models FOLDER`` writes them, each with the inputs it is run on.
"""
