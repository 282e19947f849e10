"""A network trains as it does in PyTorch."""

import numpy as np
import torch

from dlvm import nn


def test_a_convolution_network_trains_as_in_pytorch() -> None:
    rng = np.random.default_rng(0)
    images = rng.standard_normal((22, 2, 6, 6)).astype(np.float32)
    labels = rng.integers(0, 3, 22)
    model = nn.Sequential(
        nn.Conv2D(2, 4, 3, bias=False, rng=rng), nn.BatchNorm(4), nn.relu, nn.MaxPool(2),
        nn.flatten, nn.Dense(16, 3, rng=rng),
    )  # fmt: skip
    optimizer = nn.AdamW(1e-2, clip_norm=1.0, schedule=nn.cosine(12))
    trainer = nn.Trainer(model, optimizer)
    trainer.fit(images, labels, 3, 5, shuffle=False, progress=False)

    net = torch.nn.Sequential(
        torch.nn.Conv2d(2, 4, 3, bias=False), torch.nn.BatchNorm2d(4), torch.nn.ReLU(),
        torch.nn.MaxPool2d(2), torch.nn.Flatten(), torch.nn.Linear(16, 3),
    )  # fmt: skip
    convolution, _, _, _, _, dense = model.layers
    net[0].load_state_dict({"weight": torch.tensor(convolution.kernel)})
    net[5].load_state_dict(
        {"weight": torch.tensor(dense.weight.T), "bias": torch.tensor(dense.bias)}
    )
    adam = torch.optim.AdamW(net.parameters(), 1e-2)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(adam, 12)
    for _ in range(3):
        for i in range(0, 22, 5):
            adam.zero_grad()
            outputs = net(torch.tensor(images[i : i + 5]))
            torch.nn.functional.cross_entropy(outputs, torch.tensor(labels[i : i + 5])).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            adam.step()
            if scheduler.last_epoch < 12:
                scheduler.step()
    with torch.no_grad():
        expected = net.eval()(torch.tensor(images))
    np.testing.assert_allclose(trainer.predict(images), expected, rtol=2e-3, atol=1e-4)
