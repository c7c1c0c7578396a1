"""An own game while it is being drawn: a page that shows every face and is there again after every save."""
