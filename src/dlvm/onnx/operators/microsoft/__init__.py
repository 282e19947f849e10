"""The operators of ``com.microsoft`` that optimized transformers and quantized models contain."""

from dlvm.onnx.operators.microsoft import attention, fused, quantized

__all__ = ["attention", "fused", "quantized"]
