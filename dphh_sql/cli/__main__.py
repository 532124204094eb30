"""`python -m dphh_sql.cli`."""

import sys

from dphh_sql.cli import main

if __name__ == "__main__":  # not when doctests are collected
    sys.exit(main())
