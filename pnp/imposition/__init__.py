"""Components find their place: packing, cutting, tiling, backs, booklet folds."""
