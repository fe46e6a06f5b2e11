"""Translations: one `LANGUAGE.po` for each. docs/translating.md says how to make one."""
