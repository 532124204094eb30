"""Release jobs: one release of a warehouse's table, described in a TOML file, that can be run again at no cost."""

from dphh_sql.jobs.run import Outcome, Run
from dphh_sql.jobs.spec import Job, load

__all__ = ["Job", "Outcome", "Run", "load"]
