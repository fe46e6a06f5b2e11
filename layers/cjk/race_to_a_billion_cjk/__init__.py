"""A font for Chinese, Japanese and Korean names on the pictures of Race to a Billion, which looks for it here."""
