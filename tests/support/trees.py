"""Lives in the package, for `dphh audit`: dphh_sql.audit.trees."""

from dphh_sql.audit.trees import *  # noqa: F403
