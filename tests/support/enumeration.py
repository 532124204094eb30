"""Lives in the package, for `dphh audit`: dphh_sql.audit.enumeration."""

from dphh_sql.audit.enumeration import *  # noqa: F403
