"""Questions of one's own: brought as packs, mended, switched off."""
