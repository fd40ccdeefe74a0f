//! Hostile networks on ciphertexts.

fn network(input: &str, layers: &[&str]) -> String {
    let layers: Vec<String> = layers.iter().map(|layer| format!("[[layer]]\n{layer}\n")).collect();
    format!("input = {input}\n\n{}", layers.join("\n"))
}

pub(super) fn inputs() -> Vec<(&'static str, String)> {
    let conv = |features: u64, kernel: u64| {
        format!("op = \"conv\"\nfeatures = {features}\nkernel = {kernel}\npad = \"same\"")
    };
    let gemm = |features: u64| format!("op = \"gemm\"\nfeatures = {features}");
    let flat = "op = \"flatten\"";
    vec![
        ("channels-2-40", network("[1099511627776, 4, 4]", &[&conv(4, 3)])),
        ("rows-2-40", network("[1, 1099511627776, 4]", &[&conv(4, 3)])),
        ("planes-2-20", network("[4, 1048576, 1048576]", &[&conv(4, 3)])),
        ("features-2-40", network("[4, 8, 8]", &[&conv(1 << 40, 3)])),
        ("features-2-62", network("[4, 8, 8]", &[&conv(1 << 62, 3)])),
        ("kernel-2-30", network("[4, 8, 8]", &[&conv(4, (1 << 30) + 1)])),
        ("kernel-10001", network("[4, 16, 16]", &[&conv(4, 10_001)])),
        ("features-2-20", network("[4, 8, 8]", &[&conv(1 << 20, 3)])),
        ("gemm-2-40", network("[4, 8, 8]", &[flat, &gemm(1 << 40)])),
        ("gemm-2-20", network("[64, 32, 32]", &[flat, &gemm(1 << 20)])),
        ("many-layers", network("[64, 32, 32]", &vec![&conv(64, 3)[..]; 80])),
    ]
}
