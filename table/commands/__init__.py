"""The commands of `timbuktu`, one module each."""
