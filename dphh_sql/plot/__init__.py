"""Pictures of releases, plans and budgets, as plotly figures: `pip install 'dphh-sql[plot]'`.

All of them are post-processing of what was released, or show public facts: they read no row and spend nothing. (But a
DuckDB *relation* runs its query anew when it is drawn; draw `con.execute(query).df()`.)

A figure shows itself in a notebook. `figure.write_html(path)` makes a page; `figure.write_image("result.png")`, `.svg`
or `.pdf` a picture, for which plotly's `kaleido` needs a Chrome or Chromium on the machine and no network.
"""

from dphh_sql.plot.budgets import budget
from dphh_sql.plot.plans import errors
from dphh_sql.plot.tiles import icicle, sunburst, treemap
from dphh_sql.plot.zips import zip_map

__all__ = ["budget", "errors", "icicle", "sunburst", "treemap", "zip_map"]
