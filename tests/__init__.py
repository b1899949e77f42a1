"""Tests, golden files, benchmarks and the screenshot tool."""
