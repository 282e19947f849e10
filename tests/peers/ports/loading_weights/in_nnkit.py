"""A classifier of texts reads its weights from a file, and is applied."""

from dlvm import nn
from dlvm.nnkit import Int2D, staged, struct


@struct
class Classifier:
    embedding: nn.Embedding
    lstm: nn.LSTM
    attention: nn.MultiHeadAttention
    norm: nn.BatchNorm
    head: nn.Dense

    @staged
    def __call__(self, tokens: Int2D):
        x = self.lstm(self.embedding(tokens))
        x = x + self.attention(x)
        return self.head(self.norm(x.mean(axis=1)))


def main(path, tokens):
    layers = nn.Embedding(30, 8), nn.LSTM(8, 12), nn.MultiHeadAttention(12, 3)
    model = nn.load(path, Classifier(*layers, nn.BatchNorm(12), nn.Dense(12, 4)), layout="pytorch")
    return {"logits": model(tokens), "weight": model.head.weight}
