from dlvm import nn

nn.Module()  # error@1: dlvm.nn has no attribute Module; write a @struct class with fields and a method __call__
