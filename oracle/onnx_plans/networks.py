"""Networks of images and sequences: those of torchvision, and small ones that show one idea each."""

import torch
import torchvision
from torch import nn
from torch.nn import functional

import export

NETWORKS = {}


def network(*inputs, **about):
    def register(make):
        NETWORKS[make.__name__] = (make, inputs, about)
        return make

    return register


IMAGE = (export.BATCH, 3, 64, 64)
STEPS = (export.BATCH, 12, 32)
BOTH, OLD = ("new", "old"), ("old",)


def conv(into, to, size=3, stride=1, groups=1):
    return nn.Sequential(nn.Conv2d(into, to, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(to), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, *parts):
        super().__init__()
        self.parts = nn.Sequential(*parts)

    def forward(self, x):
        return x + self.parts(x)


class Scaled(nn.Module):
    """Channels are scaled by the contents of the entire image, as in squeeze and excitation."""

    def __init__(self, channels):
        super().__init__()
        self.scale = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Conv2d(8, channels, 1), nn.Sigmoid())

    def forward(self, x):
        return x * self.scale(x)


def classified(*parts, channels):
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 10))


@network(IMAGE, rows=True)
def small_resnet():
    return classified(conv(3, 16, 7, 2), nn.MaxPool2d(3, 2, 1), Residual(conv(16, 16)), conv(16, 32, 3, 2), Residual(conv(32, 32), conv(32, 32)), channels=32)


@network(IMAGE, rows=True)
def small_mobile():
    return classified(conv(3, 16, 3, 2), conv(16, 16, 5, 1, groups=16), Scaled(16), conv(16, 32, 1), conv(32, 32, 3, 2, groups=32), channels=32)


@network(IMAGE, rows=True)
def plain_convolutions():
    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 8, 5, padding=2), nn.ReLU(), nn.Conv2d(8, 3, 3, padding=2, dilation=2))


@network(IMAGE, rows=True)
def pixel_shuffle():
    return nn.Sequential(nn.Conv2d(3, 16, 5, padding=2), nn.Tanh(), nn.Conv2d(16, 12, 3, padding=1), nn.PixelShuffle(2))


@network(IMAGE, rows=True)
def autoencoder():
    return nn.Sequential(conv(3, 8, 3, 2), conv(8, 16, 3, 2), nn.ConvTranspose2d(16, 8, 2, 2), nn.ReLU(), nn.ConvTranspose2d(8, 3, 2, 2))


@network(IMAGE, rows=True)
class unet(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = conv(3, 8), conv(8, 16), conv(16, 32)
        self.d, self.e = conv(48, 16), conv(24, 8)
        self.out = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        a = self.a(x)
        b = self.b(functional.max_pool2d(a, 2))
        c = self.c(functional.max_pool2d(b, 2))
        d = self.d(torch.cat([functional.interpolate(c, scale_factor=2), b], 1))
        return self.out(self.e(torch.cat([functional.interpolate(d, scale_factor=2), a], 1)))


@network(IMAGE, rows=True)
class pyramid(nn.Module):
    """Features of three sizes, added from the smallest up, and a prediction from each."""

    def __init__(self):
        super().__init__()
        self.down = nn.ModuleList([conv(3, 8, 3, 2), conv(8, 16, 3, 2), conv(16, 32, 3, 2)])
        self.side = nn.ModuleList([nn.Conv2d(size, 8, 1) for size in (8, 16, 32)])
        self.head = nn.Conv2d(8, 4, 3, padding=1)

    def forward(self, x):
        found = []
        for down in self.down:
            x = down(x)
            found.append(x)
        a, b, c = (side(each) for side, each in zip(self.side, found))
        b = b + functional.interpolate(c, scale_factor=2)
        return self.head(a + functional.interpolate(b, scale_factor=2))


@network(IMAGE, rows=True, exporters=OLD)
def resnet18():
    return torchvision.models.resnet18()


@network(IMAGE, rows=True, exporters=OLD, mean_before=r"(^|\.)fc$")
def shufflenet():
    return torchvision.models.shufflenet_v2_x0_5()


@network(IMAGE, rows=True, exporters=OLD, mean_before=r"(^|\.)classifier\.1$")
def mobilenet_v2():
    return torchvision.models.mobilenet_v2(width_mult=0.5)


@network(IMAGE, rows=True, exporters=OLD)
def mobilenet_v3():
    return torchvision.models.mobilenet_v3_small()


@network(IMAGE, rows=True, exporters=OLD)
def regnet():
    return torchvision.models.regnet_y_400mf()


@network(IMAGE, rows=True, exporters=OLD)
def efficientnet():
    return torchvision.models.efficientnet_b0()


@network(IMAGE, rows=True, exporters=OLD, mean_before=r"(^|\.)classifier$")
def densenet():
    return torchvision.models.DenseNet(8, (2, 2, 2), 16)


@network(IMAGE, rows=True, exporters=OLD, mean_before=r"(^|\.)classifier\.1$")
def mnasnet():
    return torchvision.models.mnasnet0_5()


@network(IMAGE, rows=True, exporters=OLD)
def squeezenet():
    return torchvision.models.squeezenet1_1()


@network(IMAGE, rows=True)
def convnext():
    settings = [torchvision.models.convnext.CNBlockConfig(16, 32, 1), torchvision.models.convnext.CNBlockConfig(32, None, 1)]
    return torchvision.models.ConvNeXt(settings)


@network(IMAGE)
def swin():
    return torchvision.models.SwinTransformer([4, 4], 16, [2, 2], [2, 4], [4, 4])


PROJECTIONS = {"columns": (r"(^|\.)(linear1|in_proj|up|query|key|value)$",), "rows": (r"(^|\.)(linear2|out_proj|down|out)$",)}


@network(STEPS, tensor=PROJECTIONS, exporters=OLD)
def encoder_layers():
    layer = nn.TransformerEncoderLayer(32, 4, 64, 0.0, batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


@network((12, export.BATCH, 32), tensor=PROJECTIONS, exporters=OLD, batch_at=1)
def sequence_first_layers():
    layer = nn.TransformerEncoderLayer(32, 4, 64, 0.0)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


@network(STEPS, STEPS, tensor=PROJECTIONS, exporters=OLD)
class decoder_layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.TransformerDecoder(nn.TransformerDecoderLayer(32, 4, 64, 0.0, batch_first=True), 2)

    def forward(self, x, memory):
        return self.layers(x, memory)


@network(STEPS, tensor=PROJECTIONS)
def perceptron():
    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.up, self.down, self.norm = nn.Linear(32, 64), nn.Linear(64, 32), nn.LayerNorm(32)

        def forward(self, x):
            return self.norm(x + self.down(functional.gelu(self.up(x))))

    return nn.Sequential(Block(), Block(), Block())


@network(STEPS, tensor=PROJECTIONS)
class gated(nn.Module):
    """A gate and its values from one product, as in Phi-3."""

    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(32, 128), nn.Linear(64, 32)

    def forward(self, x):
        gate, value = self.up(x).chunk(2, -1)
        return self.down(functional.silu(gate) * value)


@network(STEPS, tensor=PROJECTIONS)
class fused_attention(nn.Module):
    """Queries, keys and values from one product, divided before the heads."""

    def __init__(self):
        super().__init__()
        self.in_proj, self.out = nn.Linear(32, 96), nn.Linear(32, 32)

    def forward(self, x):
        q, k, v = (each.reshape(*x.shape[:2], 4, 8).transpose(1, 2) for each in self.in_proj(x).split(32, -1))
        scores = (q @ k.transpose(-1, -2) / 8**0.5).softmax(-1)
        return self.out((scores @ v).transpose(1, 2).reshape(x.shape))


@network(STEPS)
def recurrent():
    return nn.LSTM(32, 16, 2, batch_first=True, bidirectional=True)


@network(STEPS, exporters=OLD)
def gated_recurrent():
    return nn.GRU(32, 16, batch_first=True)


@network((export.BATCH, 16, 64))
def causal_convolutions():
    return nn.Sequential(*[nn.Sequential(nn.ConstantPad1d((2 * 2**i, 0), 0.0), nn.Conv1d(16, 16, 3, dilation=2**i), nn.ReLU()) for i in range(3)])


@network((export.BATCH, 16, 32))
class mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))
        self.channels = nn.Sequential(nn.LayerNorm(32), nn.Linear(32, 64), nn.GELU(), nn.Linear(64, 32))

    def forward(self, x):
        x = x + self.tokens(x.transpose(1, 2)).transpose(1, 2)
        return x + self.channels(x)


def write(folder, name, exporter):
    make, shapes, about = NETWORKS[name]
    torch.manual_seed(sum(map(ord, name)))
    model = make().eval()
    if "tensor" in about:
        # PyTorch begins with copies of one layer, which exporters merge; those of a trained model differ.
        with torch.no_grad():
            for parameter in model.parameters():
                parameter += 0.02 * torch.randn_like(parameter)
    names = [f"input{number}" for number in range(len(shapes))]
    inputs = {each: torch.randn(shape) for each, shape in zip(names, shapes)}
    at = about.get("batch_at", 0)
    facts = {"rows": names if about.get("rows") else [], "batch_at": at}
    # Ranks that share an image need its size, so only the batch is symbolic.
    symbols = [{at: "batch"} for _ in names]
    export.write(folder, f"{name}-{exporter}", Positional(model, names), inputs, exporter=exporter, symbols=symbols,
                 about=facts, mean_before=about.get("mean_before", ""), **about.get("tensor", {}))


class Positional(nn.Module):
    """A module that takes its inputs by name."""

    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, **inputs):
        return self.model(*(inputs[name] for name in self.names))
