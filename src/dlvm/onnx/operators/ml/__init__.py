"""The operators of ``ai.onnx.ml``: what converters write for models of scikit-learn."""

from dlvm.onnx.operators.ml import encoders, linear, preprocessing, svm, trees

__all__ = ["encoders", "linear", "preprocessing", "svm", "trees"]
