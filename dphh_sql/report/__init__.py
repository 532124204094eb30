"""A release as one page for the data owner: what was asked, the guarantee in words, the picture, the table, what could
not be seen, and the budget. Self-contained HTML without scripts: it opens without a network, and prints.

Everything on it was released or is a public fact: making it costs no privacy.
"""

from dphh_sql.report.facts import Facts, read
from dphh_sql.report.page import page

__all__ = ["Facts", "page", "read"]
