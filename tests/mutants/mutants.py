"""Lives in the package, for `dphh audit`: dphh_sql.audit.mutants."""

from dphh_sql.audit.mutants import *  # noqa: F403
