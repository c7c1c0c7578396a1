"""What is made of a game afterwards: a page to leaf through, and a sheet for the box."""
