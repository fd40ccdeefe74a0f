//! Residual networks by shape: ResNet-20 for CIFAR images, ResNet-18, 34 and 50 for ImageNet images.
//!
//! The max pool after the stem of the ImageNet networks is an average pool here, as is usual on ciphertexts: a
//! maximum takes many levels of polynomials. Batch normalisations are folded into the preceding convolutions.

use super::{Builder, LayerId, Network};
use crate::CkksResult;
use crate::kernels::Activation;
use crate::linear::{LinearOp, Window};

/// The names of the built-in networks.
pub const NAMES: &[&str] = &["resnet20", "resnet18", "resnet34", "resnet50"];

/// The built-in network of this name, if there is one, with this activation.
pub fn by_name(name: &str, activation: &Activation) -> Option<CkksResult<Network>> {
    match name {
        "resnet20" => Some(resnet20(activation)),
        "resnet18" => Some(imagenet(&[2, 2, 2, 2], ResidualBlock::Basic, activation)),
        "resnet34" => Some(imagenet(&[3, 4, 6, 3], ResidualBlock::Basic, activation)),
        "resnet50" => Some(imagenet(&[3, 4, 6, 3], ResidualBlock::Bottleneck, activation)),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ResidualBlock {
    /// Two 3x3 convolutions.
    Basic,
    /// 1x1, 3x3, 1x1 with four times the features.
    Bottleneck,
}

fn resnet20(activation: &Activation) -> CkksResult<Network> {
    let mut net = Builder::new("image", [3, 32, 32]);
    let stem = net.conv("conv1", net.input(), 16, Window::same(3, 1), 1)?;
    let mut x = net.activation("act1", stem, activation.clone())?;
    for (stage, features) in [16, 32, 64].into_iter().enumerate() {
        for block in 0..3 {
            let stride = if stage > 0 && block == 0 { 2 } else { 1 };
            let name = format!("layer{}.{block}", stage + 1);
            x = residual(&mut net, &name, x, features, stride, ResidualBlock::Basic, activation)?;
        }
    }
    head(&mut net, x, 10)
}

fn imagenet(blocks: &[usize], kind: ResidualBlock, activation: &Activation) -> CkksResult<Network> {
    let mut net = Builder::new("image", [3, 224, 224]);
    let stem = net.conv("conv1", net.input(), 64, Window::same(7, 2), 1)?;
    let x = net.activation("act1", stem, activation.clone())?;
    let pool = LinearOp::average_pool(net.shape(x), Window::same(3, 2), true)?;
    let mut x = net.linear("pool1", x, pool, None)?;
    for (stage, &count) in blocks.iter().enumerate() {
        for block in 0..count {
            let stride = if stage > 0 && block == 0 { 2 } else { 1 };
            let name = format!("layer{}.{block}", stage + 1);
            x = residual(&mut net, &name, x, 64 << stage, stride, kind, activation)?;
        }
    }
    head(&mut net, x, 1000)
}

fn residual(
    net: &mut Builder,
    name: &str,
    x: LayerId,
    features: usize,
    stride: usize,
    kind: ResidualBlock,
    activation: &Activation,
) -> CkksResult<LayerId> {
    let windows: &[(usize, usize, usize)] = match kind {
        ResidualBlock::Basic => &[(features, 3, stride), (features, 3, 1)],
        ResidualBlock::Bottleneck => &[(features, 1, 1), (features, 3, stride), (4 * features, 1, 1)],
    };
    let mut y = x;
    for (n, &(features, kernel, stride)) in windows.iter().enumerate() {
        y = net.conv(&format!("{name}.conv{}", n + 1), y, features, Window::same(kernel, stride), 1)?;
        if n + 1 < windows.len() {
            y = net.activation(&format!("{name}.act{}", n + 1), y, activation.clone())?;
        }
    }
    let made = net.shape(y);
    let shortcut = if net.shape(x) == made {
        x
    } else {
        net.conv(&format!("{name}.down"), x, made[0], Window::same(1, stride), 1)?
    };
    let sum = net.add(&format!("{name}.add"), y, shortcut)?;
    net.activation(&format!("{name}.act"), sum, activation.clone())
}

fn head(net: &mut Builder, x: LayerId, classes: usize) -> CkksResult<Network> {
    let pooled = net.global_pool("avgpool", x)?;
    let op = LinearOp::gemm(net.shape(pooled), classes)?;
    net.linear("fc", pooled, op, None)?;
    std::mem::replace(net, Builder::new("", [1, 1, 1])).finish()
}
