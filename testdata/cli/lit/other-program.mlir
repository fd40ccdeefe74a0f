// RUN: clang %s
