"""The table on the whole screen, drawn by Textual; nothing else imports it."""
