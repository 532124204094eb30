"""Lives in the package, for `dphh audit`: dphh_sql.audit.exact_path."""

from dphh_sql.audit.exact_path import *  # noqa: F403
