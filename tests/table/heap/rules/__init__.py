"""The Heap: take one stone or two; every stone is a point, the last one three more."""
