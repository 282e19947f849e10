"""Speed of compiled code beside what a user would run instead. See README.md here."""
