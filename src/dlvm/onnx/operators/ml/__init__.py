"""The operators of ``ai.onnx.ml``, which converters of scikit-learn models emit."""

from dlvm.onnx.operators.ml import encoders, linear, preprocessing, svm, trees

__all__ = ["encoders", "linear", "preprocessing", "svm", "trees"]
