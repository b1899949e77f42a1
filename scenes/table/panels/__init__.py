"""Panels beside the felt: prompt, hints, log, review and coach."""
