// RUN: sdy_opt %s -no-such-pass | FileCheck %s

// CHECK: func @main
func.func @main() {
  return
}
