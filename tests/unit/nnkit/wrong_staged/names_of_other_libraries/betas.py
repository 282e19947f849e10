from dlvm import nn

nn.AdamW(1e-3, betas=(0.9, 0.99))  # error@1: AdamW has no parameter betas; did you mean beta1 and beta2?
