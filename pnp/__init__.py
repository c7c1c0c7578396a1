"""The printing house: a game's definition goes in, a PDF to print and cut comes out."""
