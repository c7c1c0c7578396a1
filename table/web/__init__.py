"""The table in a browser: the logs of a folder as pages, which whoever has the link looks at and plays on."""
