"""Takes games off the shelf: paths, languages, errors, safe reading and whole writing of files."""
