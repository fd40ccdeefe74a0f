// RUN: sdy_opt %s -verify-diagnostics

func.func @main() {
  // expected-error@below {{invalid}}
  return
}
