"""Lives in the package, for `dphh audit`: dphh_sql.audit.recertify."""

from dphh_sql.audit.recertify import *  # noqa: F403
